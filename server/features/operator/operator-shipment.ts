import type { Deps } from '#server/domain/deps.ts';
import { findOrderOwners } from '#server/domain/order-owners.store.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type * as calls from '#shared/ops/shipments.ts';
import { labelOf, parseLabel } from '#shared/rules/tracking-id.ts';
import { type CursorPosition, clientExists, findShipmentsAfter, shipmentByLabel } from './operator-shipment.store.ts';

/**
 * How long a change may take until it can be seen, in ms: a transaction takes the time before it writes and is seen when
 * it is committed, so that a later one may overtake it.
 */
const MAX_COMMIT_DELAY_MS = 10_000;

/** Where to read on, and how far back once the end is reached. */
interface Cursor extends CursorPosition {
  settled: number;
}

/**
 * A client's shipments behind a cursor, the longest unchanged first. Full pages are read on exactly behind their last
 * row; at the end the cursor goes back to what was settled when the reading began, so that a change which was overtaken
 * is read the next time.
 *
 * @throws Failure 404 for an unknown client, 422 for a cursor that isn't one
 */
export async function listClientShipments(
  { db, clock }: Deps,
  clientId: number,
  { cursor, limit, filter }: QueryOf<typeof calls.clientShipments>,
): Promise<ReplyOf<typeof calls.clientShipments>> {
  const begun = (clock().getTime() - MAX_COMMIT_DELAY_MS) * 1000;
  const from = cursor === undefined ? null : parseCursor(cursor, begun);
  const after = from ?? { at: 0, id: 0 };
  const [client, found] = await db.read(clientId, [
    clientExists(clientId),
    findShipmentsAfter(clientId, { after, limit, ...filter }),
  ]);
  if (!client?.rowCount) throw new Failure(404, messages.notFound);
  const rows = (found?.rows ?? []) as (CursorPosition & { shipment: calls.OperatorShipment })[];
  const last = rows.at(-1) ?? from;
  return {
    results: rows.map(({ shipment }) => shipment),
    cursor: last && cursorText(last, from?.settled ?? begun, rows.length === limit),
  };
}

/** One shipment by its label, whoever's it is. @throws Failure 404 when there is none */
export async function readOperatorShipment(
  { db }: Deps,
  text: string,
): Promise<ReplyOf<typeof calls.readOperatorShipment>['results']> {
  const label = parseLabel(text);
  const owner = label && (await findOrderOwners(db, [label.trackingId])).get(label.trackingId);
  const [found] = owner
    ? await db.read(owner.clientId, [shipmentByLabel(owner.clientId, labelOf(label.trackingId, label.n))])
    : [];
  if (!found?.rows[0]) throw new Failure(404, messages.notFound);
  return found.rows[0].shipment;
}

// `at.id` behind a page that ended; `at.id.settled` between full pages.
const CURSOR = /^(\d{1,16})\.(\d{1,13})(?:\.(\d{1,16}))?$/;

function cursorText({ at, id }: CursorPosition, settled: number, full: boolean): string {
  const parts = full ? [at, id, settled] : at > settled ? [settled, 0] : [at, id];
  return Buffer.from(parts.join('.')).toString('base64url');
}

function parseCursor(text: string, begun: number): Cursor {
  const [, at, id, settled] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (at === undefined || id === undefined)
    throw new Failure(422, messages.fields, [{ field: 'cursor', message: 'El cursor no es válido' }]);
  return { at: Number(at), id: Number(id), settled: settled === undefined ? begun : Number(settled) };
}
