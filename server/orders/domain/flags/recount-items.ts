import { forEachStep, lastOfFullStep } from '#server/cluster/in-steps.ts';
import type { Trx } from '#server/db/connection.ts';
import { OLDEST } from '#server/db/list/row-position.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { type OpenItem, readItemsOf } from '#server/orders/domain/flags/open-items.store.ts';
import { lockOrders, readOrderFacts } from '#server/orders/domain/flags/order-flags.ts';
import { ORDER_ITEM_KINDS, orderItemRows, syncOrderItems } from '#server/orders/domain/flags/order-items.ts';
import { findSubjectDrift, SUBJECT_SORTS, syncSubjectItems } from '#server/orders/domain/subject-items.store.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { STATE_GROUPS } from '#shared/orders/rules/state-group.ts';
import { readOrdersOfGroup, readSubjectsOfItems } from './recount-items.store.ts';

/** Orders in one transaction. */
const STEP = 500;

const OPEN_GROUPS = STATE_GROUPS.filter((group) => group !== 'final');

/** Orders to compare, and where the next step begins unless this was the last one. */
interface Step<P> {
  ids: readonly number[];
  next: P | undefined;
}

/**
 * Derives the open items of a client's orders again and corrects those that differ: of all orders that haven't ended,
 * group by group, and of everything else that has items. Ended orders without items aren't read: their number only
 * grows. An order that changes after its group was read gets its items by that change.
 *
 * @returns the number of orders whose items differed
 */
export async function correctOrderItems(
  { db }: Pick<Deps, 'db'>,
  clientId: number,
  stopping: AbortSignal,
  limit = STEP,
): Promise<number> {
  let wrong = 0;
  const correctStep = async <P>(read: (trx: Trx) => Promise<Step<P>>): Promise<P | undefined> => {
    const [{ next }, differing] = await db.withClient(clientId, async (trx) => {
      const step = await read(trx);
      return [step, await differingOrders(trx, clientId, step.ids)];
    });
    // A concurrent change may have caused a difference, so it is confirmed with the orders locked.
    if (differing.length > 0) wrong += await db.withClient(clientId, (trx) => correctItems(trx, clientId, differing));
    return next;
  };
  for (const group of OPEN_GROUPS) {
    await forEachStep(stopping, OLDEST, (after) =>
      correctStep(async (trx) => {
        const orders = await readOrdersOfGroup(trx, clientId, { group, after, limit });
        return { ids: orders.map(({ id }) => id), next: lastOfFullStep(orders, limit) };
      }),
    );
  }
  await forEachStep(stopping, 0, (after) =>
    correctStep(async (trx) => {
      const subjects = await readSubjectsOfItems(trx, clientId, { groups: OPEN_GROUPS, after, limit });
      return {
        ids: subjects.filter(({ other }) => other).map(({ id }) => id),
        next: lastOfFullStep(subjects, limit)?.id,
      };
    }),
  );
  return wrong;
}

/**
 * Derives the open items of a client again and corrects those that differ. A difference is a bug, so it is logged as an error.
 *
 * @returns the number of orders and other subjects whose items differed
 */
export async function recountItems(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  clientId: number,
  stopping: AbortSignal,
): Promise<number> {
  let wrong = await correctOrderItems({ db }, clientId, stopping);
  for (const sort of SUBJECT_SORTS) {
    wrong += await db.withClient(clientId, async (trx) => {
      if ((await findSubjectDrift(trx, clientId, sort)).length === 0) return 0;
      // A concurrent change may have caused the difference. Changes of stock and people take this lock, too, so the
      // difference is confirmed under it.
      lockClient(trx, clientId);
      const differing = await findSubjectDrift(trx, clientId, sort);
      if (differing.length > 0) syncSubjectItems(trx, clientId, sort, differing);
      return differing.length;
    });
  }
  if (wrong > 0) {
    log.error(
      { event: 'item_drift', clientId, subjects: wrong },
      'open items differed from their orders and are corrected',
    );
  }
  return wrong;
}

async function correctItems(trx: Trx, clientId: number, ids: readonly number[]): Promise<number> {
  await lockOrders(trx, clientId, ids);
  const differing = await differingOrders(trx, clientId, ids);
  if (differing.length > 0)
    await syncOrderItems(
      trx,
      clientId,
      differing,
      await readOrderFacts(trx, clientId, differing),
      await readCalendar(trx),
    );
  return differing.length;
}

/** Returns the orders whose stored items differ from the derived ones. */
async function differingOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const [stored, orders, calendar] = await Promise.all([
    readItemsOf(trx, clientId, { kinds: ORDER_ITEM_KINDS, subjects: ids }),
    readOrderFacts(trx, clientId, ids),
    readCalendar(trx),
  ]);
  const [kept, derived] = [bySubject(stored), bySubject(orders.flatMap((order) => orderItemRows(order, calendar)))];
  return ids.filter((id) => kept.get(id) !== derived.get(id));
}

/** Returns a text of the items of each subject, equal for equal items. */
function bySubject(items: readonly OpenItem[]): Map<number, string> {
  const groups = Map.groupBy(items, ({ subject_id }) => subject_id);
  const text = ({ kind, cause_at, opens_at, deadline, amount_cents }: OpenItem) =>
    JSON.stringify([kind, cause_at, opens_at, deadline, amount_cents]);
  return new Map([...groups].map(([subject, rows]) => [subject, rows.map(text).sort().join()]));
}
