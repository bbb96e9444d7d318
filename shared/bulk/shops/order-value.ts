import { itemValue } from '#shared/bulk/cells/item-value.ts';
import type { ShopOrder } from './shop-format.ts';

/** Pesos, by their names in exports. */
const PESOS = /^(?:(?:ars? ?)?\$|\$? ?ars|pesos?(?: argentinos?)?)?$/i;

/** Returns whether an order's prices are in pesos. */
export const isInPesos = ({ cells: { currency } }: ShopOrder): boolean => PESOS.test(currency);

/** The value of an order's items. */
interface OrderValue {
  /** Whole pesos; the first price or quantity that is no number if the value is wrong. */
  text: string;
  /** Why a person has to check it; null if all prices and quantities are certain. */
  doubt: string | null;
  /** Why it has to be written again; null if it was read. */
  wrong: string | null;
}

/** Adds up the prices of an order's items; gifts add nothing. */
export function orderValue({ rows }: ShopOrder): OrderValue {
  let cents = 0;
  let doubt: string | null = null;
  for (const { cells } of rows) {
    const value = itemValue(cells.price, cells.quantity);
    if ('wrong' in value) return { text: value.text, doubt: null, wrong: value.wrong };
    doubt ??= value.doubt;
    cents += value.cents;
  }
  return { text: String(Math.round(cents / 100)), doubt, wrong: null };
}
