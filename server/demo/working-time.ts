import { localTime, startOfDay } from '#shared/days.ts';
import { addWorkingDays, isWorkingDay } from '#shared/working-days.ts';

const HOUR = 3_600_000;

/** When the provider's people begin and end, in ms from midnight. */
const BEGIN = 8 * HOUR;
const END = 20 * HOUR;

/** A moment (ms since 1970) within the provider's hours: from 8 to 20 on working days of Buenos Aires. */
export function isWorkingTime(ms: number): boolean {
  return nextWorkingMoment(ms) === ms;
}

/** The moment itself within the provider's hours, else when they begin next; in ms since 1970. */
export function nextWorkingMoment(ms: number): number {
  const { day } = localTime(ms);
  const midnight = startOfDay(day);
  if (!isWorkingDay(day) || ms >= midnight + END) return nextWorkingMorning(ms);
  return Math.max(ms, midnight + BEGIN);
}

/** When the working day after a moment's day begins, in ms since 1970. */
export function nextWorkingMorning(ms: number): number {
  return startOfDay(addWorkingDays(localTime(ms).day, 1)) + BEGIN;
}

/** The moment that lies so much working time (ms) behind another: evenings, weekends and holidays don't count. */
export function addWorkingTime(from: number, time: number): number {
  let [at, left] = [nextWorkingMoment(from), time];
  for (;;) {
    const today = startOfDay(localTime(at).day) + END - at;
    if (left < today) return at + left;
    left -= today;
    at = nextWorkingMorning(at);
  }
}

/** The working time between two moments, in ms. */
export function workingTimeBetween(from: number, to: number): number {
  let time = 0;
  for (let at = nextWorkingMoment(from); at < to; at = nextWorkingMorning(at)) {
    time += Math.min(to, startOfDay(localTime(at).day) + END) - at;
  }
  return time;
}
