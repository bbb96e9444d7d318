import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { COLLECTED } from '#server/orders/domain/label-content.store.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { ManifestKey } from './manifest.store.ts';
import { COPIED } from './open-manifest.store.ts';

/** A shipment of the manifest's client that was scanned. */
export interface ScannedShipment {
  label: string;
  order_pk: number;
  state: string;
  state_code: ShipmentStateCode | null;
  state_at: Date;
  listed: boolean;
  /** Whether the provider has ever held it. */
  collected: boolean;
  /** Whether it was collected with this manifest. */
  handed_over: boolean;
}

const READ_SCANNED: Statement<ScannedShipment> = statement(
  'hand-over.read-scanned',
  `SELECT s.label, s.order_pk, s.state, s.state_code, s.state_at, m.place IS NOT NULL AS listed, ${COLLECTED} AS collected,
     m.collected_at IS NOT NULL AS handed_over
   FROM shipments s LEFT JOIN manifest_shipments m ON m.client_id = $1 AND m.manifest_id = $2 AND m.shipment_id = s.id
   WHERE s.client_id = $1 AND s.label = ANY ($3::text[])`,
);

/** Reads the client's shipments with these labels, as they are for a manifest. */
export function readScanned(
  trx: Trx,
  { clientId, id }: ManifestKey,
  labels: readonly string[],
): Promise<ScannedShipment[]> {
  return run(trx, READ_SCANNED, [clientId, id, labels]);
}

const LISTED_LABELS = statement(
  'hand-over.listed-labels',
  'SELECT label FROM manifest_shipments WHERE client_id = $1 AND manifest_id = $2 AND place IS NOT NULL ORDER BY place',
);

/** Reads the labels of a manifest's list. */
export async function listedLabels(trx: Trx, { clientId, id }: ManifestKey): Promise<string[]> {
  const rows = await run(trx, LISTED_LABELS, [clientId, id]);
  return rows.map(({ label }) => label);
}

/** Marks shipments as handed over with a manifest. Those that it doesn't list are added as surplus ones. */
export async function markHandedOver(
  trx: Trx,
  { clientId, id }: ManifestKey,
  shipments: readonly { label: string; at: Date }[],
): Promise<void> {
  await execute(
    trx,
    `INSERT INTO manifest_shipments (client_id, manifest_id, shipment_id, label, order_id, n, packages, zip_code, city, weight_g,
       open, collected_at)
     SELECT $1, $2, ${COPIED}, false, h.at FROM json_to_recordset($3) AS h (label text, at timestamptz)
     JOIN shipments s ON s.client_id = $1 AND s.label = h.label JOIN orders o ON o.client_id = $1 AND o.id = s.order_pk
     ON CONFLICT (client_id, manifest_id, shipment_id) DO UPDATE SET collected_at = excluded.collected_at, open = false`,
    [clientId, id, JSON.stringify(shipments)],
  );
}

/**
 * Closes a locked manifest, frees its missing shipments, and counts what was handed over. If the manifest was closed
 * before, keeps the time and author of that closing.
 */
export async function closeManifest(
  trx: Trx,
  { clientId, id }: ManifestKey,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await execute(trx, 'UPDATE manifest_shipments SET open = false WHERE client_id = $1 AND manifest_id = $2 AND open', [
    clientId,
    id,
  ]);
  await execute(
    trx,
    `UPDATE manifests m SET state = 'entregado', closed_at = coalesce(m.closed_at, $3), closed_by = coalesce(m.closed_by, $4),
       collected = t.collected, surplus = t.surplus
     FROM (SELECT count(*) FILTER (WHERE p.place IS NOT NULL) AS collected, count(*) FILTER (WHERE p.place IS NULL) AS surplus
       FROM manifest_shipments p WHERE p.client_id = $1 AND p.manifest_id = $2 AND p.collected_at IS NOT NULL) t
     WHERE m.client_id = $1 AND m.id = $2`,
    [clientId, id, now, by],
  );
}
