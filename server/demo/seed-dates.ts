import type { Deps } from '#server/domain/deps.ts';
import { type Day, localTime, startOfDay } from '#shared/days.ts';
import type { Random } from './seeded-random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The same dependencies at another moment, in ms. */
export const depsAt = (deps: Deps, ms: number): Deps => ({ ...deps, clock: () => new Date(ms) });

/** Days before today on which the demonstration companies registered: before the oldest turn of the year. */
const OPENING_DAYS = 400;
const OPENING_HOUR = 10;

/** When the companies registered, in ms. */
export const registrationTime = (today: Day): number => startOfDay(today) - OPENING_DAYS * DAY + OPENING_HOUR * HOUR;

/** The beginning of the day on which an account's data were made, by when it registered; both in ms. */
export const seedDayStart = (registered: number): number => registered + OPENING_DAYS * DAY - OPENING_HOUR * HOUR;

/** A moment within office hours so many days before today, in ms. */
export function daysBefore(today: Day, days: number, random: Random): number {
  return startOfDay(today) - days * DAY + random.int(8 * 60, 19 * 60) * 60_000;
}

/** Noon of the last 30 December that is eight days past or more, in ms: a history of a week crosses the year's end. */
export function lastYearsEnd(today: Day): number {
  const enough = localTime(startOfDay(today) - 8 * DAY).day;
  const year = Number(enough.slice(0, 4));
  const candidate = `${year}-12-30`;
  return startOfDay(candidate <= enough ? candidate : `${year - 1}-12-30`) + 12 * HOUR;
}

/** Noon of the last day but one of the month before the last eight days, in ms. */
export function lastMonthsEnd(today: Day): number {
  const enough = localTime(startOfDay(today) - 8 * DAY).day;
  return startOfDay(`${enough.slice(0, 8)}01`) - 2 * DAY + 12 * HOUR;
}
