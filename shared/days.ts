/** A day of Buenos Aires as YYYY-MM-DD; days compare as texts. */
export type Day = string;

/** Argentina is at UTC−3 all year, and every day is cut there. */
const OFFSET_MS = -3 * 3_600_000;
const DAY_MS = 86_400_000;

/** The local date and clock time ('hh:mm') of an instant in ms since 1970. */
export function localTime(ms: number): { day: Day; time: string } {
  const iso = new Date(ms + OFFSET_MS).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) };
}

/** The local day of an instant. */
export function localDay(instant: Date): Day {
  return localTime(instant.getTime()).day;
}

/** The instant, in ms since 1970, at which a day begins. */
export function startOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) - OFFSET_MS;
}

/** An instant as the API writes it: ISO 8601 in local time, to the second. */
export function wireTime(instant: Date): string {
  return `${new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 19)}-03:00`;
}

/** Whether a text is a day that exists ('2026-02-30' doesn't). */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days later the second one is; negative when it is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** The same day of a later or earlier month, or that month's last day when it is shorter (31/03 − 1 = 28/02). */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** The first day of a day's month. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}
