import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { CALENDAR, calendarOf } from '#server/orders/domain/calendar.store.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { pageCount } from '#server/platform/http/response/paging.ts';
import { localDay, wireTime } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { type listPending as listCall, listsKind, type PendingItem } from '#shared/orders/pending.ts';
import { deadlineAt } from '#shared/orders/rules/due/deadline.ts';
import { collectionDeadline } from '#shared/orders/rules/due/promise.ts';
import { lastSnoozeDay } from '#shared/orders/rules/due/snooze.ts';
import {
  isClosable,
  isSnoozable,
  KIND_NAMES,
  type OpenItemKind,
  seesKind,
} from '#shared/orders/rules/open-item-kinds.ts';
import { endOfDay } from '#shared/orders/rules/order-items.ts';
import { countPending, type PendingMoment, readPending, type StoredItem, type StoredKind } from './pending.store.ts';

/** Returns the moment that items are counted at. */
export const momentOf = ({ clock }: Pick<Deps, 'clock'>): PendingMoment => {
  const now = clock();
  return { now, today: localDay(now) };
};

/** Reads the totals of the kinds that the caller sees: the kind with the earliest deadline first. Also returns the next collection. */
async function readKinds(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
  moment: PendingMoment,
): Promise<{ kinds: StoredKind[]; collection: Date }> {
  const [counted, calendar] = await db.read(caller.clientId, [countPending(caller.clientId, moment), CALENDAR]);
  const collection = collectionDeadline(moment.now, config.COLLECTION_CUTOFF, calendarOf(calendar));
  return { kinds: sortKinds(counted, caller, collection), collection };
}

/** Leaves out kinds that the caller doesn't see, and sorts the others by their earliest deadline. */
export function sortKinds(counted: readonly StoredKind[], caller: Caller, collection: Date): StoredKind[] {
  const time = ({ first }: StoredKind) => first?.getTime() ?? Number.POSITIVE_INFINITY;
  const position = ({ kind }: StoredKind) => KIND_NAMES.indexOf(kind);
  return counted
    .filter(({ kind }) => seesKind(caller, kind))
    .map((row) => (row.kind === 'print' ? { ...row, first: collection } : row))
    .sort((a, b) => (time(a) === time(b) ? position(a) - position(b) : time(a) - time(b)));
}

/** Lists what requires the sender's action. A page past the last page returns the last page. */
export async function listPending(
  deps: Deps,
  caller: Caller,
  { kind: wanted, page: requested, limit }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const moment = momentOf(deps);
  const { kinds, collection } = await readKinds(deps, caller, moment);
  const listed = kinds.filter(({ kind }) => listsKind(wanted, kind));
  const total = listed.reduce((sum, row) => sum + row.total, 0);
  const pages = pageCount(total, limit);
  const page = Math.min(requested, pages);
  return {
    results: await readItems(
      deps,
      caller.clientId,
      { ...moment, collection },
      slices(listed, { limit, offset: (page - 1) * limit }),
    ),
    pagination: { page, pages, total, limit },
    today: moment.today,
    kinds: kinds.map(({ kind, total: n, overdue }) => ({ kind, total: n, overdue })),
  };
}

/** A part of a page: rows of one kind. */
export interface KindSlice {
  kind: OpenItemKind;
  limit: number;
  offset: number;
}

/** Splits a slice of the concatenated kinds into a slice of each kind that it contains. */
function slices(kinds: readonly StoredKind[], { limit, offset }: { limit: number; offset: number }): KindSlice[] {
  const parts: KindSlice[] = [];
  let begin = 0;
  for (const { kind, total } of kinds) {
    const [from, to] = [Math.max(offset, begin), Math.min(offset + limit, begin + total)];
    if (from < to) parts.push({ kind, limit: to - from, offset: from - begin });
    begin += total;
  }
  return parts;
}

/** Reads slices of kinds in one round trip. @param moment with the time of the next collection */
async function readItems(
  { db }: { db: Database },
  clientId: number,
  { collection, ...moment }: PendingMoment & { collection: Date },
  parts: readonly KindSlice[],
): Promise<PendingItem[]> {
  if (parts.length === 0) return [];
  const found = await db.read(
    clientId,
    parts.map(({ kind, ...slice }) => readPending(clientId, kind, moment, slice)),
  );
  return parts.flatMap(({ kind }, index) =>
    (found[index] ?? []).map((row) => {
      const day = row.due_on === null ? null : endOfDay(row.due_on);
      const deadline = kind === 'print' ? collection : kind === 'late' ? day : row.deadline;
      return toItem(kind, row, deadline, moment);
    }),
  );
}

function toItem(kind: OpenItemKind, row: StoredItem, deadline: Date | null, { now }: PendingMoment): PendingItem {
  const { id, subject_id, name, tracking_id, description, detail, cause_at, amount_cents } = row;
  return {
    id,
    kind,
    detail,
    thing: { id: subject_id, name, tracking_id, description },
    since: wireTime(cause_at),
    deadline: deadlineAt(deadline, now),
    amount: amount_cents / 100,
    snooze_until: isSnoozable(kind) ? lastSnoozeDay(now, deadline) : null,
    closable: isClosable(kind),
  };
}
