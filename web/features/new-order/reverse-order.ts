import { NOT_INFORMED, type OrderDetail } from '#shared/orders.ts';
import type { Product } from '#shared/products.ts';
import type { Shipping } from '#shared/shipments.ts';
import {
  emptyOrder,
  emptyShipment,
  type OrderValues,
  type ShipmentValues,
} from '#web/parts/order-form/order-values.ts';

/** What a reverse order is written from (D1 §2): an order, and those of its shipments that come back. */
export interface ReverseSource {
  /** Tracking id or numeric id. */
  order: string;
  /** Labels or numeric ids; none means all. */
  shipments: readonly string[];
}

/** Reads `type=reverse-logistic&fromOrder&fromShippings` off the address; null for an order that begins empty. */
export function reverseSource(query: URLSearchParams): ReverseSource | null {
  const order = query.get('fromOrder')?.trim();
  if (query.get('type') !== 'reverse-logistic' || !order) return null;
  const shipments = (query.get('fromShippings') ?? '').split(',').map((id) => id.trim());
  return { order, shipments: shipments.filter((id) => id !== '') };
}

/** An item whose SKU no active product has; it is left out. */
export interface MissingItem {
  shipment: string;
  sku: string;
  name: string;
}

interface ReverseOrder {
  values: OrderValues;
  missing: MissingItem[];
}

/** Mode of an order that brings parcels back. */
export const REVERSE_MODE = '4';

/** Longest number of an order (D1 §5). */
const NUMBER_MAX = 20;

/**
 * The order that brings parcels back, as far as the first one tells: collected where its receiver lives, with the
 * packages as they were. Items are matched to products by SKU (D1 §2).
 */
export function reverseOrder(
  order: OrderDetail,
  { shipments: wanted }: ReverseSource,
  products: Iterable<Product>,
  senderName: string,
): ReverseOrder {
  const bySku = new Map([...products].map((product) => [product.sku.trim().toLowerCase(), product]));
  const all = order.shippings ?? [];
  const named = all.filter(({ id, shipment_id }) => wanted.includes(shipment_id) || wanted.includes(String(id)));
  const packed = (named.length > 0 ? named : all).map((shipping) => packageOf(shipping, bySku));
  const base = emptyOrder({ delivery_mode: REVERSE_MODE, sender_name: senderName });
  const receiver = all[0]?.receiver ?? order.receiver ?? {};
  return {
    values: {
      ...base,
      order_id: (order.order_id ?? '').slice(0, NUMBER_MAX),
      receiver: {
        first_name: receiver.first_name ?? '',
        last_name: receiver.last_name ?? '',
        receiver_name: receiver.receiver_name ?? '',
        document: receiver.document ?? '',
        email: receiver.email ?? '',
        receiver_phone: receiver.receiver_phone ?? '',
        address: {
          street_name: receiver.address_street_name ?? '',
          street_number: receiver.address_street_number ?? '',
          floor: receiver.address_floor ?? '',
          apartment: receiver.address_apartment ?? '',
          between_1: receiver.address_between_1 ?? '',
          between_2: receiver.address_between_2 ?? '',
          zip_code: receiver.address_zip_code ?? '',
          state: receiver.address_state ?? '',
          city: receiver.address_city ?? '',
          neighborhood_name: receiver.address_neighborhood_name ?? '',
          other_info: receiver.address_other_info ?? '',
        },
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
