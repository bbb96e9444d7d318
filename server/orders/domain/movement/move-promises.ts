import { forEachStep, lastOfFullStep } from '#server/cluster/in-steps.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import type { Day } from '#shared/kit/days.ts';
import { type CountedDay, countedDay } from '#shared/orders/rules/due/promise.ts';
import { type Calendar, NATIONAL_CALENDAR, workingDaysBetween } from '#shared/provider/rules/working-days.ts';
import { type PromiseGroup, readGroup, readPromiseGroups, writeCounted } from './move-promises.store.ts';

/** Shipments in one transaction. */
const STEP = 200;

/**
 * Moves the last promised days of a client's awaited shipments to the days that the calendar gives, `STEP` shipments
 * per transaction. First promises stay. May run on several nodes and be interrupted.
 *
 * @param today start of the count for promises of the previous version, which didn't store theirs
 * @returns the number of shipments whose promise moved
 */
export async function movePromises(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  clientId: number,
  today: Day,
  stopping: AbortSignal,
): Promise<number> {
  const groups = await db.withClient(clientId, async (trx) => {
    const [known, calendar] = await Promise.all([readPromiseGroups(trx, clientId), readCalendar(trx)]);
    return known.filter((group) => moves(group, calendar, today));
  });
  let moved = 0;
  for (const group of groups) {
    await forEachStep(stopping, 0, async (after) => {
      const step = await db.withClient(clientId, async (trx) => {
        const shipments = await readGroup(trx, clientId, group, { after, limit: STEP });
        if (shipments.length === 0) return shipments;
        const orders = [...new Set(shipments.map(({ order_pk }) => order_pk))];
        await lockOrders(trx, clientId, orders);
        const counted = countedOf(group, today);
        const ids = shipments.map(({ id }) => id);
        if (group.after === null && counted) await writeCounted(trx, clientId, { ...group, ids, counted });
        await refreshFlags(trx, clientId, orders);
        events.record(trx, clientId, 'shipment.promise_moved');
        return shipments;
      });
      moved += step.length;
      return lastOfFullStep(step, STEP)?.id;
    });
  }
  return moved;
}

/** Whether the promise of a group is another day by a calendar. */
export function moves(group: PromiseGroup, calendar: Calendar, today: Day): boolean {
  const counted = countedOf(group, today);
  return counted !== null && countedDay(counted, calendar) !== group.promisedOn;
}

/** Returns how a promise is counted; null for one of the version before that is over, or isn't on a working day. */
function countedOf({ promisedOn, after, days }: PromiseGroup, today: Day): CountedDay | null {
  if (after !== null && days !== null) return { after, days };
  const counted = { after: today, days: workingDaysBetween(today, promisedOn, NATIONAL_CALENDAR) };
  return counted.days > 0 && countedDay(counted, NATIONAL_CALENDAR) === promisedOn ? counted : null;
}
