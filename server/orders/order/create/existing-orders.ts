import type { Trx } from '#server/db/connection.ts';
import { typedKey } from '#shared/kit/text/typed-key.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { type ExistingOrder, readExistingOrders } from './existing-orders.store.ts';

export type { ExistingOrder } from './existing-orders.store.ts';

type Numbered = Pick<NewOrder, 'order_id' | 'delivery_mode'>;

const isReverse = ({ delivery_mode }: Numbered) => delivery_mode === REVERSE_MODE;
const keyOf = (order_id: string, reverse: boolean) => `${reverse} ${typedKey(order_id)}`;

/**
 * Finds the client's orders with the numbers and directions of new orders, except cancelled ones (readings C9).
 *
 * @returns a function that returns the existing order with the number and direction of a new order, or null
 */
export async function existingOrders(
  trx: Trx,
  clientId: number,
  orders: readonly Numbered[],
): Promise<(order: Numbered) => ExistingOrder | null> {
  const keys = orders.map((order) => ({ order_id: order.order_id, is_reverse: isReverse(order) }));
  const rows = await readExistingOrders(trx, clientId, keys);
  const found = new Map(rows.map((row) => [keyOf(row.order_id, row.is_reverse), row]));
  return (order) => found.get(keyOf(order.order_id, isReverse(order))) ?? null;
}
