import { run, type Trx } from '#server/db/connection.ts';
import type { ActivityRow } from '#shared/activity.ts';

/** Position in the list: microseconds since 1970 and the row's id. */
export interface ActivityPosition {
  at_us: number;
  id: number;
}

/** Filters of the audit trail; absent ones don't filter. */
export interface ActivityCriteria {
  /** The client; null for the rows of all clients, which only the role `provider` may read. */
  clientId: number | null;
  from?: Date | undefined;
  before?: Date | undefined;
  actor?: string | undefined;
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

/** Reads rows, newest first. The columns are named by their table, because `at` on the wire has only seconds. */
export function readActivity(
  trx: Trx,
  criteria: ActivityCriteria,
  { after, offset = 0, limit }: ActivityRange,
): Promise<StoredActivity[]> {
  const values: unknown[] = [limit, offset];
  return run<StoredActivity>(
    trx,
    `SELECT ${COLUMNS} FROM audit_log l ${where(criteria, values, after)}
     ORDER BY l.at DESC, l.id DESC LIMIT $1 OFFSET $2`,
    values,
  );
}

/** Counts rows, at most `most`. */
export async function countActivity(trx: Trx, criteria: ActivityCriteria, most: number): Promise<number> {
  const values: unknown[] = [most];
  const [row] = await run<{ n: number }>(
    trx,
    `SELECT count(*)::integer AS n FROM (SELECT FROM audit_log l ${where(criteria, values)} LIMIT $1)`,
    values,
  );
  return row?.n ?? 0;
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
    ...(actor ? [`norm(actor_name) = norm(${parameter(actor)})`] : []),
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
