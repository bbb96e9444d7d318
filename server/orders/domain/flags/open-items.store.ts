import { execute, run, type Trx } from '#server/db/connection.ts';
import { prepared, type Statement, statement } from '#server/db/statement.ts';

/** A row of `open_items` that must exist, without what people did with it. */
export interface OpenItem {
  kind: string;
  subject_id: number;
  cause_at: Date;
  opens_at: Date;
  deadline: Date | null;
  amount_cents: number;
}

/**
 * Returns a statement that makes items of the client `$1` and of the kinds `$2` equal to a query: opens, changes and removes rows. An item
 * whose cause or deadline changed comes back: it is neither snoozed nor closed any more.
 *
 * @param wanted a query of `OpenItem`
 * @param removable condition of an item `i` that is removed unless it is wanted
 */
export const syncStatement = (wanted: string, removable: string): string => `
  WITH wanted AS MATERIALIZED (${wanted}), gone AS (
    DELETE FROM open_items i WHERE i.client_id = $1 AND i.kind = ANY($2::text[]) AND ${removable}
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.subject_id = i.subject_id AND w.kind = i.kind)
  )
  INSERT INTO open_items AS i (client_id, kind, subject_id, cause_at, opens_at, deadline, amount_cents)
  SELECT $1, w.kind, w.subject_id, w.cause_at, w.opens_at, w.deadline, w.amount_cents
  FROM wanted w ORDER BY w.subject_id, w.kind
  ON CONFLICT (client_id, subject_id, kind) DO UPDATE SET cause_at = excluded.cause_at, opens_at = excluded.opens_at,
    deadline = excluded.deadline, amount_cents = excluded.amount_cents,
    snoozed_until = CASE WHEN (i.cause_at, i.deadline) IS NOT DISTINCT FROM (excluded.cause_at, excluded.deadline)
      THEN i.snoozed_until END,
    closed_at = CASE WHEN i.cause_at = excluded.cause_at THEN i.closed_at END,
    closed_by = CASE WHEN i.cause_at = excluded.cause_at THEN i.closed_by END
  WHERE (i.cause_at, i.opens_at, i.deadline, i.amount_cents)
    IS DISTINCT FROM (excluded.cause_at, excluded.opens_at, excluded.deadline, excluded.amount_cents)`;

const GIVEN = `SELECT * FROM json_to_recordset($4) AS w (kind text, subject_id bigint, cause_at timestamptz, opens_at timestamptz,
  deadline timestamptz, amount_cents bigint)`;

const SYNC = prepared('sync_open_items', syncStatement(GIVEN, 'i.subject_id = ANY($3::bigint[])'));

/**
 * Makes the client's items of some kinds and subjects equal to `wanted`: opens, changes and removes rows. The subjects must be locked.
 */
export async function syncOpenItems(
  trx: Trx,
  clientId: number,
  { kinds, subjects }: { kinds: readonly string[]; subjects: readonly number[] },
  wanted: readonly OpenItem[],
): Promise<void> {
  await execute(trx, SYNC, [clientId, kinds, subjects, JSON.stringify(wanted)]);
}

const READ_ITEMS_OF: Statement<OpenItem> = statement(
  'open-items.read-items-of',
  `SELECT kind, subject_id, cause_at, opens_at, deadline, amount_cents FROM open_items
   WHERE client_id = $1 AND subject_id = ANY($2::bigint[]) AND kind = ANY($3::text[])`,
);

/** Reads the client's items of some kinds and subjects, closed ones included. */
export function readItemsOf(
  trx: Trx,
  clientId: number,
  { kinds, subjects }: { kinds: readonly string[]; subjects: readonly number[] },
): Promise<OpenItem[]> {
  return run(trx, READ_ITEMS_OF, [clientId, subjects, kinds]);
}
