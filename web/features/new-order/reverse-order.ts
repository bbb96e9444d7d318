import { NOT_INFORMED, type OrderDetail } from '#shared/orders.ts';
import type { Product } from '#shared/products.ts';
import { REVERSE_MODE } from '#shared/rules/delivery-modes.ts';
import type { Shipping } from '#shared/shipments.ts';
import {
  emptyOrder,
  emptyShipment,
  type OrderValues,
  type ShipmentValues,
} from '#web/parts/order-form/order-values.ts';
import type { ReverseSource } from './reverse-source.ts';

/** An item that is left out because no active product has its SKU. */
export interface MissingItem {
  shipment: string;
  sku: string;
  name: string;
}

interface ReverseOrder {
  values: OrderValues;
  missing: MissingItem[];
}

/** Maximum length of an order number (D1 §5). */
const NUMBER_MAX = 20;

/**
 * Fills in a reverse order from the original order: collected at the receiver's address, with the same packages. Matches items
 * to products by SKU (D1 §2).
 */
export function reverseOrder(
  order: OrderDetail,
  { shipments: wanted }: ReverseSource,
  products: Iterable<Product>,
  senderName: string,
): ReverseOrder {
  const bySku = new Map([...products].map((product) => [product.sku.trim().toLowerCase(), product]));
  const all = order.shippings ?? [];
  const selected = all.filter(({ id, shipment_id }) => wanted.includes(shipment_id) || wanted.includes(String(id)));
  const packed = (selected.length > 0 ? selected : all).map((shipping) => packageOf(shipping, bySku));
  const base = emptyOrder({ delivery_mode: String(REVERSE_MODE), sender_name: senderName });
  const receiver: Record<string, string> = all[0]?.receiver ?? order.receiver ?? {};
  const { address, ...person } = base.receiver;
  /** Copies the receiver fields by name; `prefix` is the prefix of address fields in the order. */
  const copyFields = <T extends object>(fields: T, prefix = '') =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, receiver[prefix + name] ?? ''])) as T;
  return {
    values: {
      ...base,
      order_id: (order.order_id ?? '').slice(0, NUMBER_MAX),
      receiver: {
        ...copyFields(person),
        address: copyFields(address, 'address_'),
      },
      shipments: packed.length > 0 ? packed.map(({ values }) => values) : [emptyShipment()],
    },
    missing: packed.flatMap(({ missing }) => missing),
  };
}

function packageOf(shipping: Shipping, bySku: ReadonlyMap<string, Product>) {
  const items = (shipping.items ?? []).filter(({ sku }) => sku !== NOT_INFORMED);
  const productOf = (sku: string) => bySku.get(sku.trim().toLowerCase());
  const values: ShipmentValues = {
    length: String(shipping.length ?? ''),
    width: String(shipping.width ?? ''),
    height: String(shipping.height ?? ''),
    weight: String(shipping.weight ?? ''),
    items_value: String(Math.max(1, Math.round(shipping.value ?? 0))),
    items: items.flatMap(({ sku, quantity }) => {
      const product = productOf(sku);
      return product ? [{ product_id: String(product.id), quantity: String(quantity) }] : [];
    }),
  };
  const missing: MissingItem[] = items
    .filter(({ sku }) => !productOf(sku))
    .map(({ sku, item }) => ({ shipment: shipping.shipment_id, sku, name: item }));
  return { values, missing };
}
