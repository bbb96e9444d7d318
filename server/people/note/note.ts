import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { findOrderOwners } from '#server/orders/domain/flags/order-owners.store.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { hasPermission } from '#server/platform/http/request/guard.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';
import type * as calls from '#shared/people/staff-notes.ts';
import {
  deleteNote,
  insertNote,
  type NoteRow,
  type NoteSubject,
  readNote,
  readNotes,
  readOrderNotes,
  withNotes,
} from './note.store.ts';

const MASKED = 'Los datos del destinatario de esta orden ya se borraron. Escribí la nota en la página del cliente';

const NOT_THE_AUTHOR = 'Sólo quien escribió la nota o un administrador puede borrarla';

/** Whether a caller may delete a note: its author may, and so may administrators. */
const mayRemove = (caller: ProviderCaller, { author }: NoteRow) =>
  (caller.actor.kind === author.kind && caller.actor.id === author.id) || hasPermission(caller, 'staff');

function toNote(caller: ProviderCaller, row: NoteRow): calls.Note {
  const { kind, name } = row.author;
  const { client_id, id, text, at, order } = row;
  return { client_id, id, text, author: { kind, name }, at, order, removable: mayRemove(caller, row) };
}

/** Returns an existing client as the subject of notes. @throws Failure 404 */
export async function clientSubject(deps: Deps, clientId: number): Promise<NoteSubject> {
  await readClient(deps, clientId);
  return { clientId, orderId: null };
}

/** Finds an order of any client by its tracking id or a label, as typed, pasted or scanned. @throws Failure 404 */
export async function orderSubject({ db }: Pick<Deps, 'db'>, text: string): Promise<NoteSubject> {
  const id = parseScannedId(text, { inGroups: true });
  const trackingId = id && trackingIdOf(id);
  const owner = trackingId && (await findOrderOwners(db, [trackingId])).get(trackingId);
  if (!owner) throw new Failure(404, messages.notFound);
  return owner;
}

/** Lists the notes about an order, or about a client with all its orders, newest first. A page past the last is the last one. */
export async function listNotes(
  { db }: Pick<Deps, 'db'>,
  caller: ProviderCaller,
  subject: NoteSubject,
  { page, limit }: QueryOf<typeof calls.listClientNotes>,
): Promise<ReplyOf<typeof calls.listClientNotes>> {
  const { results, pagination } = await withNotes(db, subject.clientId, (trx) =>
    readNotes(trx, subject, { page, limit }),
  );
  return { results: results.map((row) => toNote(caller, row)), pagination };
}

/** Adds a note. @throws Failure 409 for an order whose receiver is masked */
export async function addNote(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  caller: ProviderCaller,
  subject: NoteSubject,
  text: string,
): Promise<ReplyOf<typeof calls.addClientNote>> {
  const { clientId } = subject;
  const work = withNotes(db, clientId, async (trx) => {
    const id = await insertNote(trx, subject, { text, author: caller.actor, now: clock() });
    const note = await noteOf(trx, clientId, id);
    events.record(trx, clientId, 'note.added', recordedNote(note));
    return note;
  });
  const note = await work.catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint !== 'staff_notes_not_masked') throw error;
    throw new Failure(409, MASKED);
  });
  return { message: 'La nota se guardó', results: toNote(caller, note) };
}

/** Reads the notes about orders of a client for an export, oldest first. */
export const readNotesOfOrders = (deps: Pick<Deps, 'db'>, clientId: number, orderIds: readonly number[]) =>
  withNotes(deps.db, clientId, (trx) => readOrderNotes(trx, clientId, orderIds));

/** Deletes a note. @throws Failure 404; 403 for a caller who neither wrote it nor administers the staff */
export async function removeNote(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  caller: ProviderCaller,
  { clientId, id }: { clientId: number; id: number },
): Promise<void> {
  await withNotes(db, clientId, async (trx) => {
    const note = await noteOf(trx, clientId, id);
    if (!mayRemove(caller, note)) throw new Failure(403, NOT_THE_AUTHOR, [], { code: 'permission_required' });
    if (!(await deleteNote(trx, clientId, id))) throw new Failure(404, messages.notFound);
    events.record(trx, clientId, 'note.deleted', recordedNote(note));
  });
}

async function noteOf(trx: Trx, clientId: number, id: number): Promise<NoteRow> {
  const note = await readNote(trx, clientId, id);
  if (!note) throw new Failure(404, messages.notFound);
  return note;
}

/** Returns the facts of a note for the audit trail, without its text. */
const recordedNote = ({ client_id: clientId, id, order }: NoteRow) => ({
  id,
  clientId,
  trackingId: order?.tracking_id ?? null,
});
