import { readNumber } from '#shared/bulk/read-number.ts';
import type { ShopOrder } from './shop-format.ts';

/** Pesos, by their names in exports. */
const PESOS = /^(ars|\$|pesos?)?$/i;

/** Returns whether an order's prices are in pesos. */
export const isInPesos = ({ cells: { currency } }: ShopOrder): boolean => PESOS.test(currency);

/** Returns how many units a row has; NaN for a text that is no number. */
export function quantityOf(quantity: string): number {
  const read = quantity === '' ? { value: 1 } : readNumber(quantity, 'units');
  return read && 'value' in read ? read.value : Number.NaN;
}

/** The value of an order's items. */
interface OrderValue {
  /** Whole pesos; the first price or quantity that is no number, for the check to refuse. */
  text: string;
  /** Why a person has to check it; null if all prices are certain. */
  doubt: string | null;
}

/** Adds up the prices of an order's items; gifts add nothing. */
export function orderValue({ rows }: ShopOrder): OrderValue {
  let cents = 0;
  let doubt: string | null = null;
  for (const { cells } of rows) {
    const price = cells.price === '' ? { value: 0 } : readNumber(cells.price, 'pesos');
    const quantity = quantityOf(cells.quantity);
    if (!price || 'wrong' in price) return { text: cells.price, doubt: null };
    if (Number.isNaN(quantity)) return { text: cells.quantity, doubt: null };
    if ('doubt' in price && price.doubt) doubt ??= `«${cells.price}»: ${price.doubt}`;
    cents += Math.round(price.value * 100) * quantity;
  }
  return { text: String(Math.round(cents / 100)), doubt };
}
