import { type Day, firstOfMonth } from '#shared/kit/days.ts';

/** Returns the days of a filter, both included; by default from the first of this month to today (readings C44). */
export const periodOf = (
  filter: { from_date?: Day | undefined; to_date?: Day | undefined } | undefined,
  today: Day,
): { from: Day; to: Day } => ({ from: filter?.from_date ?? firstOfMonth(today), to: filter?.to_date ?? today });
