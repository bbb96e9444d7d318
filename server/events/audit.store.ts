import { afterCommit, execute, queueWrite, type Trx } from '#server/db/connection.ts';
import { prepared } from '#server/db/statement.ts';
import { type Actor, currentCall } from '#server/platform/audit-context.ts';
import type { CountedRefusal } from './refusal-counter.ts';

/** What a call changed. Contains no secret and no personal value. */
export interface AuditEntry {
  /** Client that the change concerns; null for a change of the provider's own settings. */
  clientId: number | null;
  /** Public id of the target: a tracking id, a label, a number. */
  target?: string | number | null;
  /** Names of the changed fields. */
  fields?: readonly string[];
  /** Values that are not personal, such as flags and states. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
  /** Who acts, for a call without a session. */
  actor?: Actor;
  /** Whether the call adds a row in each of its transactions, because they change different rows. */
  inParts?: boolean;
  /**
   * Equal rows of the minute that this act may be counted in: the newest of its target (default); any of them, for what a program does
   * thousands of times (its id must be known); none, if this transaction makes the target.
   */
  countedIn?: 'newest' | 'any' | 'none';
}

/** `client_id` of rows that concern no client. */
export const NO_CLIENT = 0;

/** Condition for rows of the running minute, so that only this month's partition is read. @param at the column */
const ofThisMinute = (at: string) =>
  `${at} >= date_trunc('minute', current_moment()) AND ${at} < date_trunc('minute', current_moment()) + interval '1 minute'`;

const INSERT = `INSERT INTO audit_log (client_id, actor_kind, actor_id, actor_name, action, target, fields, details, network, request_id)
  SELECT $1, $2, $3::bigint, $4, $5, $6, $7::text[], $8::jsonb, $9, $10`;

const COUNTED = `counted AS (
    UPDATE audit_log l SET times = l.times + 1 FROM free
    WHERE l.client_id = $1 AND l.id = free.id AND l.at = free.at AND ${ofThisMinute('l.at')} RETURNING 1
  )
  ${INSERT} WHERE NOT EXISTS (SELECT FROM counted)`;

const SAME = `actor_kind = $2 AND actor_id IS NOT DISTINCT FROM $3::bigint AND action = $5 AND fields = $7::text[]
  AND details IS NOT DISTINCT FROM $8::jsonb AND network = $9`;

/**
 * Adds a row, or counts it in the newest row of its target if that one is equal and of this minute. After any other act, also of somebody
 * else, the order would be lost. A row that another call counts in at this moment is left alone, so that no call waits.
 */
const insertOrCount = (name: string, ofTarget: string) =>
  prepared(
    name,
    `WITH newest AS (
       SELECT id, at, ${SAME} AS same
       FROM audit_log WHERE client_id = $1 AND ${ofTarget} AND ${ofThisMinute('at')} ORDER BY at DESC, id DESC LIMIT 1
     ), free AS (
       SELECT l.id, l.at FROM audit_log l, newest
       WHERE l.client_id = $1 AND l.id = newest.id AND l.at = newest.at AND ${ofThisMinute('l.at')} AND newest.same
       FOR UPDATE OF l SKIP LOCKED
     ), ${COUNTED}`,
  );

const INSERT_ALWAYS = prepared('audit_insert', INSERT);

// A program has an id. There are as many equal rows as calls at the same time, so the index by actor finds few rows of a minute.
const INSERT_OR_COUNT_IN_ANY = prepared(
  'audit_insert_or_count_in_any',
  `WITH free AS (
     SELECT id, at FROM audit_log
     WHERE client_id = $1 AND actor_id = $3::bigint AND ${SAME} AND target IS NOT DISTINCT FROM $6 AND ${ofThisMinute('at')}
     LIMIT 1 FOR UPDATE SKIP LOCKED
   ), ${COUNTED}`,
);

// Two statements, because no index serves IS NOT DISTINCT FROM.
const INSERT_WITH_TARGET = insertOrCount('audit_insert_with_target', 'target = $6');
const INSERT_WITHOUT_TARGET = insertOrCount('audit_insert_without_target', 'target IS NULL AND $6::text IS NULL');

/**
 * Adds the running call to the audit trail, in the transaction of its change and in the round trip of its commit. A call adds one
 * row, or counts in an equal one of the same minute: a later transaction of the call adds nothing unless the call acts `inParts`, nor does
 * a job, which acts for a call that is recorded already. A call that changes nothing isn't recorded.
 */
export function recordAudit(trx: Trx, entry: AuditEntry): void {
  const { clientId, target = null, fields = [], details, actor, inParts = false, countedIn = 'newest' } = entry;
  const call = currentCall();
  if (!call || (call.recorded && !inParts)) return;
  afterCommit(trx, () => {
    call.recorded = true;
  });
  const { kind, id, name } = actor ?? call.actor;
  const ofNewest = target === null ? INSERT_WITHOUT_TARGET : INSERT_WITH_TARGET;
  queueWrite(trx, { newest: ofNewest, any: INSERT_OR_COUNT_IN_ANY, none: INSERT_ALWAYS }[countedIn], [
    clientId ?? NO_CLIENT,
    kind,
    id,
    name,
    call.action,
    target === null ? null : String(target),
    fields,
    details ? JSON.stringify(details) : null,
    call.network,
    call.requestId,
  ]);
}

/** Adds counted refusals to the audit trail. @param trx a transaction of the role `provider` */
export async function insertRefusals(trx: Trx, refusals: readonly CountedRefusal[]): Promise<void> {
  await execute(
    trx,
    `INSERT INTO audit_log (client_id, actor_kind, actor_id, actor_name, action, target, network, request_id, times)
     SELECT r.client_id, r.actor_kind, r.actor_id, r.actor_name, r.action, r.target, r.network, '', r.times
     FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
       AS r (client_id, actor_kind, actor_id, actor_name, action, target, network, times)`,
    [
      refusals.map(({ clientId }) => clientId ?? NO_CLIENT),
      refusals.map(({ actor }) => actor.kind),
      refusals.map(({ actor }) => actor.id),
      refusals.map(({ actor }) => actor.name),
      refusals.map(({ action }) => action),
      refusals.map(({ target }) => target),
      refusals.map(({ network }) => network),
      refusals.map(({ times }) => times),
    ],
  );
}
