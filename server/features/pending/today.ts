import { CALENDAR, calendarOf } from '#server/domain/calendar.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { addDays, startOfDay } from '#shared/days.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { listsKind, type readToday as readCall, TO_RESOLVE } from '#shared/pending.ts';
import { deadlineAt } from '#shared/rules/deadline.ts';
import { hasOwnLine, KIND_NAMES, type OpenItemKind, seesKind } from '#shared/rules/open-item-kinds.ts';
import { collectionDeadline } from '#shared/rules/promise.ts';
import { countPending, readPending, type StoredItem, type StoredKind } from './pending.store.ts';
import { momentOf, readItems, slices, sortKinds } from './pending-list.ts';
import { countLabels, countSince, hasOrders } from './today.store.ts';

/** Orders that a line names. */
const NAMED = 2;

const LINES = KIND_NAMES.filter(hasOwnLine);

/** Reads what the client has to do today, in two round trips. */
export async function readToday(deps: Deps, caller: Caller): Promise<ReplyOf<typeof readCall>> {
  const { clientId, prepago } = caller;
  const moment = momentOf(deps);
  const since = new Date(startOfDay(addDays(moment.today, -1)));
  const [any, counted, labels, counts, calendar, ...named] = await deps.db.read(clientId, [
    hasOrders(clientId),
    countPending(clientId, moment),
    countLabels(clientId),
    countSince(clientId, since),
    CALENDAR,
    ...LINES.map((kind) => readPending(clientId, kind, moment, { limit: NAMED, offset: 0 })),
  ]);
  const collection = collectionDeadline(moment.now, deps.config.COLLECTION_CUTOFF, calendarOf(calendar));
  const kinds = sortKinds((counted?.rows ?? []) as StoredKind[], caller, collection);
  const line = (kind: OpenItemKind) => ({
    total: kinds.find((row) => row.kind === kind)?.total ?? 0,
    first: ((named[LINES.indexOf(kind)]?.rows ?? []) as StoredItem[]).map(namedOrder),
  });
  const resolve = kinds.filter(({ kind }) => listsKind(TO_RESOLVE, kind));
  const items = await readItems(
    deps,
    clientId,
    { ...moment, collection },
    slices(resolve, { limit: NAMED, offset: 0 }),
  );
  const pay = line('pay');
  return {
    results: {
      is_new: any?.rows[0].any === false,
      print: seesKind(caller, 'print')
        ? {
            ...line('print'),
            labels: labels?.rows[0].labels,
            collection: deadlineAt(collection, moment.now) as NonNullable<ReturnType<typeof deadlineAt>>,
          }
        : null,
      resolve: {
        total: resolve.reduce((sum, { total }) => sum + total, 0),
        overdue: resolve.reduce((sum, { overdue }) => sum + overdue, 0),
        first: items.map(({ thing }) => thing),
      },
      late: line('late'),
      // Unpaid orders may remain after the account lost its prepaid permission.
      pay: seesKind(caller, 'pay') && (prepago || pay.total > 0) ? pay : null,
      since_yesterday: counts?.rows[0],
    },
  };
}

const namedOrder = ({ thing_id, name, tracking_id, description }: StoredItem) => ({
  ...{ id: thing_id, order_id: name },
  tracking_id: tracking_id ?? '',
  receiver_name: description ?? '',
});
