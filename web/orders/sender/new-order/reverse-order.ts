import type { OrderDetail } from '#shared/orders/orders.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { type CopiedOrder, copyOrder } from '#web/orders/form/copy/copied-order.ts';
import type { ReverseSource } from './reverse-source.ts';

/** Maximum length of an order number (D1 §5). */
const NUMBER_MAX = 20;

/**
 * Fills in a reverse order from the original order: collected at the receiver's address, with the same packages and number.
 */
export function reverseOrder(
  order: OrderDetail,
  { shipments: wanted }: ReverseSource,
  products: Iterable<Product>,
  senderName: string,
): CopiedOrder {
  const all = order.shippings ?? [];
  const selected = all.filter(({ id, shipment_id }) => wanted.includes(shipment_id) || wanted.includes(String(id)));
  return copyOrder(order, selected.length > 0 ? selected : all, products, {
    delivery_mode: String(REVERSE_MODE),
    sender_name: senderName,
    order_id: (order.order_id ?? '').slice(0, NUMBER_MAX),
  });
}
