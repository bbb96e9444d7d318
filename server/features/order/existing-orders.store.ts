import { prepared, run, type Trx } from '#server/db/connection.ts';

/** An order that already uses an order number. */
export interface ExistingOrder {
  id: number;
  order_id: string;
  is_reverse: boolean;
}

const EXISTING = prepared(
  'orders_existing',
  `SELECT o.id, o.order_id, o.is_reverse
   FROM unnest($2::text[], $3::boolean[]) AS k (order_id, is_reverse)
   JOIN orders o ON o.client_id = $1 AND o.order_norm = folded_key(k.order_id) AND o.is_reverse = k.is_reverse
     AND o.cancelled_at IS NULL`,
);

/** Returns the client's orders with these numbers and directions, without cancelled ones. */
export function readExistingOrders(
  trx: Trx,
  clientId: number,
  keys: readonly Pick<ExistingOrder, 'order_id' | 'is_reverse'>[],
): Promise<ExistingOrder[]> {
  return run<ExistingOrder>(trx, EXISTING, [
    clientId,
    keys.map(({ order_id }) => order_id),
    keys.map(({ is_reverse }) => is_reverse),
  ]);
}
