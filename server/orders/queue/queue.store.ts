import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement, variant } from '#server/db/statement.ts';
import { QUEUES, type Queue, type QueueSubject } from '#shared/orders/rules/queues.ts';
import { MAX_QUEUED, type QueueItem, type QueueTotal } from '#shared/orders/staff-queues.ts';
import { type QueueSource, SOURCES } from './queue-sources.store.ts';

// All functions run in a transaction of the role `provider`.

/** Times by which a queue's items are chosen. */
export interface QueueMoment {
  now: Date;
  /** Latest beginning of a cause that is in the queue. */
  from: Date;
  /** Latest beginning of a cause that is beyond the limit. */
  limit: Date;
}

/** Client whose items are wanted: an id, part of a company's name, or null for all. */
export type QueueClient = { id: number } | { name: string } | null;

/** SQL join of the mark `k` of a subject `t`, if it is of the subject's present cause. */
const markOf = (queue: Queue, { id, since }: { id: string; since: string }) =>
  `queue_marks k ON k.queue = '${queue}' AND k.client_id = t.client_id AND k.subject_id = ${id} AND k.since = ${since}`;

/** SQL condition of a subject that isn't snoozed at `$1`. */
const AWAKE = '(k.snoozed_until IS NULL OR k.snoozed_until <= $1)';

/** Counts the items of a queue. @param staffId the caller; null for a provider key */
export async function countQueue(
  trx: Trx,
  queue: Queue,
  { now, from, limit }: QueueMoment,
  staffId: number | null,
): Promise<QueueTotal> {
  const [row] = await run(trx, variant(COUNTED, countText(queue)), [now, from, limit, staffId]);
  return { queue, total: 0, beyond: 0, mine: 0, oldest: null, ...row };
}

/** SQL that counts the items of a queue. */
function countText(queue: Queue): string {
  const source = SOURCES[queue];
  return `SELECT count(*)::int AS total, count(*) FILTER (WHERE q.beyond)::int AS beyond, wire_time(min(q.since)) AS oldest,
     (SELECT count(*)::int FROM queue_marks k JOIN ${source.from} t ON t.client_id = k.client_id AND ${source.id} = k.subject_id
      WHERE k.queue = '${queue}' AND k.assigned_to = $4 AND k.since = ${source.since} AND ${source.waits}
        AND ${source.sinceBefore('$2')}) AS mine
   FROM (
     SELECT ${source.since} AS since, ${source.sinceBefore('$3')} AS beyond
     FROM ${source.from} t LEFT JOIN ${markOf(queue, source)}
     WHERE ${source.waits} AND ${source.sinceBefore('$2')} AND ${AWAKE}
     ORDER BY ${source.order} LIMIT ${MAX_QUEUED}) q`;
}

const COUNTED: Statement<Omit<QueueTotal, 'queue'>> = statement('queue.counted', countText('incidents'), {
  nullable: ['oldest'],
});

/** Columns of the subject of an item `q`, and their joins. */
const SUBJECTS: Record<QueueSubject, { columns: string; joins: string }> = {
  client: { columns: 'c.nombre_empresa AS name, NULL AS tracking_id, NULL AS state', joins: '' },
  modification: {
    columns: 't.order_id AS name, t.tracking_id, NULL AS state',
    joins: 'JOIN modification_requests t ON t.client_id = q.client_id AND t.id = q.subject_id',
  },
  reschedule: {
    columns: `t.label AS name, split_part(t.label, '-', 1) AS tracking_id, NULL AS state`,
    joins: 'JOIN reschedule_requests t ON t.client_id = q.client_id AND t.id = q.subject_id',
  },
  shipment: {
    columns: 't.label AS name, o.tracking_id, t.state',
    joins: `JOIN shipments t ON t.client_id = q.client_id AND t.id = q.subject_id
      JOIN orders o ON o.client_id = q.client_id AND o.id = t.order_pk`,
  },
  payment: { columns: `'' AS name, NULL AS tracking_id, NULL AS state`, joins: '' },
  fulfillment: {
    columns: 't.order_id AS name, t.tracking_id, t.status AS state',
    joins: 'JOIN fulfillment_orders t ON t.client_id = q.client_id AND t.id = q.subject_id',
  },
};

