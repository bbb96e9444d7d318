import type { Deps } from '#server/integrations/deps.ts';
import { CALENDAR, calendarOf } from '#server/orders/domain/calendar.store.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { addDays, startOfDay } from '#shared/kit/days.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { listsKind, type readToday as readCall, TO_RESOLVE } from '#shared/orders/pending.ts';
import { deadlineAt } from '#shared/orders/rules/due/deadline.ts';
import { collectionDeadline } from '#shared/orders/rules/due/promise.ts';
import { type OpenItemKind, seesKind } from '#shared/orders/rules/open-item-kinds.ts';
import { countPending, FIRST, type NamedItem, readFirst, type StoredKind } from './pending.store.ts';
import { momentOf, sortKinds } from './pending-list.ts';
import { readFigures } from './today.store.ts';

/** Reads what the client has to do today, in one round trip. */
export async function readToday(deps: Deps, caller: Caller): Promise<ReplyOf<typeof readCall>> {
  const { clientId, prepago } = caller;
  const moment = momentOf(deps);
  const since = new Date(startOfDay(addDays(moment.today, -1)));
  const [[figures], counted, items, calendar] = await deps.db.read(clientId, [
    readFigures(clientId, since),
    countPending(clientId, moment),
    readFirst(clientId, moment),
    CALENDAR,
  ]);
  const collection = collectionDeadline(moment.now, deps.config.COLLECTION_CUTOFF, calendarOf(calendar));
  const kinds = sortKinds(counted, caller, collection);
  if (!figures) throw new Error('the figures have no row');
  const line = (kind: OpenItemKind) => ({
    total: kinds.find((row) => row.kind === kind)?.total ?? 0,
    first: items.filter((item) => item.kind === kind).map(namedOrder),
  });
  const resolve = kinds.filter(({ kind }) => listsKind(TO_RESOLVE, kind));
  const { any, labels, ...sinceYesterday } = figures;
  const pay = line('pay');
  return {
    results: {
      is_new: !any,
      print: seesKind(caller, 'print')
        ? {
            ...line('print'),
            labels,
            collection: deadlineAt(collection, moment.now) as NonNullable<ReturnType<typeof deadlineAt>>,
          }
        : null,
      resolve: {
        total: resolve.reduce((sum, { total }) => sum + total, 0),
        overdue: resolve.reduce((sum, { overdue }) => sum + overdue, 0),
        first: firstSubjects(resolve, items),
      },
      late: line('late'),
      // Unpaid orders may remain after the account lost its prepaid permission.
      pay: seesKind(caller, 'pay') && (prepago || pay.total > 0) ? pay : null,
      since_yesterday: sinceYesterday,
    },
  };
}

/** Returns the first subjects of the kinds, in the order of the kinds. */
const firstSubjects = (kinds: readonly StoredKind[], items: readonly NamedItem[]) =>
  kinds
    .flatMap(({ kind }) => items.filter((item) => item.kind === kind))
    .slice(0, FIRST)
    .map(({ subject_id, name, tracking_id, description }) => ({ id: subject_id, name, tracking_id, description }));

const namedOrder = ({ subject_id, name, tracking_id, description }: NamedItem) => ({
  id: subject_id,
  order_id: name,
  tracking_id: tracking_id ?? '',
  receiver_name: description ?? '',
});
