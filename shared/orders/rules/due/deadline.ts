import { daysBetween, localDay, localTime, wireTime } from '#shared/kit/days.ts';
import { dayAndMonth } from '#shared/kit/text/format.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';

/** A deadline by the server's clock: the browser's may be wrong. */
export interface Deadline {
  /** ISO 8601, −03:00. */
  at: string;
  /** Days from today to its day; negative once that day is over. */
  days_left: number;
  minutes_left: number;
}

/** Returns a deadline as seen at a time; null without one. */
export function deadlineAt(deadline: Date | null, now: Date): Deadline | null {
  if (deadline === null) return null;
  return {
    at: wireTime(deadline),
    days_left: daysBetween(localDay(now), localDay(deadline)),
    minutes_left: Math.floor((deadline.getTime() - now.getTime()) / MINUTE_MS),
  };
}

/** Last minute of a day: a deadline at it is the day's end. */
const DAY_END = '23:59';

/** Returns when a deadline ends, for the sender: 'Vence hoy 18:00', 'Venció hace 2 días'. */
export function deadlineText({ at, days_left, minutes_left }: Deadline): string {
  const { day, time } = localTime(Date.parse(at));
  const hour = time === DAY_END ? '' : ` ${time}`;
  if (days_left < -1) return `Venció hace ${-days_left} días`;
  if (days_left === -1) return 'Venció ayer';
  if (days_left === 0) return minutes_left < 0 ? `Venció hoy${hour}` : `Vence hoy${hour}`;
  return days_left === 1 ? `Vence mañana${hour}` : `Vence el ${dayAndMonth(day)}`;
}