/** Columns of an item `q`. */
const itemColumns = (
  queue: Queue,
) => `'${queue}' AS queue, q.client_id, c.nombre_empresa AS company, q.subject_id AS thing_id,
  ${SUBJECTS[QUEUES[queue].of].columns}, wire_time(q.since) AS since, q.beyond,
  CASE WHEN st.id IS NOT NULL THEN json_build_object('id', st.id, 'name', coalesce(nullif(st.name, ''), st.email)) END AS assigned_to,
  wire_time(q.snoozed_until) AS snoozed_until`;

const itemJoins = (queue: Queue) => `JOIN clients c ON c.client_id = q.client_id
  LEFT JOIN staff st ON st.id = q.assigned_to ${SUBJECTS[QUEUES[queue].of].joins}`;

/** Items that a list shows. */
export interface QueueCriteria {
  client: QueueClient;
  /** Only items of this person, snoozed ones included; null for all that aren't snoozed. */
  staffId: number | null;
}

/** Returns the SQL of the subjects of a list, with the parameters `$1` to `$6`. */
function matching(queue: Queue, { staffId }: QueueCriteria): string {
  const source = SOURCES[queue];
  const [join, chosen] =
    staffId === null ? ['LEFT JOIN', `${AWAKE} AND $4::int IS NULL`] : ['JOIN', 'k.assigned_to = $4'];
  return `${source.from} t ${join} ${markOf(queue, source)}
    WHERE ${source.waits} AND ${source.sinceBefore('$2')} AND ${chosen}
      AND ($5::bigint IS NULL OR t.client_id = $5)
      AND ($6::text IS NULL OR EXISTS (SELECT FROM clients n WHERE n.client_id = t.client_id
        AND norm(n.nombre_empresa || ' ' || n.razon_social) LIKE like_contains($6)))`;
}

const valuesOf = ({ now, from, limit }: QueueMoment, { client, staffId }: QueueCriteria) => [
  now,
  from,
  limit,
  staffId,
  client && 'id' in client ? client.id : null,
  client && 'name' in client ? client.name : null,
];

/** Columns of a subject `t` with its mark `k`. */
const picked = ({ id, since, sinceBefore }: QueueSource) => `t.client_id, ${id} AS subject_id, ${since} AS since,
  ${sinceBefore('$3')} AS beyond, k.assigned_to, CASE WHEN k.snoozed_until > $1 THEN k.snoozed_until END AS snoozed_until`;

/** SQL of a page of a list. */
function itemsText(queue: Queue, criteria: QueueCriteria): string {
  const source = SOURCES[queue];
  return `WITH q AS MATERIALIZED (SELECT ${picked(source)} FROM ${matching(queue, criteria)}
      ORDER BY ${source.order}, t.client_id, ${source.id} LIMIT $7::int OFFSET $8::int)
    SELECT ${itemColumns(queue)} FROM q ${itemJoins(queue)} ORDER BY q.since, q.client_id, q.subject_id`;
}

const totalText = (queue: Queue, criteria: QueueCriteria) =>
  `SELECT count(*)::int AS total FROM (SELECT $1::timestamptz, $3::timestamptz FROM ${matching(queue, criteria)} LIMIT ${MAX_QUEUED}) m`;

/** SQL of one item of a client. */
function itemText(queue: Queue): string {
  const source = SOURCES[queue];
  return `WITH q AS MATERIALIZED (SELECT ${picked(source)} FROM ${source.from} t LEFT JOIN ${markOf(queue, source)}
      WHERE t.client_id = $2 AND ${source.id} = $4 AND ${source.waits})
    SELECT ${itemColumns(queue)} FROM q ${itemJoins(queue)}`;
}

const ALL: QueueCriteria = { client: null, staffId: null };

/** Columns that only some queues or items have. */
const ITEM_NULLS = { nullable: ['tracking_id', 'state', 'assigned_to', 'snoozed_until'] } as const;

