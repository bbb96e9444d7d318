import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';

/** An order that already uses an order number. */
export interface ExistingOrder {
  id: number;
  order_id: string;
  is_reverse: boolean;
}

const EXISTING: Statement<ExistingOrder> = statement(
  'existing-orders.existing',
  `SELECT o.id, o.order_id, o.is_reverse
   FROM unnest($2::text[], $3::boolean[]) AS k (order_norm, is_reverse)
   JOIN orders o ON o.client_id = $1 AND o.order_norm = k.order_norm AND o.is_reverse = k.is_reverse
     AND o.cancelled_at IS NULL`,
  { prepared: true, present: ['is_reverse'] },
);

type OrderKeys = readonly Pick<ExistingOrder, 'order_id' | 'is_reverse'>[];

/**
 * Selects the client's orders with these numbers and directions, without cancelled ones, compared without regard to case: the caller
 * compares the case. The keys are made here, because row-level security keeps a function of a row's value from using an index.
 */
export const existingOrdersRead = (clientId: number, keys: OrderKeys) => ({
  text: EXISTING.text,
  values: [clientId, keys.map(({ order_id }) => foldedKey(order_id)), keys.map(({ is_reverse }) => is_reverse)],
});

/** Returns the orders of `existingOrdersRead`. */
export function readExistingOrders(trx: Trx, clientId: number, keys: OrderKeys): Promise<ExistingOrder[]> {
  return run(trx, EXISTING, existingOrdersRead(clientId, keys).values);
}
