import type { Product } from '#shared/orders/product/products.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import type { ItemValues } from '#web/orders/form/order-values.ts';

/** Products by their id as text. */
export type Products = ReadonlyMap<string, Product>;

/** Weight of items in grams and value in pesos. */
export interface Sums {
  weight: number;
  value: number;
}

const NONE: Sums = { weight: 0, value: 0 };

/** Returns the weight and value of one item, product times quantity (D1 §2); null while either is unknown. */
export function sumsOfItem({ product_id, quantity }: ItemValues, products: Products): Sums | null {
  const product = products.get(product_id);
  const figure = normalizeNumber(quantity);
  if (!product || !/^\d{1,4}$/.test(figure) || Number(figure) === 0) return null;
  // Added in cents: fractions of pesos don't add up exactly.
  const cents = Math.round(product.value * 100) * Number(figure);
  return { weight: product.weight * Number(figure), value: cents / 100 };
}

/** Returns the weight and value of the known items of a shipment. */
export function sumsOfItems(items: readonly ItemValues[], products: Products): Sums {
  return items.reduce((total, item) => {
    const { weight, value } = sumsOfItem(item, products) ?? NONE;
    return {
      weight: total.weight + weight,
      value: (Math.round(total.value * 100) + Math.round(value * 100)) / 100,
    };
  }, NONE);
}

/** Returns whether every item has a product and a quantity, so that the sums are those of the shipment. */
export function sumsAreComplete(items: readonly ItemValues[], products: Products): boolean {
  return items.every((item) => sumsOfItem(item, products) !== null);
}
