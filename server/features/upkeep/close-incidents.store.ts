import { run, type Trx } from '#server/db/connection.ts';
import { FINAL_STATES } from '#shared/rules/shipment-states.ts';

// Nothing of an order whose every shipment is final can be printed: the index of groups leaves few rows to look through.
const DUE = `
  SELECT o.id FROM orders o
  WHERE o.client_id = $1 AND o.state_group = 'con_problema' AND NOT o.printable AND o.updated_at < $2
    AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id
      AND (s.state_code IS NULL OR s.state_code <> ALL ($3) OR s.state_at >= $2))
  ORDER BY o.id LIMIT $4`;

/** Ids of the client's next orders in 'Con problema' whose every shipment is final, and was so before a moment. */
export async function readDueIncidents(
  trx: Trx,
  clientId: number,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await run<{ id: number }>(trx, DUE, [clientId, before, FINAL_STATES, limit]);
  return rows.map(({ id }) => id);
}

/** Notes that incidents are closed, of orders that are locked. */
export async function writeIncidentsClosed(
  trx: Trx,
  clientId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await run(trx, 'UPDATE orders SET incident_closed_at = $3 WHERE client_id = $1 AND id = ANY($2::bigint[])', [
    clientId,
    ids,
    now,
  ]);
}
