import type { Trx } from '#server/db/connection.ts';
import type { RowPosition } from '#server/db/list/row-position.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { addDays, startOfDay } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { type listActivity as listCall, MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { isProviderKind } from '#shared/people/rules/activity/audit-actions.ts';
import type * as staffCalls from '#shared/people/staff-activity.ts';
import {
  type ActivityCriteria,
  type ActivityRange,
  countActivity,
  countProviderActivity,
  findUserIds,
  matchActors,
  readActivity,
  readProviderActivity,
  type StoredActivity,
} from './activity.store.ts';
import { readTargetNames, type TargetNames, targetName } from './target-names.store.ts';

type Filter = QueryOf<typeof listCall>['filter'];

/**
 * Lists the audit trail of the caller's company, newest first: the rows after a cursor, or a page, where one past the end is the
 * last.
 *
 * @throws Failure 422 for an invalid cursor
 */
export async function listActivity(
  { db }: Pick<Deps, 'db'>,
  { clientId }: Caller,
  { filter, limit, cursor, page: requested }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const after = parseCursor(cursor);
  return db.withClient(clientId, async (trx) => {
    const criteria = await ofCompany(trx, clientId, filter);
    const reply = async (range: ActivityRange) => {
      const rows = await readActivity(trx, criteria, range);
      return replyOf(rows, limit, await readTargetNames(trx, rows, 'company'));
    };
    if (after) return { ...(await reply({ after, limit })), pagination: null };
    const total = await countActivity(trx, criteria, MAX_PAGED_ACTIVITY + 1);
    const { page, pages } = pageOf(requested, total, limit);
    return { ...(await reply({ offset: (page - 1) * limit, limit })), pagination: { page, pages, total, limit } };
  });
}

const replyOf = (rows: readonly StoredActivity[], limit: number, names: TargetNames) => ({
  results: rows.map((row) => {
    const { at_us: _, client_id: __, ...visible } = withoutProviderNames(row);
    return { ...visible, target_name: targetName(names, row) };
  }),
  cursor: cursorAfter(rows, limit),
});

/** Name of the provider's people and systems for a company. */
const PROVIDER = 'Proveedor';

/** Returns a row as the company may see it: without ids, names and networks of the provider's people and systems. */
export function withoutProviderNames(row: StoredActivity): StoredActivity {
  if (!isProviderKind(row.actor.kind)) return row;
  const { staff: _, ...details } = row.details ?? {};
  return { ...row, actor: { ...row.actor, id: null, name: PROVIDER }, network: '', details: row.details && details };
}

/** Returns the criteria of a company, which finds the provider's people and systems only by the name that it reads. */
export async function ofCompany(trx: Trx, clientId: number, { actor, ...filter }: Filter): Promise<ActivityCriteria> {
  const criteria = criteriaOf(clientId, filter);
  if (actor === undefined) return criteria;
  const users = await findUserIds(trx, clientId, actor);
  return { ...criteria, actor: { users, provider: fold(actor) === fold(PROVIDER) } };
}

/**
 * Lists the audit trail of all clients or one of them, newest first, with or without a cursor as `listActivity` does.
 *
 * @throws Failure 422 for an invalid cursor
 */
export async function listAllActivity(
  { db }: Pick<Deps, 'db'>,
  { filter, limit, cursor, page: requested }: QueryOf<typeof staffCalls.listAllActivity>,
): Promise<ReplyOf<typeof staffCalls.listAllActivity>> {
  const after = parseCursor(cursor);
  return db.withProvider(async (trx) => {
    const criteria = await ofProvider(trx, filter);
    const reply = async (range: ActivityRange) => {
      const rows = await readProviderActivity(trx, criteria, range);
      const names = await readTargetNames(trx, rows, 'provider');
      const results = rows.map(({ at_us: _, ...row }) => ({ ...row, target_name: targetName(names, row) }));
      return { results, cursor: cursorAfter(rows, limit) };
    };
    if (after) return { ...(await reply({ after, limit })), pagination: null };
    const total = await countProviderActivity(trx, criteria, MAX_PAGED_ACTIVITY + 1);
    const { page, pages } = pageOf(requested, total, limit);
    return { ...(await reply({ offset: (page - 1) * limit, limit })), pagination: { page, pages, total, limit } };
  });
}

/** Returns the page to read, the last one if the requested one is past the end, and the number of pages. */
function pageOf(requested: number, total: number, limit: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(Math.min(total, MAX_PAGED_ACTIVITY) / limit));
  return { page: Math.min(requested, pages), pages };
}

/** Id that nobody has. */
const NOBODY = -1;

type ProviderFilter = QueryOf<typeof staffCalls.exportAllActivity>['filter'];

/** Returns the criteria of a filter of the provider. A text that is no id finds nothing. */
export async function ofProvider(
  trx: Trx,
  { client, actor, actor_id, actor_kind, ...filter }: ProviderFilter,
): Promise<ActivityCriteria> {
  // 0 stands for rows that concern no client.
  const id = (text: string | undefined) =>
    text === undefined || text === '0' || parseRowId(text) !== null ? text : String(NOBODY);
  const clientId = id(client);
  const actorId = id(actor_id);
  return {
    ...criteriaOf(clientId === undefined ? null : Number(clientId), filter),
    actor: {
      kind: actor_kind,
      id: actorId === undefined ? undefined : Number(actorId),
      anyOf: actor === undefined ? undefined : await matchActors(trx, actor),
    },
  };
}

function criteriaOf(
  clientId: number | null,
  { from_date, to_date, ...filter }: Omit<Filter, 'actor'>,
): ActivityCriteria {
  return {
    clientId,
    ...filter,
    from: from_date === undefined ? undefined : new Date(startOfDay(from_date)),
    before: to_date === undefined ? undefined : new Date(startOfDay(addDays(to_date, 1))),
  };
}

function cursorAfter(rows: readonly StoredActivity[], limit: number): string | null {
  const last = rows.at(-1);
  return last && rows.length === limit ? Buffer.from(`${last.at_us}.${last.id}`).toString('base64url') : null;
}

function parseCursor(cursor: string | undefined): RowPosition | null {
  if (cursor === undefined) return null;
  const [, at, id] = /^(\d{1,16})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (at === undefined || id === undefined) {
    throw refusedField('cursor', 'El cursor no es válido');
  }
  return { at_us: Number(at), id: Number(id) };
}
