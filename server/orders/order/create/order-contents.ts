import type { FieldError } from '#shared/kit/http/failure.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import { NOT_INFORMED } from '#shared/orders/orders.ts';
import { validateTotals } from '#shared/orders/rules/validate-totals.ts';

/** The columns of a product that an order copies, in cents and grams. */
export interface OrderProduct {
  id: number;
  sku: string;
  description: string;
  value_cents: number;
  weight_g: number;
  active: boolean;
}

/**
 * An item with a copy of its product, because the product may change later. `product_id` is null for the placeholder.
 */
export interface ItemCopy {
  product_id: number | null;
  sku: string;
  name: string;
  quantity: number;
  weight_g: number | null;
  value_cents: number | null;
}

/** A package as stored, in cm, grams and cents. */
export interface PackageContents {
  length_cm: number;
  width_cm: number;
  height_cm: number;
  weight_g: number;
  value_cents: number;
  items: ItemCopy[];
}

type Shipment = NewOrder['shipments'][number];

const PLACEHOLDER: ItemCopy = {
  product_id: null,
  sku: NOT_INFORMED,
  name: NOT_INFORMED,
  quantity: 1,
  weight_g: null,
  value_cents: null,
};

/** Returns the distinct product ids of an order. */
export function productIds(order: Pick<NewOrder, 'shipments'>): number[] {
  const ids = order.shipments.flatMap(({ items }) => items.map((item) => item.product_id));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Errors of an order's items: `unknown` for products that the client doesn't have, `wrong` for all others. */
export interface ContentProblems {
  unknown: FieldError[];
  wrong: FieldError[];
}

/**
 * Converts the shipments of a new order into packages (D1 §2, §3). With products, weight and value are the sums over
 * the products and the values in the body are ignored. Without products, weight and value come from the body, and the
 * only item is the placeholder NO_INFORMADO (readings S18, C21).
 */
export function toPackages(
  order: Pick<NewOrder, 'shipments'>,
  products: ReadonlyMap<number, OrderProduct>,
): { packages: PackageContents[]; problems: ContentProblems } {
  const problems: ContentProblems = { unknown: [], wrong: [] };
  const packages = order.shipments.map((shipment, index) => {
    const at = `shipments.${index}`;
    const items = hasNoItems(shipment) ? [PLACEHOLDER] : copyItems(shipment, at, products, problems);
    const weighed = items.some(({ product_id }) => product_id !== null);
    const sum = (part: 'weight_g' | 'value_cents') =>
      items.reduce((total, item) => total + (item[part] ?? 0) * item.quantity, 0);
    const contents = {
      length_cm: shipment.length,
      width_cm: shipment.width,
      height_cm: shipment.height,
      weight_g: weighed ? sum('weight_g') : shipment.weight,
      value_cents: weighed ? sum('value_cents') : shipment.items_value * 100,
      items,
    };
    problems.wrong.push(...validateTotals({ grams: contents.weight_g, cents: contents.value_cents }, at));
    return contents;
  });
  return { packages, problems };
}

/** Whether a shipment has no items, or only the placeholder exactly as D1 §3 specifies it. */
function hasNoItems({ items }: Shipment): boolean {
  const [only, ...others] = items;
  if (only === undefined) return true;
  const { product_id, sku, item, quantity } = only;
  return others.length === 0 && product_id === null && sku === NOT_INFORMED && item === NOT_INFORMED && quantity === 1;
}

function copyItems(
  { items }: Shipment,
  at: string,
  products: ReadonlyMap<number, OrderProduct>,
  problems: ContentProblems,
): ItemCopy[] {
  return items.flatMap((item, index): ItemCopy[] => {
    const field = `${at}.items.${index}.product_id`;
    const product = item.product_id === null ? undefined : products.get(item.product_id);
    if (item.product_id === null) problems.wrong.push({ field, message: 'Este campo es obligatorio' });
    else if (!product) problems.unknown.push({ field, message: 'No encontramos ese producto' });
    else if (!product.active) problems.wrong.push({ field, message: 'Ese producto no está activo' });
    if (!product) return [];
    const { id, sku, description, weight_g, value_cents } = product;
    return [{ product_id: id, sku, name: description, quantity: item.quantity, weight_g, value_cents }];
  });
}
