import { execute, run, type Trx } from '#server/db/connection.ts';
import { quoted } from '#server/db/list/quoted.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { COLLECTED, collectedWhere } from '#server/orders/domain/label-content.store.ts';
import type { ManifestNumber, ManifestState } from '#shared/orders/rules/shipment/manifest.ts';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { Manifest, ManifestShipment } from '#shared/orders/staff-manifests.ts';
import { type ClientFilter, filterValues } from './collection.store.ts';

/** A manifest as it is stored. */
export interface ManifestKey {
  clientId: number;
  id: number;
}

/** Which manifests a list contains; null for no filter. */
interface ManifestFilter {
  state: ManifestState | null;
  client: ClientFilter;
}

const MANIFEST = `'COL-' || m.year || '-' || lpad(m.number::text, greatest(6, length(m.number::text)), '0') AS number, m.client_id,
  c.nombre_empresa AS company, c.blocked_reason, m.state, m.sender_address, m.orders, m.bulks, m.weight_g AS weight, m.collected, m.surplus,
  wire_time(m.created_at) AS created_at, m.created_by, wire_time(m.closed_at) AS closed_at, m.closed_by, m.cancel_reason`;

const LISTED = `FROM manifests m JOIN clients c ON c.client_id = m.client_id
  WHERE ($1::bigint IS NULL OR m.client_id = $1) AND ($3::text IS NULL OR m.state = $3)
    AND ($2::text IS NULL OR norm(c.nombre_empresa || ' ' || c.razon_social) LIKE like_contains($2))`;

const COUNT_MANIFESTS = statement('manifest.count-manifests', `SELECT count(*) AS total ${LISTED}`);

/** Counts manifests of all clients. @param trx a transaction of the role `provider` */
export async function countManifests(trx: Trx, { state, client }: ManifestFilter): Promise<number> {
  const [row] = await run(trx, COUNT_MANIFESTS, [...filterValues(client), state]);
  return row?.total ?? 0;
}

const READ_MANIFESTS: Statement<Manifest> = statement(
  'manifest.read-manifests',
  `SELECT ${MANIFEST} ${LISTED} ORDER BY m.year DESC, m.number DESC LIMIT $4::bigint OFFSET ($5::bigint - 1) * $4::bigint`,
  { nullable: ['closed_at'] },
);

/** Reads a page of manifests of all clients, latest first. @param trx a transaction of the role `provider` */
export function readManifests(
  trx: Trx,
  { state, client }: ManifestFilter,
  { page, limit }: { page: number; limit: number },
): Promise<Manifest[]> {
  return run(trx, READ_MANIFESTS, [...filterValues(client), state, limit, page]);
}

const FIND_MANIFEST: Statement<ManifestKey> = statement(
  'manifest.find-manifest',
  'SELECT client_id AS "clientId", id FROM manifests WHERE year = $1 AND number = $2',
);

/** Finds a manifest of any client; null without one. @param trx a transaction of the role `provider` */
export async function findManifest(trx: Trx, { year, number }: ManifestNumber): Promise<ManifestKey | null> {
  const [row] = await run(trx, FIND_MANIFEST, [year, number]);
  return row ?? null;
}

const READ_MANIFEST_ROW: Statement<Manifest> = statement(
  'manifest.read-manifest-row',
  `SELECT ${MANIFEST} FROM manifests m JOIN clients c ON c.client_id = m.client_id WHERE m.client_id = $1 AND m.id = $2`,
  { nullable: ['closed_at'] },
);

/** Reads a manifest of the transaction's client. */
export async function readManifestRow(trx: Trx, { clientId, id }: ManifestKey): Promise<Manifest | null> {
  const [row] = await run(trx, READ_MANIFEST_ROW, [clientId, id]);
  return row ?? null;
}

const FINAL = SHIPMENT_STATES.filter(({ final }) => final).map(({ code }) => quoted(code));

/** SQL condition: the provider had reported the collection of a shipment `s` when a manifest `m` was closed. */
const COLLECTED_BEFORE = collectedWhere('e.recorded_at <= m.closed_at');

/** SQL of a shipment's status. What happens to it after the hand-over doesn't change it. */
const STATUS = `CASE WHEN p.collected_at IS NOT NULL THEN 'collected' WHEN m.state = 'anulado' THEN 'free'
  WHEN ${COLLECTED} AND (p.open OR ${COLLECTED_BEFORE}) THEN 'collected_before'
  WHEN s.state_code IN (${FINAL.join(', ')}) AND (p.open OR s.state_at <= m.closed_at) THEN 'ended'
  WHEN p.open THEN 'waiting' ELSE 'missing' END`;

export interface ManifestShipmentRow extends Omit<ManifestShipment, 'value'> {
  /** Null for a surplus shipment. */
  place: number | null;
  /** Declared value. */
  value_cents: number;
}

const READ_SHIPMENTS: Statement<ManifestShipmentRow> = statement(
  'manifest.read-shipments',
  `SELECT p.place, p.label AS shipment_id, p.order_id, p.n, p.packages, p.zip_code, p.city, p.weight_g AS weight,
     s.value_cents, s.state, ${STATUS} AS status
   FROM manifests m JOIN manifest_shipments p ON p.client_id = $1 AND p.manifest_id = m.id
   JOIN shipments s ON s.client_id = $1 AND s.id = p.shipment_id
   WHERE m.client_id = $1 AND m.id = $2 ORDER BY p.place, p.collected_at, p.label`,
);

/** Reads the shipments of a manifest in the printed order, surplus ones at the end by their scan. */
export function readShipments(trx: Trx, { clientId, id }: ManifestKey): Promise<ManifestShipmentRow[]> {
  return run(trx, READ_SHIPMENTS, [clientId, id]);
}

const LOCK_MANIFEST: Statement<{ state: ManifestState; opened_at: Date }> = statement(
  'manifest.lock-manifest',
  'SELECT state, created_at AS opened_at FROM manifests WHERE client_id = $1 AND id = $2 FOR UPDATE',
);

/** Locks a manifest until the transaction ends. @returns its state and when it was opened; null without one */
export async function lockManifest(
  trx: Trx,
  { clientId, id }: ManifestKey,
): Promise<{ state: ManifestState; opened_at: Date } | null> {
  const [row] = await run(trx, LOCK_MANIFEST, [clientId, id]);
  return row ?? null;
}

/** Cancels a locked manifest, and frees its shipments. @returns false if some of them were handed over */
export async function cancelRows(
  trx: Trx,
  { clientId, id }: ManifestKey,
  { by, reason, now }: { by: string; reason: string; now: Date },
): Promise<boolean> {
  const begun = await execute(
    trx,
    'SELECT FROM manifest_shipments WHERE client_id = $1 AND manifest_id = $2 AND collected_at IS NOT NULL LIMIT 1',
    [clientId, id],
  );
  if (begun > 0) return false;
  await execute(
    trx,
    `UPDATE manifests SET state = 'anulado', closed_at = $3, closed_by = $4, cancel_reason = $5 WHERE client_id = $1 AND id = $2`,
    [clientId, id, now, by, reason],
  );
  await execute(trx, 'UPDATE manifest_shipments SET open = false WHERE client_id = $1 AND manifest_id = $2', [
    clientId,
    id,
  ]);
  return true;
}
