import type { Deps } from '#server/domain/deps.ts';
import { movePromises } from '#server/orders/domain/movement/move-promises.ts';
import { localDay } from '#shared/days.ts';

/**
 * Counts the last promised days of a client's awaited parcels again and corrects those that differ from the calendar. A difference is a
 * bug, so it is logged as an error.
 *
 * @returns the number of parcels whose promise differed
 */
export async function recountPromises(deps: Deps, clientId: number, stopping: AbortSignal): Promise<number> {
  const wrong = await movePromises(deps, clientId, localDay(deps.clock()), stopping);
  if (wrong > 0) {
    deps.log.error(
      { event: 'promise_drift', clientId, parcels: wrong },
      'promised days differed from the calendar and are corrected',
    );
  }
  return wrong;
}
