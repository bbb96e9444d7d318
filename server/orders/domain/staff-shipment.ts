import type { Database } from '#server/db/database.ts';
import { OLDEST, type RowPosition } from '#server/db/list/row-position.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import type * as calls from '#shared/orders/staff-shipments.ts';
import { findOrderOwners, type OrderOwner } from './flags/order-owners.store.ts';
import { clientExists, findShipmentsAfter, shipmentByLabel } from './staff-shipment.store.ts';

/**
 * Maximum time in ms between the timestamp of a change and its commit. A transaction takes its timestamp before it
 * writes, so a later transaction may become visible earlier.
 */
const MAX_COMMIT_DELAY_MS = 10_000;

/** Whether a caller sees receivers' contacts masked: people do, systems that move the shipments don't (docs/decisions/0060). */
export const seesMasked = ({ actor }: Pick<ProviderCaller, 'actor'>): boolean => actor.kind === 'staff';

/**
 * Lists a client's shipments after a cursor, least recently changed first. The cursor of a full page is its last row.
 * At the end the cursor returns to the time before which all changes were visible when the reading began, so that the
 * next read finds changes that became visible late.
 *
 * @throws Failure 404 for an unknown client, 422 for an invalid cursor
 */
export async function listClientShipments(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: ProviderCaller,
  clientId: number,
  { cursor, limit, filter }: QueryOf<typeof calls.clientShipments>,
): Promise<ReplyOf<typeof calls.clientShipments>> {
  const settledAtStart = (clock().getTime() - MAX_COMMIT_DELAY_MS) * 1000;
  const from = cursor === undefined ? null : parseCursor(cursor, settledAtStart);
  const after = from ?? OLDEST;
  const [[client], rows] = await db.read(clientId, [
    clientExists(clientId),
    findShipmentsAfter(clientId, { after, limit, masked: seesMasked(caller), ...filter }),
  ]);
  if (!client) throw new Failure(404, messages.notFound);
  const last = rows.at(-1) ?? from;
  return {
    results: rows.map(({ shipment }) => shipment),
    cursor: last && cursorText(last, from?.settled ?? settledAtStart, rows.length === limit),
  };
}

/** The client and the order of a shipment, and its label as it is stored. The order may lack a shipment with this number. */
interface ShipmentKey extends OrderOwner {
  label: string;
}

/**
 * Finds the client and the order of a shipment by a label as typed, pasted or scanned.
 *
 * @throws Failure 404 for a text that isn't a label, and for a label whose order doesn't exist
 */
export async function findShipment(db: Database, text: string): Promise<ShipmentKey> {
  const parsed = parseScannedLabel(text, { inGroups: true });
  const owner = parsed && (await findOrderOwners(db, [parsed.trackingId])).get(parsed.trackingId);
  if (!parsed || !owner) throw new Failure(404, messages.notFound);
  return { ...owner, label: labelOf(parsed.trackingId, parsed.n) };
}

/** Reads a shipment of any client by its label. @throws Failure 404 if there is none */
export async function readStaffShipment(
  { db }: Pick<Deps, 'db'>,
  caller: Pick<ProviderCaller, 'actor'>,
  text: string,
): Promise<ReplyOf<typeof calls.readStaffShipment>['results']> {
  const { clientId, label } = await findShipment(db, text);
  const [[found]] = await db.read(clientId, [shipmentByLabel(clientId, label, seesMasked(caller))]);
  if (!found) throw new Failure(404, messages.notFound);
  return found.shipment;
}

// `at.id` at the end of the list; `at.id.settled` after a full page.
const CURSOR = /^(\d{1,16})\.(\d{1,16})(?:\.(\d{1,16}))?$/;

function cursorText({ at_us: at, id }: RowPosition, settled: number, full: boolean): string {
  const parts = full ? [at, id, settled] : at > settled ? [settled, 0] : [at, id];
  return Buffer.from(parts.join('.')).toString('base64url');
}

/** Position of the next read. At the end of the list the cursor returns to `settled` (microseconds since 1970). */
interface Cursor extends RowPosition {
  settled: number;
}

function parseCursor(text: string, settledAtStart: number): Cursor {
  const [, at, id, settled] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (at === undefined || id === undefined) throw refusedField('cursor', 'El cursor no es válido');
  return { at_us: Number(at), id: Number(id), settled: settled === undefined ? settledAtStart : Number(settled) };
}
