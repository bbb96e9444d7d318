import { execute, run, type Trx } from '#server/db/connection.ts';
import { microsecondsSql, type RowPosition, timeSql } from '#server/db/list/row-position.ts';
import { type Query, type Statement, statement, variant } from '#server/db/statement.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import type { ActivityRow } from '#shared/people/activity.ts';
import { ACTOR_KINDS } from '#shared/people/rules/activity/audit-actions.ts';

/** An actor in a row: by the name at the time of the row, or by kind and id. */
export type ActorMatch = { name: string } | ActorId;

interface ActorId {
  kind: string;
  id: number;
}

/**
 * Who acted. The provider searches by kind and id; the actor must also match one entry of `anyOf`. A company searches
 * among its users, and with `provider` among all of the provider's people and systems.
 */
export type ActorCriteria =
  | { kind?: string | undefined; id?: number | undefined; anyOf?: readonly ActorMatch[] | undefined }
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

export type StoredActivity = Omit<ActivityRow, 'target_name'> & RowPosition & { client_id: number | null };

/** A row with the actor's e-mail and the client's name, which only the role `provider` reads. */
export type ProviderActivity = StoredActivity & { actor: { email: string | null }; nombre_empresa: string | null };

const COLUMNS = `nullif(l.client_id, 0) AS client_id, l.id, wire_time(l.at) AS at, ${microsecondsSql('l.at')} AS at_us,
  l.action, l.target, l.fields, l.details, l.network, l.request_id, l.times`;

const ACTOR = `'kind', l.actor_kind, 'id', l.actor_id, 'name', l.actor_name`;

/** The rows to read: those after a position, or those from a number on. */
export interface ActivityRange {
  after?: RowPosition | null;
  offset?: number;
  limit: number;
}

/** Whether a client with this id exists. */
export async function isClient(trx: Trx, clientId: number): Promise<boolean> {
  return (await execute(trx, 'SELECT FROM clients WHERE client_id = $1', [clientId])) > 0;
}

const FIND_USER_IDS = statement(
  'activity.find-user-ids',
  'SELECT id FROM users WHERE client_id = $1 AND norm(username) = norm($2)',
);

/** Returns the ids of a client's users with a name, ignoring case and accents: removed users may have had it, too. */
export async function findUserIds(trx: Trx, clientId: number, username: string): Promise<number[]> {
  const rows = await run(trx, FIND_USER_IDS, [clientId, username]);
  return rows.map(({ id }) => id);
}

/** Reads rows, newest first. */
export async function readActivity(
  trx: Trx,
  criteria: ActivityCriteria,
  range: ActivityRange,
): Promise<StoredActivity[]> {
  const { text, values } = activityRows(criteria, range);
  return run(trx, variant(ROWS, text), values);
}

/** Kinds of actors that have ids. */
const NUMBERED_KINDS = ACTOR_KINDS.filter((kind) => kind !== 'anonymous');

const MATCH_ACTORS: Statement<ActorId> = statement(
  'activity.match-actors',
  `SELECT 'staff' AS kind, id::bigint FROM staff WHERE lower(email) = lower($1)
   UNION ALL SELECT 'user', id FROM users WHERE lower(email) = lower($1)`,
);

/**
 * Returns the ways in which the provider finds an actor by a text: the name, as rows have it, the e-mail that a person has today, or the
 * id. Digits can be a name too, such as a CUIT.
 *
 * @param trx a transaction of the role `provider`
 */
export async function matchActors(trx: Trx, text: string): Promise<ActorMatch[]> {
  const people = await run(trx, MATCH_ACTORS, [text]);
  const id = parseRowId(text);
  return [{ name: text }, ...people, ...(id === null ? [] : NUMBERED_KINDS.map((kind) => ({ kind, id })))];
}

/** Reads rows with the e-mails of their actors, newest first. @param trx a transaction of the role `provider` */
export async function readProviderActivity(
  trx: Trx,
  criteria: ActivityCriteria,
  range: ActivityRange,
): Promise<ProviderActivity[]> {
  const { text, values } = providerActivityRows(criteria, range);
  return run(trx, variant(PROVIDER_ROWS, text), values);
}

/** Counts rows of all clients, at most `most`. @param trx a transaction of the role `provider` */
export async function countProviderActivity(trx: Trx, criteria: ActivityCriteria, most: number): Promise<number> {
  const { text, values } = providerActivityCount(criteria, most);
  const [row] = await run(trx, variant(PROVIDER_COUNT, text), values);
  return row?.n ?? 0;
}

/** Returns the statement of the provider's list: the keys of the rows from indexes, then the rows. */
export function providerActivityRows(criteria: ActivityCriteria, { after, offset = 0, limit }: ActivityRange): Query {
  const values: unknown[] = [limit, offset, offset + limit];
  const text = `SELECT ${COLUMNS}, json_build_object(${ACTOR}, 'email', coalesce(st.email, u.email)) AS actor, c.nombre_empresa
     FROM (SELECT * FROM (${foundRows(criteria, values, after)}) found ORDER BY at DESC, id DESC LIMIT $1 OFFSET $2) page
       JOIN audit_log l USING (client_id, id, at)
       LEFT JOIN clients c ON c.client_id = l.client_id
       LEFT JOIN staff st ON l.actor_kind = 'staff' AND st.id = l.actor_id
       LEFT JOIN users u ON l.actor_kind = 'user' AND u.client_id = l.client_id AND u.id = l.actor_id
     ORDER BY l.at DESC, l.id DESC`;
  return { text, values };
}

