import { parseNumber } from '#shared/bulk/normalize-numbers.ts';
import type { ShopOrder } from './shop-format.ts';

/** Pesos, by their names in exports. */
const PESOS = /^(ars|\$|pesos?)?$/i;

/** Returns whether an order's prices are in pesos. */
export const isInPesos = ({ cells: { currency } }: ShopOrder): boolean => PESOS.test(currency);

/** Returns how many units a row has; NaN for a text that is no number. */
export const quantityOf = (quantity: string): number => (quantity === '' ? 1 : (parseNumber(quantity) ?? Number.NaN));

/**
 * Returns the value of an order's items in whole pesos; gifts add nothing. Returns the first price or quantity that is
 * no number, for the check to refuse.
 */
export function orderValue({ rows }: ShopOrder): string {
  let cents = 0;
  for (const { cells } of rows) {
    const price = cells.price === '' ? 0 : parseNumber(cells.price);
    const quantity = quantityOf(cells.quantity);
    if (price === null) return cells.price;
    if (Number.isNaN(quantity)) return cells.quantity;
    cents += Math.round(price * 100) * quantity;
  }
  return String(Math.round(cents / 100));
}
