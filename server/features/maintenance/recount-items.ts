import type { Trx } from '#server/db/connection.ts';
import { OLDEST } from '#server/db/row-position.ts';
import { readCalendar } from '#server/domain/calendar.store.ts';
import { lockClient } from '#server/domain/client-lock.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { forEachStep, lastOfFullStep } from '#server/domain/in-steps.ts';
import { type OpenItem, readItemsOf } from '#server/domain/open-items.store.ts';
import { lockOrders, readOrderFacts } from '#server/domain/order-flags.ts';
import { ORDER_ITEM_KINDS, orderItemRows, syncOrderItems } from '#server/domain/order-items.ts';
import { findThingDrift, syncThingItems, THING_SORTS } from '#server/domain/thing-items.store.ts';
import { STATE_GROUPS } from '#shared/rules/state-group.ts';
import { readOrdersOfGroup, readThingsOfItems } from './maintenance.store.ts';

/** Orders in one transaction. */
const STEP = 500;

const OPEN_GROUPS = STATE_GROUPS.filter((group) => group !== 'final');

/** Orders to compare, and where the next step begins unless this was the last one. */
interface Step<P> {
  ids: readonly number[];
  next: P | undefined;
}

/**
 * Derives the open items of a client's orders again and corrects those that differ: of all orders that haven't ended, group by group,
 * and of all else that has items. Ended orders without items aren't read: their number only grows. An order that changes after
 * its group was read gets its items by that change.
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
      const things = await readThingsOfItems(trx, clientId, { groups: OPEN_GROUPS, after, limit });
      return { ids: things.filter(({ other }) => other).map(({ id }) => id), next: lastOfFullStep(things, limit)?.id };
    }),
  );
  return wrong;
}

/**
 * Derives the open items of a client again and corrects those that differ. A difference is a bug, so it is logged as an error.
 *
 * @returns the number of orders and other things whose items differed
 */
export async function recountItems(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  clientId: number,
  stopping: AbortSignal,
): Promise<number> {
  let wrong = await correctOrderItems({ db }, clientId, stopping);
  for (const sort of THING_SORTS) {
    wrong += await db.withClient(clientId, async (trx) => {
      if ((await findThingDrift(trx, clientId, sort)).length === 0) return 0;
      // A concurrent change may have caused the difference. Changes of stock and people take this lock, too, so it is confirmed under it.
      lockClient(trx, clientId);
      const differing = await findThingDrift(trx, clientId, sort);
      if (differing.length > 0) syncThingItems(trx, clientId, sort, differing);
      return differing.length;
    });
  }
  if (wrong > 0) {
    log.error(
      { event: 'item_drift', clientId, things: wrong },
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

/** Returns those of the orders whose stored items aren't the derived ones. */
async function differingOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const [stored, orders, calendar] = await Promise.all([
    readItemsOf(trx, clientId, { kinds: ORDER_ITEM_KINDS, things: ids }),
    readOrderFacts(trx, clientId, ids),
    readCalendar(trx),
  ]);
  const [kept, derived] = [byThing(stored), byThing(orders.flatMap((order) => orderItemRows(order, calendar)))];
  return ids.filter((id) => kept.get(id) !== derived.get(id));
}

/** Returns a text of the items of each thing, equal for equal items. */
function byThing(items: readonly OpenItem[]): Map<number, string> {
  const groups = Map.groupBy(items, ({ thing_id }) => thing_id);
  const text = ({ kind, cause_at, opens_at, deadline, amount_cents }: OpenItem) =>
    JSON.stringify([kind, cause_at, opens_at, deadline, amount_cents]);
  return new Map([...groups].map(([thing, rows]) => [thing, rows.map(text).sort().join()]));
}
