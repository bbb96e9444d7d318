import { currentUser } from '#shared/people/account.ts';
import type { Calendar } from '#shared/provider/working-days.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { useApiQuery } from '#web/lib/queries.ts';

/** Five minutes: a change event makes it stale at once. */
const STALE_TIME_MS = 5 * MINUTE_MS;

/** Returns the provider's calendar from today on; the national one until it is known, and before a gateway without it. */
export function useCalendar(): Calendar {
  const { data } = useApiQuery(currentUser, {}, { staleTime: STALE_TIME_MS });
  return new Map(data?.results.calendar?.map(({ date, works }) => [date, works]));
}
