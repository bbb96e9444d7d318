import type { Deps } from '#server/deps.ts';

/**
 * Whose order a tracking id is, before anybody is known to ask: ids, nothing else.
 *
 * @param trackingId as it is stored
 * @returns null when there is no such order
 */
export async function findTracking(
  { db }: Pick<Deps, 'db'>,
  trackingId: string,
): Promise<{ clientId: number; orderId: number } | null> {
  const [result] = await db.read(null, [
    { name: 'find tracking', text: 'SELECT client_id, order_id FROM find_tracking($1)', values: [trackingId] },
  ]);
  const found = result?.rows[0] as { client_id: number | null; order_id: number | null } | undefined;
  return found?.client_id && found.order_id ? { clientId: found.client_id, orderId: found.order_id } : null;
}
