import type { Database } from '#server/db/database.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';

/** The client that an order belongs to, and the order's id. */
export interface OrderOwner {
  clientId: number;
  orderId: number;
}

const OWNERS: Statement<OrderOwner & { tracking: string }> = statement(
  'order-owners.owners',
  `
  SELECT t.tracking, f.client_id AS "clientId", f.order_id AS "orderId"
  FROM unnest($1::text[]) AS t (tracking) CROSS JOIN LATERAL find_tracking(t.tracking) f WHERE f.client_id IS NOT NULL`,
  { prepared: true },
);

/**
 * Finds the owners of orders by tracking ids (as stored), for callers without a session. Reads ids only. Unknown
 * tracking ids are missing from the result.
 */
export async function findOrderOwners(db: Database, trackingIds: readonly string[]): Promise<Map<string, OrderOwner>> {
  if (trackingIds.length === 0) return new Map();
  const [rows] = await db.read(null, [bind(OWNERS, [trackingIds])]);
  return new Map(rows.map(({ tracking, clientId, orderId }) => [tracking, { clientId, orderId }]));
}
