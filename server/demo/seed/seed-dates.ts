import type { Deps } from '#server/integrations/deps.ts';
import { type Day, localTime, startOfDay } from '#shared/kit/days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import type { Random } from './seeded-random.ts';

/** Returns the dependencies with the clock stopped at a time in ms. */
export const depsAt = (deps: Deps, ms: number): Deps => ({ ...deps, clock: () => new Date(ms) });

/** Days before today on which the demonstration companies registered. Lies before the oldest turn of the year. */
const OPENING_DAYS = 400;
const OPENING_HOUR = 10;

/** Returns when the companies registered, in ms. */
export const registrationTime = (today: Day): number =>
  startOfDay(today) - OPENING_DAYS * DAY_MS + OPENING_HOUR * HOUR_MS;

/** Returns the start of the day on which an account was seeded, from its registration time; both in ms. */
export const seedDayStart = (registered: number): number => registered + OPENING_DAYS * DAY_MS - OPENING_HOUR * HOUR_MS;

/** Returns a random time in office hours (8 to 19 h), `days` before today, in ms. */
export function daysBefore(today: Day, days: number, random: Random): number {
  return startOfDay(today) - days * DAY_MS + random.int(8 * 60, 19 * 60) * MINUTE_MS;
}

/**
 * Returns noon of the last 30 December at least eight days ago, in ms, so that a week's history crosses the year's end.
 */
export function lastYearsEnd(today: Day): number {
  const latest = localTime(startOfDay(today) - 8 * DAY_MS).day;
  const year = Number(latest.slice(0, 4));
  const candidate = `${year}-12-30`;
  return startOfDay(candidate <= latest ? candidate : `${year - 1}-12-30`) + 12 * HOUR_MS;
}

/** Returns noon two days before the month of eight days ago, in ms, so that a week's history crosses the month's end. */
export function lastMonthsEnd(today: Day): number {
  const latest = localTime(startOfDay(today) - 8 * DAY_MS).day;
  return startOfDay(`${latest.slice(0, 8)}01`) - 2 * DAY_MS + 12 * HOUR_MS;
}
