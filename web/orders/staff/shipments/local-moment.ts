import { localTime } from '#shared/kit/days.ts';

/** Returns an instant in ms since 1970 as a field of date and time contains it, in Argentine time. */
export function momentInput(ms: number): string {
  const { day, time } = localTime(ms);
  return `${day}T${time}`;
}

/** Returns what a field of date and time contains as ISO 8601; null for an incomplete date. */
export function momentWire(input: string): string | null {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(input) ? `${input}:00-03:00` : null;
}
