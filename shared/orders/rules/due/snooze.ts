import { addDays, type Day, localDay } from '#shared/kit/days.ts';

/** Last day to which an item can be snoozed, in days from today. */
const MAX_SNOOZE_DAYS = 14;

/** Why an item that ends today can't be snoozed. */
export const ENDS_TODAY = 'No se puede posponer: vence hoy';

/**
 * Returns the last day to which an item can be snoozed: 14 days ahead, and not after the day of its deadline, on which it comes back.
 * An overdue item has nothing left to come back before. Null for an item that ends today.
 */
export function lastSnoozeDay(now: Date, deadline: Date | null): Day | null {
  const today = localDay(now);
  const furthest = addDays(today, MAX_SNOOZE_DAYS);
  if (deadline === null || deadline < now) return furthest;
  const last = localDay(deadline);
  if (last === today) return null;
  return last < furthest ? last : furthest;
}
