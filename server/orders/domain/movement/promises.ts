import type { Trx } from '#server/db/connection.ts';
import { type CountedDay, countedDay, daysAfterCollection } from '#shared/orders/rules/due/promise.ts';
import { type Calendar, NATIONAL_CALENDAR, workingDaysBetween } from '#shared/provider/rules/working-days.ts';
import { findUnpromised, type QuotedDays, writePromises } from './promises.store.ts';

/**
 * Makes the first promise of each of the client's shipments that has none: the quoted number of working days after
 * their collection. The caller has locked their orders and refreshes the flags afterwards.
 */
export async function makePromises(
  trx: Trx,
  clientId: number,
  shipments: readonly { id: number; collection: CountedDay }[],
  calendar: Calendar,
): Promise<void> {
  if (shipments.length === 0) return;
  const collections = new Map(shipments.map(({ id, collection }) => [id, collection]));
  const unpromised = await findUnpromised(trx, clientId, [...collections.keys()]);
  if (unpromised.length === 0) return;
  const promises = unpromised.map((quoted) => {
    const { minDays, maxDays } = deliveryDays(quoted);
    const collection = collections.get(quoted.id) as CountedDay;
    const last = daysAfterCollection(collection, maxDays);
    return {
      id: quoted.id,
      after: last.after,
      days: last.days,
      min: countedDay(daysAfterCollection(collection, minDays), calendar),
      max: countedDay(last, calendar),
    };
  });
  await writePromises(trx, clientId, promises);
}

/** Returns how many working days after its collection an order was quoted. Orders of the version before were quoted by the national calendar. */
function deliveryDays({ created, min, max, minDays, maxDays }: QuotedDays): { minDays: number; maxDays: number } {
  return {
    minDays: minDays ?? workingDaysBetween(created, min, NATIONAL_CALENDAR),
    maxDays: maxDays ?? workingDaysBetween(created, max, NATIONAL_CALENDAR),
  };
}