/** Returns the statement that counts rows of the provider's list. */
export function providerActivityCount(criteria: ActivityCriteria, most: number): Query {
  const values: unknown[] = [most, 0, most];
  const text = `SELECT count(*)::integer AS n FROM (SELECT FROM (${foundRows(criteria, values)}) found LIMIT $1 OFFSET $2)`;
  return { text, values };
}

/**
 * Returns a query of the newest $3 rows' keys. Each way to match the actor is read from an index of its own: with OR, all of the
 * actor's rows would be sorted.
 */
function foundRows(criteria: ActivityCriteria, values: unknown[], after?: RowPosition | null): string {
  const { actor } = criteria;
  const ways = actor && 'anyOf' in actor ? actor.anyOf?.map((match) => ({ ...actor, anyOf: [match] })) : undefined;
  return (ways ?? [actor])
    .map(
      (way) =>
        `(SELECT l.client_id, l.id, l.at FROM audit_log l ${where({ ...criteria, actor: way }, values, after)}
          ORDER BY l.at DESC, l.id DESC LIMIT $3)`,
    )
    .join(' UNION ');
}

/** Returns the statement of a list. The columns are named by their table, because `at` on the wire has only seconds. */
export function activityRows(criteria: ActivityCriteria, { after, offset = 0, limit }: ActivityRange): Query {
  const values: unknown[] = [limit, offset];
  const text = `SELECT ${COLUMNS}, json_build_object(${ACTOR}) AS actor FROM audit_log l ${where(criteria, values, after)}
     ORDER BY l.at DESC, l.id DESC LIMIT $1 OFFSET $2`;
  return { text, values };
}

/** Counts rows, at most `most`. */
export async function countActivity(trx: Trx, criteria: ActivityCriteria, most: number): Promise<number> {
  const { text, values } = activityCount(criteria, most);
  const [row] = await run(trx, variant(COUNT, text), values);
  return row?.n ?? 0;
}

/** Returns the statement that counts rows. */
export function activityCount(criteria: ActivityCriteria, most: number): Query {
  const values: unknown[] = [most];
  const text = `SELECT count(*)::integer AS n FROM (SELECT FROM audit_log l ${where(criteria, values)} LIMIT $1)`;
  return { text, values };
}

/** Returns the WHERE clause of a list. Appends its parameters to `values`. */
function where(
  { clientId, from, before, actor, action, target }: ActivityCriteria,
  values: unknown[],
  after?: RowPosition | null,
): string {
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(clientId === null ? [] : [`l.client_id = ${parameter(clientId)}`]),
    ...(from ? [`l.at >= ${parameter(from)}`] : []),
    ...(before ? [`l.at < ${parameter(before)}`] : []),
    ...(actor ? ofActor(actor, parameter) : []),
    ...(action ? [`l.action = ${parameter(action)}`] : []),
    ...(target ? [`l.target = ${parameter(target)}`] : []),
    ...(after ? [`(l.at, l.id) < (${timeSql(parameter(after.at_us))}, ${parameter(after.id)})`] : []),
  ];
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** Returns the conditions of an actor. A name is compared without case and accents; ids of users have an index. */
function ofActor(actor: ActorCriteria, parameter: (value: unknown) => string): string[] {
  if ('users' in actor) {
    const users = `l.actor_kind = 'user' AND l.actor_id = ANY (${parameter(actor.users)}::bigint[])`;
    return [actor.provider ? `(${users} OR l.actor_kind IN ('staff', 'key'))` : users];
  }
  const { kind, id, anyOf = [] } = actor;
  const ofId = (of: { kind?: string | undefined; id?: number | undefined }) => [
    ...(of.kind === undefined ? [] : [`l.actor_kind = ${parameter(of.kind)}`]),
    ...(of.id === undefined ? [] : [`l.actor_id = ${parameter(of.id)}`]),
  ];
  const matches = anyOf.map((match) =>
    'name' in match ? `norm(l.actor_name) = norm(${parameter(match.name)})` : ofId(match).join(' AND '),
  );
  return [...ofId({ kind, id }), ...(matches.length > 0 ? [`(${matches.join(' OR ')})`] : [])];
}

const ANY: ActivityCriteria = { clientId: null };

const ROWS: Statement<StoredActivity> = statement('activity.rows', activityRows(ANY, { limit: 1 }).text, {
  nullable: ['client_id'],
});

const COUNT = statement('activity.count', activityCount(ANY, 1).text);

const PROVIDER_ROWS: Statement<ProviderActivity> = statement(
  'activity.provider-rows',
  providerActivityRows(ANY, { limit: 1 }).text,
  { nullable: ['client_id'] },
);

const PROVIDER_COUNT = statement('activity.provider-count', providerActivityCount(ANY, 1).text);
