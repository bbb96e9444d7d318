import type { Database } from '#server/db/database.ts';

/** The client that an order belongs to, and the order's id. */
export interface OrderOwner {
  clientId: number;
  orderId: number;
}

const OWNERS = `
  SELECT t.tracking, f.client_id AS "clientId", f.order_id AS "orderId"
  FROM unnest($1::text[]) AS t (tracking) CROSS JOIN LATERAL find_tracking(t.tracking) f WHERE f.client_id IS NOT NULL`;

/**
 * Finds the owners of orders by tracking ids (as stored), for callers without a session. Reads ids only. Unknown
 * tracking ids are missing from the result.
 */
export async function findOrderOwners(db: Database, trackingIds: readonly string[]): Promise<Map<string, OrderOwner>> {
  if (trackingIds.length === 0) return new Map();
  const [result] = await db.read(null, [{ name: 'owners', text: OWNERS, values: [trackingIds] }]);
  const rows = (result?.rows ?? []) as (OrderOwner & { tracking: string })[];
  return new Map(rows.map(({ tracking, clientId, orderId }) => [tracking, { clientId, orderId }]));
}
