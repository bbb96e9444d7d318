import { run, type Trx } from '#server/db/connection.ts';
import type { Read } from '#server/db/database.ts';
import type { ActivityRow } from '#shared/activity.ts';

/** Position in the list: microseconds since 1970 and the row's id. */
export interface ActivityPosition {
  at_us: number;
  id: number;
}

/** Any actor's name; or users of the client, with all of the provider's people and systems if `provider`. */
export type ActorCriteria = { name: string } | { users: readonly number[]; provider: boolean };

/** Filters of the audit trail; absent ones don't filter. */
export interface ActivityCriteria {
  /** The client; null for the rows of all clients, which only the role `provider` may read. */
  clientId: number | null;
  from?: Date | undefined;
  before?: Date | undefined;
  /** Who acted. */
  actor?: ActorCriteria | undefined;
  action?: string | undefined;
  target?: string | undefined;
}

export type StoredActivity = ActivityRow & ActivityPosition & { client_id: number | null };

const COLUMNS = `nullif(client_id, 0) AS client_id, id, wire_time(at) AS at, (extract(epoch FROM at) * 1000000)::bigint AS at_us,
  json_build_object('kind', actor_kind, 'name', actor_name) AS actor, action, target, fields, details, network, request_id, times`;

/** The rows to read: those after a position, or those from a number on. */
export interface ActivityRange {
  after?: ActivityPosition | null;
  offset?: number;
  limit: number;
}

/** Returns the ids of a client's users with a name, ignoring case and accents: removed users may have had it, too. */
export async function findUserIds(trx: Trx, clientId: number, username: string): Promise<number[]> {
  const rows = await run<{ id: number }>(
    trx,
    'SELECT id FROM users WHERE client_id = $1 AND norm(username) = norm($2)',
    [clientId, username],
  );
  return rows.map(({ id }) => id);
}

/** Reads rows, newest first. */
export async function readActivity(
  trx: Trx,
  criteria: ActivityCriteria,
  range: ActivityRange,
): Promise<StoredActivity[]> {
  const { text, values } = activityRows(criteria, range);
  return run<StoredActivity>(trx, text, values);
}

/** Returns the statement of a list. The columns are named by their table, because `at` on the wire has only seconds. */
export function activityRows(criteria: ActivityCriteria, { after, offset = 0, limit }: ActivityRange): Read {
  const values: unknown[] = [limit, offset];
  const text = `SELECT ${COLUMNS} FROM audit_log l ${where(criteria, values, after)}
     ORDER BY l.at DESC, l.id DESC LIMIT $1 OFFSET $2`;
  return { text, values };
}

/** Counts rows, at most `most`. */
export async function countActivity(trx: Trx, criteria: ActivityCriteria, most: number): Promise<number> {
  const { text, values } = activityCount(criteria, most);
  const [row] = await run<{ n: number }>(trx, text, values);
  return row?.n ?? 0;
}

/** Returns the statement that counts rows. */
export function activityCount(criteria: ActivityCriteria, most: number): Read {
  const values: unknown[] = [most];
  const text = `SELECT count(*)::integer AS n FROM (SELECT FROM audit_log l ${where(criteria, values)} LIMIT $1)`;
  return { text, values };
}

/** Returns the WHERE clause of a list. Appends its parameters to `values`. */
function where(
  { clientId, from, before, actor, action, target }: ActivityCriteria,
  values: unknown[],
  after?: ActivityPosition | null,
): string {
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(clientId === null ? [] : [`client_id = ${parameter(clientId)}`]),
    ...(from ? [`l.at >= ${parameter(from)}`] : []),
    ...(before ? [`l.at < ${parameter(before)}`] : []),
    ...(actor ? [ofActor(actor, parameter)] : []),
    ...(action ? [`action = ${parameter(action)}`] : []),
    ...(target ? [`target = ${parameter(target)}`] : []),
    ...(after
      ? [
          `(l.at, l.id) < ('epoch'::timestamptz + ${parameter(after.at_us)} * interval '1 microsecond', ${parameter(after.id)})`,
        ]
      : []),
  ];
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** Returns the condition of an actor. A name is compared without case and accents; ids of users have an index. */
function ofActor(actor: ActorCriteria, parameter: (value: unknown) => string): string {
  if ('name' in actor) return `norm(actor_name) = norm(${parameter(actor.name)})`;
  const users = `actor_kind = 'user' AND actor_id = ANY (${parameter(actor.users)}::bigint[])`;
  return actor.provider ? `(${users} OR actor_kind IN ('staff', 'key'))` : users;
}
