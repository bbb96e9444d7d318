import { DAY_MS, HOUR_MS } from './time-units.ts';

/** A day in the time zone America/Argentina/Buenos_Aires as YYYY-MM-DD; days can be compared as texts. */
export type Day = string;

/** Offset of Argentina: UTC−3 all year. All days are local. */
const OFFSET_MS = -3 * HOUR_MS;

/** Returns the local date and clock time ('hh:mm') of an instant in ms since 1970. */
export function localTime(ms: number): { day: Day; time: string } {
  const iso = new Date(ms + OFFSET_MS).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) };
}

/** Returns the local day of an instant. */
export function localDay(instant: Date): Day {
  return localTime(instant.getTime()).day;
}

/** Returns the start of a day in ms since 1970. */
export function startOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) - OFFSET_MS;
}

/** Formats an instant for the API: ISO 8601 in local time, to the second. */
export function wireTime(instant: Date): string {
  return `${new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 19)}-03:00`;
}

/** Returns whether a text is an existing day ('2026-02-30' isn't). */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Adds days to a day; a negative number subtracts. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days from the first to the second day; negative when the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Adds months to a day; returns the last day of a shorter month (31/03 − 1 = 28/02). */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** Returns the first day of a day's month. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}
