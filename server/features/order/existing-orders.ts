import { prepared, run, type Trx } from '#server/db/connection.ts';
import type { NewOrder } from '#shared/orders.ts';
import { REVERSE_MODE } from '#shared/rules/delivery-modes.ts';

/** An order that has its number already. */
export interface ExistingOrder {
  id: number;
  order_id: string;
  is_reverse: boolean;
}

const EXISTING = prepared(
  'orders_existing',
  `SELECT o.id, o.order_id, o.is_reverse
   FROM unnest($2::text[], $3::boolean[]) AS asked (order_id, is_reverse)
   JOIN orders o ON o.client_id = $1 AND o.is_reverse = asked.is_reverse AND o.order_id = asked.order_id
     AND o.cancelled_at IS NULL`,
);

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
  const numbers = orders.map(({ order_id }) => order_id);
  const rows = await run<ExistingOrder>(trx, EXISTING, [clientId, numbers, orders.map(isReverse)]);
  const found = new Map(rows.map((row) => [keyOf(row.order_id, row.is_reverse), row]));
  return (order) => found.get(keyOf(order.order_id, isReverse(order))) ?? null;
}
