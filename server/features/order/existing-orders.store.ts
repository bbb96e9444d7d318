import { prepared, run, type Trx } from '#server/db/connection.ts';

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

/** The client's orders of these numbers and directions, the cancelled ones apart. */
export function readExistingOrders(
  trx: Trx,
  clientId: number,
  asked: readonly Pick<ExistingOrder, 'order_id' | 'is_reverse'>[],
): Promise<ExistingOrder[]> {
  return run<ExistingOrder>(trx, EXISTING, [
    clientId,
    asked.map(({ order_id }) => order_id),
    asked.map(({ is_reverse }) => is_reverse),
  ]);
}
