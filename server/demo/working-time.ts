import { localTime, startOfDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { addWorkingDays, isWorkingDay, NATIONAL_CALENDAR } from '#shared/provider/rules/working-days.ts';

/** The provider's working hours, in ms from midnight. */
const BEGIN = 8 * HOUR_MS;
const END = 20 * HOUR_MS;

/** Whether a time (ms since 1970) is within the provider's working hours: 8 to 20 h on working days in Buenos Aires. */
export function isWorkingTime(ms: number): boolean {
  return nextWorkingMoment(ms) === ms;
}

/** Returns the time itself if it is within working hours, else the next start of working hours; in ms since 1970. */
export function nextWorkingMoment(ms: number): number {
  const { day } = localTime(ms);
  const midnight = startOfDay(day);
  if (!isWorkingDay(day, NATIONAL_CALENDAR) || ms >= midnight + END) return nextWorkingMorning(ms);
  return Math.max(ms, midnight + BEGIN);
}

/** Returns the start of working hours on the next working day, in ms since 1970. */
export function nextWorkingMorning(ms: number): number {
  return startOfDay(addWorkingDays(localTime(ms).day, 1, NATIONAL_CALENDAR)) + BEGIN;
}

/** Adds working time (ms) to a time. Evenings, weekends and holidays don't count. */
export function addWorkingTime(from: number, time: number): number {
  let [at, left] = [nextWorkingMoment(from), time];
  for (;;) {
    const today = startOfDay(localTime(at).day) + END - at;
    if (left < today) return at + left;
    left -= today;
    at = nextWorkingMorning(at);
  }
}

/** Returns the working time between two times, in ms. */
export function workingTimeBetween(from: number, to: number): number {
  let time = 0;
  for (let at = nextWorkingMoment(from); at < to; at = nextWorkingMorning(at)) {
    time += Math.min(to, startOfDay(localTime(at).day) + END) - at;
  }
  return time;
}
