import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { SHIPMENT_OF } from '#server/orders/domain/label-content.store.ts';
import type { ManifestKey } from './manifest.store.ts';
import { ADDRESS, WAITS_AT_SENDER } from './to-collect.store.ts';

const FREE_SHIPMENTS = statement(
  'open-manifest.free-shipments',
  `SELECT s.id AS shipment_id, s.order_pk FROM shipments s JOIN orders o ON o.client_id = $1 AND o.id = s.order_pk
   WHERE s.client_id = $1 AND ${WAITS_AT_SENDER} AND o.pickup_address_id = $2
     AND NOT EXISTS (SELECT FROM manifest_shipments m WHERE m.client_id = $1 AND m.shipment_id = s.id AND m.open)
   ORDER BY o.created_at, o.order_id, o.id, s.n LIMIT $3`,
);

/** Reads the orders of shipments that wait at an address and are in no open manifest, oldest first. */
export function freeShipments(
  trx: Trx,
  { clientId, addressId }: { clientId: number; addressId: number },
  most: number,
): Promise<{ shipment_id: number; order_pk: number }[]> {
  return run(trx, FREE_SHIPMENTS, [clientId, addressId, most]);
}

/** Whether the client has an address. */
export async function hasAddress(trx: Trx, clientId: number, addressId: number): Promise<boolean> {
  const changed = await execute(trx, 'SELECT FROM sender_addresses WHERE client_id = $1 AND id = $2', [
    clientId,
    addressId,
  ]);
  return changed > 0;
}

/** SQL of the columns that a manifest copies from a shipment `s` of an order `o`. */
export const COPIED = `s.id, s.label, o.order_id, ${SHIPMENT_OF.number}, ${SHIPMENT_OF.total}, o.zip_code, o.city, s.weight_g`;

const INSERT_MANIFEST = statement(
  'open-manifest.insert-manifest',
  `INSERT INTO manifests (client_id, year, number, pickup_address_id, sender_address, orders, bulks, weight_g, created_at, created_by)
   SELECT $1, $3, next_manifest_number($3), a.id, ${ADDRESS}, t.orders, t.bulks, t.weight, $4, $5
   FROM sender_addresses a CROSS JOIN (
     SELECT count(DISTINCT s.order_pk) AS orders, count(*) AS bulks, sum(s.weight_g) AS weight FROM shipments s
     WHERE s.client_id = $1 AND s.id = ANY ($6::bigint[])
   ) t WHERE a.client_id = $1 AND a.id = $2 RETURNING id, number`,
);

/**
 * Inserts a manifest of free shipments, numbered within its year. Other manifests of the year wait for the end of the transaction.
 * The shipments' orders are locked. Fails with `one_open_manifest` if a shipment is in another open manifest.
 */
export async function insertManifest(
  trx: Trx,
  { clientId, addressId }: { clientId: number; addressId: number },
  { shipmentIds, year, by, now }: { shipmentIds: readonly number[]; year: number; by: string; now: Date },
): Promise<ManifestKey & { year: number; number: number }> {
  const made = await runOne(trx, INSERT_MANIFEST, [clientId, addressId, year, now, by, shipmentIds]);
  await execute(
    trx,
    `INSERT INTO manifest_shipments (client_id, manifest_id, shipment_id, label, order_id, n, packages, zip_code, city, weight_g,
       place, open)
     SELECT $1, $2, ${COPIED}, row_number() OVER (ORDER BY w.place), true
     FROM unnest($3::bigint[]) WITH ORDINALITY AS w (id, place)
     JOIN shipments s ON s.client_id = $1 AND s.id = w.id JOIN orders o ON o.client_id = $1 AND o.id = s.order_pk`,
    [clientId, made.id, shipmentIds],
  );
  return { clientId, id: made.id, year, number: made.number };
}