const ITEMS: Statement<QueueItem> = statement('queue.items', itemsText('incidents', ALL), ITEM_NULLS);

const ITEM: Statement<QueueItem> = statement('queue.item', itemText('incidents'), ITEM_NULLS);

const MATCHING_TOTAL = statement('queue.matching-total', totalText('incidents', ALL));

/** Reads items of a queue, oldest first, and their number, at most `MAX_QUEUED`. */
export async function readQueue(
  trx: Trx,
  queue: Queue,
  moment: QueueMoment,
  criteria: QueueCriteria,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: QueueItem[]; total: number }> {
  const values = valuesOf(moment, criteria);
  const [items, [counted]] = await Promise.all([
    run(trx, variant(ITEMS, itemsText(queue, criteria)), [...values, limit, offset]),
    run(trx, variant(MATCHING_TOTAL, totalText(queue, criteria)), values),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** Subject of a queue. */
export interface QueueKey {
  queue: Queue;
  clientId: number;
  id: number;
}

/** Reads one item, also a snoozed one; null if the subject doesn't wait any more. */
export async function readItem(trx: Trx, { queue, clientId, id }: QueueKey, { now, limit }: QueueMoment) {
  const [item] = await run(trx, variant(ITEM, itemText(queue)), [now, clientId, limit, id]);
  return item ?? null;
}

/** SQL that inserts the mark of a waiting subject: `$1` client, `$2` subject, `$3` time. */
const insertMark = (queue: Queue, columns: string, values: string, condition = 'true') => {
  const { from, id, since, waits } = SOURCES[queue];
  return `INSERT INTO queue_marks AS k (queue, client_id, subject_id, since, updated_at, ${columns})
    SELECT '${queue}', t.client_id, ${id}, ${since}, $3, ${values} FROM ${from} t
    WHERE t.client_id = $1 AND ${id} = $2 AND ${waits} AND ${condition}
    ON CONFLICT (queue, client_id, subject_id) DO UPDATE SET since = excluded.since, updated_at = excluded.updated_at`;
};

/** SQL of a column of the stored mark; null if the mark belongs to an earlier cause. */
const kept = (column: string) => `CASE WHEN k.since = excluded.since THEN k.${column} END`;

/** Assigns an item, unless it isn't assigned to `insteadOf` any more. @returns whether it was assigned */
export async function writeAssignment(
  trx: Trx,
  { queue, clientId, id }: QueueKey,
  { staffId, insteadOf, now }: { staffId: number | null; insteadOf: number | null; now: Date },
): Promise<boolean> {
  // An item without a mark is assigned to nobody.
  const seen = `($5::int IS NULL OR EXISTS (SELECT FROM queue_marks m
    WHERE m.queue = '${queue}' AND m.client_id = $1 AND m.subject_id = $2))`;
  const changed = await execute(
    trx,
    `${insertMark(queue, 'assigned_to', '$4', seen)}, assigned_to = excluded.assigned_to, snoozed_until = ${kept('snoozed_until')}
     WHERE ${kept('assigned_to')} IS NOT DISTINCT FROM $5::int`,
    [clientId, id, now, staffId, insteadOf],
  );
  return changed > 0;
}

/** Hides an item until a time; null shows it. */
export async function writeSnooze(
  trx: Trx,
  { queue, clientId, id }: QueueKey,
  { until, now }: { until: Date | null; now: Date },
): Promise<void> {
  await execute(
    trx,
    `${insertMark(queue, 'snoozed_until', '$4')}, snoozed_until = excluded.snoozed_until, assigned_to = ${kept('assigned_to')}`,
    [clientId, id, now, until],
  );
}

/** Deletes marks that nobody changed since a time. @returns how many */
export async function deleteMarks(trx: Trx, before: Date, most: number): Promise<number> {
  return execute(
    trx,
    `DELETE FROM queue_marks WHERE ctid = ANY (ARRAY(SELECT ctid FROM queue_marks WHERE updated_at < $1 LIMIT $2))`,
    [before, most],
  );
}
