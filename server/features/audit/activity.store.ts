import { run, type Trx } from '#server/db/connection.ts';
import type { Read } from '#server/db/database.ts';
import type { ActivityRow } from '#shared/activity.ts';

/** Position in the list: microseconds since 1970 and the row's id. */
export interface ActivityPosition {
  at_us: number;
  id: number;
}

/**
 * Who acted, as the provider finds them: any actor by name or e-mail, or by kind and id. As a company finds them: its users, with all
 * of the provider's people and systems if `provider`.
 */
export type ActorCriteria =
  | { name?: string | undefined; kind?: string | undefined; id?: number | undefined }
  | { users: readonly number[]; provider: boolean };

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

/** A row with the actor's e-mail, which only the role `provider` reads. */
export type ProviderActivity = StoredActivity & { actor: { email: string | null } };

const COLUMNS = `nullif(l.client_id, 0) AS client_id, l.id, wire_time(l.at) AS at, (extract(epoch FROM l.at) * 1000000)::bigint AS at_us,
  l.action, l.target, l.fields, l.details, l.network, l.request_id, l.times`;

const ACTOR = `'kind', l.actor_kind, 'id', l.actor_id, 'name', l.actor_name`;

/** E-mail of a row's actor; null for keys and somebody without a session. */
const EMAIL = 'coalesce(st.email, u.email)';

const WITH_PEOPLE = `audit_log l
  LEFT JOIN staff st ON l.actor_kind = 'staff' AND st.id = l.actor_id
  LEFT JOIN users u ON l.actor_kind = 'user' AND u.client_id = l.client_id AND u.id = l.actor_id`;

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

/** Reads rows with the e-mails of their actors, newest first. @param trx a transaction of the role `provider` */
export async function readProviderActivity(
  trx: Trx,
  criteria: ActivityCriteria,
  { after, limit }: ActivityRange,
): Promise<ProviderActivity[]> {
  const values: unknown[] = [limit];
  return run<ProviderActivity>(
    trx,
    `SELECT ${COLUMNS}, json_build_object(${ACTOR}, 'email', ${EMAIL}) AS actor
     FROM ${WITH_PEOPLE} ${where(criteria, values, after)}
     ORDER BY l.at DESC, l.id DESC LIMIT $1`,
    values,
  );
}

/** Returns the statement of a list. The columns are named by their table, because `at` on the wire has only seconds. */
export function activityRows(criteria: ActivityCriteria, { after, offset = 0, limit }: ActivityRange): Read {
  const values: unknown[] = [limit, offset];
  const text = `SELECT ${COLUMNS}, json_build_object(${ACTOR}) AS actor FROM audit_log l ${where(criteria, values, after)}
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
    ...(clientId === null ? [] : [`l.client_id = ${parameter(clientId)}`]),
    ...(from ? [`l.at >= ${parameter(from)}`] : []),
    ...(before ? [`l.at < ${parameter(before)}`] : []),
    ...(actor ? ofActor(actor, parameter) : []),
    ...(action ? [`l.action = ${parameter(action)}`] : []),
    ...(target ? [`l.target = ${parameter(target)}`] : []),
    ...(after
      ? [
          `(l.at, l.id) < ('epoch'::timestamptz + ${parameter(after.at_us)} * interval '1 microsecond', ${parameter(after.id)})`,
        ]
      : []),
  ];
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** Returns the conditions of an actor. A name is compared without case and accents; ids of users have an index. */
function ofActor(actor: ActorCriteria, parameter: (value: unknown) => string): string[] {
  if ('users' in actor) {
    const users = `l.actor_kind = 'user' AND l.actor_id = ANY (${parameter(actor.users)}::bigint[])`;
    return [actor.provider ? `(${users} OR l.actor_kind IN ('staff', 'key'))` : users];
  }
  const { name, kind, id } = actor;
  const named = name === undefined ? '' : parameter(name);
  return [
    ...(named ? [`(norm(l.actor_name) = norm(${named}) OR lower(${EMAIL}) = lower(${named}))`] : []),
    ...(kind === undefined ? [] : [`l.actor_kind = ${parameter(kind)}`]),
    ...(id === undefined ? [] : [`l.actor_id = ${parameter(id)}`]),
  ];
}
