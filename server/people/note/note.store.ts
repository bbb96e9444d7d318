import { execute, run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { decidedBy } from '#server/orders/domain/provider-decision.store.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import type { Note } from '#shared/people/staff-notes.ts';

// All functions run in a transaction of `withNotes`.

/** Runs a transaction of the role `provider` that sees the notes of one client. */
export function withNotes<T>(db: Database, clientId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.withProvider(async (trx) => {
    await execute(trx, "SELECT set_config('app.client_id', $1, true)", [String(clientId)]);
    return work(trx);
  });
}

/** A note with the id of its author. */
export type NoteRow = Omit<Note, 'removable' | 'author'> & { author: Note['author'] & { id: number } };

/** A client, or one of its orders. */
export interface NoteSubject {
  clientId: number;
  orderId: number | null;
}

const COLUMNS = `n.client_id, n.id, n.text,
    json_build_object('kind', CASE WHEN n.author_key IS NULL THEN 'staff' ELSE 'key' END,
      'id', coalesce(n.author_key, n.author_staff), 'name', coalesce(k.name, nullif(st.name, ''), st.email)) AS author,
    wire_time(n.created_at) AS at,
    CASE WHEN o.id IS NOT NULL THEN json_build_object('order_id', o.order_id, 'tracking_id', o.tracking_id) END AS "order"`;

const NOTES = `FROM staff_notes n
  LEFT JOIN staff st ON st.id = n.author_staff LEFT JOIN provider_keys k ON k.id = n.author_key
  LEFT JOIN orders o ON o.client_id = n.client_id AND o.id = n.order_pk`;

/** Reads a page of the notes about an order, or about a client with all its orders, newest first. */
export function readNotes(
  trx: Trx,
  { clientId, orderId }: NoteSubject,
  position: { page: number; limit: number },
): Promise<{ results: NoteRow[]; pagination: Pagination }> {
  return readOffsetPage<NoteRow>(
    trx,
    {
      select: `SELECT ${COLUMNS}, n.created_at ${NOTES} WHERE n.client_id = $1 ${orderId === null ? '' : 'AND n.order_pk = $2'}`,
      orderBy: 'created_at DESC, id DESC',
      values: orderId === null ? [clientId] : [clientId, orderId],
    },
    position,
  );
}

const READ_NOTE: Statement<NoteRow> = statement(
  'note.read-note',
  `SELECT ${COLUMNS} ${NOTES} WHERE n.client_id = $1 AND n.id = $2`,
  { nullable: ['order'] },
);

/** Reads a note; null if the client has none with this id. */
export async function readNote(trx: Trx, clientId: number, id: number): Promise<NoteRow | null> {
  const [note] = await run(trx, READ_NOTE, [clientId, id]);
  return note ?? null;
}

const INSERT_NOTE = statement(
  'note.insert-note',
  `INSERT INTO staff_notes (client_id, order_pk, text, author_staff, author_key, created_at)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);

/** Inserts a note. Fails with `staff_notes_not_masked` for an order whose receiver is masked. @returns its id */
export async function insertNote(
  trx: Trx,
  { clientId, orderId }: NoteSubject,
  { text, author, now }: { text: string; author: ProviderActor; now: Date },
): Promise<number> {
  const { key, staff } = decidedBy(author);
  const [row] = await run(trx, INSERT_NOTE, [clientId, orderId, text, staff, key, now]);
  return row?.id ?? 0;
}

/** Deletes a note. @returns whether there was one */
export async function deleteNote(trx: Trx, clientId: number, id: number): Promise<boolean> {
  return (await execute(trx, 'DELETE FROM staff_notes WHERE client_id = $1 AND id = $2', [clientId, id])) > 0;
}

/** The part of a note about an order that its receiver may read. */
export interface OrderNote {
  order_pk: number;
  at: string;
  text: string;
}

const READ_ORDER_NOTES: Statement<OrderNote> = statement(
  'note.read-order-notes',
  `SELECT order_pk, wire_time(created_at) AS at, text FROM staff_notes
   WHERE client_id = $1 AND order_pk = ANY ($2::bigint[]) ORDER BY created_at, id`,
  { present: ['order_pk'] },
);

/** Reads the notes about orders of a client, oldest first. */
export function readOrderNotes(trx: Trx, clientId: number, orderIds: readonly number[]): Promise<OrderNote[]> {
  return run(trx, READ_ORDER_NOTES, [clientId, orderIds]);
}
