import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { MAX_ITEMS, MAX_SHIPMENTS } from '#shared/orders/new-order.ts';
import { NOT_INFORMED, type OrderDetail } from '#shared/orders/orders.ts';
import type { Product } from '#shared/orders/product/products.ts';
import type { Shipping } from '#shared/orders/shipments.ts';
import { MASKED } from '#shared/people/rules/masked.ts';
import { emptyOrder, emptyShipment, type OrderValues, type ShipmentValues } from '#web/orders/form/order-values.ts';
import { choosesPoint } from '#web/orders/form/receiver/chooses-point.ts';

/** An item that is left out, for example because no active product has its SKU. */
export interface MissingItem {
  shipment: string;
  sku: string;
  name: string;
}

/** Initial values of an order form that come from an earlier order. */
export interface CopiedOrder {
  values: OrderValues;
  missing: MissingItem[];
  /** Items beyond the `MAX_ITEMS` that a package of the form takes. */
  excess: MissingItem[];
  /** Labels of the packages beyond the `MAX_SHIPMENTS` that the form takes. */
  leftOut: string[];
}

/** Values of the new order that do not come from the earlier one. */
interface CopyTarget {
  delivery_mode: string;
  sender_name: string;
  order_id: string;
}

/**
 * Copies the receiver and packages of an order. Matches items to products by SKU (D1 §2). A masked person's fields stay
 * empty.
 *
 * @param shipments the packages to copy
 */
export function copyOrder(
  order: OrderDetail,
  shipments: readonly Shipping[],
  products: Iterable<Product>,
  { order_id, ...known }: CopyTarget,
): CopiedOrder {
  const bySku = new Map([...products].map((product) => [foldedKey(product.sku), product]));
  const packed = shipments.slice(0, MAX_SHIPMENTS).map((shipping) => packageOf(shipping, bySku));
  const base = emptyOrder(known);
  const receiver: Record<string, string> = order.shippings?.[0]?.receiver ?? order.receiver ?? {};
  const { address, ...person } = base.receiver;
  const copyText = (text = '') => (text === MASKED ? '' : text);
  /** Copies the receiver fields by name; `prefix` is the prefix of address fields in the order. */
  const copyFields = <T extends object>(fields: T, prefix = '') =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, copyText(receiver[prefix + name])])) as T;
  const { pickup_point: point } = order;
  const isAtPoint = choosesPoint(known.delivery_mode, true);
  // The address of an order to a chosen point is that of the point: nobody knows the receiver's.
  const knownAddress = copyFields(address, 'address_');
  const { zip_code, state, city } = knownAddress;
  return {
    values: {
      ...base,
      order_id,
      pickup_point_code: (isAtPoint && point?.code) || '',
      receiver: {
        ...copyFields(person),
        address: !point?.chosen ? knownAddress : isAtPoint ? { ...address, zip_code, state, city } : address,
      },
      shipments: packed.length > 0 ? packed.map(({ values }) => values) : [emptyShipment()],
    },
    missing: packed.flatMap(({ missing }) => missing),
    excess: packed.flatMap(({ excess }) => excess),
    leftOut: shipments.slice(MAX_SHIPMENTS).map(({ shipment_id }) => shipment_id),
  };
}

function packageOf(shipping: Shipping, bySku: ReadonlyMap<string, Product>) {
  const items = (shipping.items ?? []).filter(({ sku }) => sku !== NOT_INFORMED);
  const productOf = (sku: string) => bySku.get(foldedKey(sku));
  const known = items.filter(({ sku }) => productOf(sku));
  const left = (list: typeof items): MissingItem[] =>
    list.map(({ sku, item }) => ({ shipment: shipping.shipment_id, sku, name: item }));
  const values: ShipmentValues = {
    length: String(shipping.length ?? ''),
    width: String(shipping.width ?? ''),
    height: String(shipping.height ?? ''),
    weight: String(shipping.weight ?? ''),
    items_value: String(Math.max(1, Math.round(shipping.value ?? 0))),
    items: known.slice(0, MAX_ITEMS).map(({ sku, quantity }) => ({
      product_id: String(productOf(sku)?.id),
      quantity: String(quantity),
    })),
  };
  return { values, missing: left(items.filter(({ sku }) => !productOf(sku))), excess: left(known.slice(MAX_ITEMS)) };
}
