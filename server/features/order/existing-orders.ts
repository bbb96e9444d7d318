import type { Trx } from '#server/db/connection.ts';
import type { NewOrder } from '#shared/orders.ts';
import { REVERSE_MODE } from '#shared/rules/delivery-modes.ts';
import { type ExistingOrder, readExistingOrders } from './existing-orders.store.ts';

export type { ExistingOrder } from './existing-orders.store.ts';

type Numbered = Pick<NewOrder, 'order_id' | 'delivery_mode'>;

const isReverse = ({ delivery_mode }: Numbered) => delivery_mode === REVERSE_MODE;
const keyOf = (order_id: string, reverse: boolean) => `${reverse} ${order_id}`;

/**
 * Which of these orders the client has already: by number and direction, the cancelled ones apart (readings C9).
 *
 * @returns a look-up by a new order
 */
export async function existingOrders(
  trx: Trx,
  clientId: number,
  orders: readonly Numbered[],
): Promise<(order: Numbered) => ExistingOrder | null> {
  const asked = orders.map((order) => ({ order_id: order.order_id, is_reverse: isReverse(order) }));
  const rows = await readExistingOrders(trx, clientId, asked);
  const found = new Map(rows.map((row) => [keyOf(row.order_id, row.is_reverse), row]));
  return (order) => found.get(keyOf(order.order_id, isReverse(order))) ?? null;
}
