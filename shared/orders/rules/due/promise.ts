import { addDays, type Day, daysBetween, localTime, startOfDay } from '#shared/kit/days.ts';
import { dayAndMonth } from '#shared/kit/text/format.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { type ShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { Direction } from '#shared/orders/rules/shipment/shipment-transitions.ts';
import { addWorkingDays, type Calendar } from '#shared/provider/rules/working-days.ts';

/** A day counted in working days: the `days`-th working day after a day. It moves when the calendar changes. */
export interface CountedDay {
  after: Day;
  days: number;
}

/** Returns the day that is counted, by a calendar. */
export function countedDay({ after, days }: CountedDay, calendar: Calendar): Day {
  return addWorkingDays(after, days, calendar);
}

/**
 * Returns the next collection: today until `cutoff` ('hh:mm', local time), else the day after, or the next working day if that is none.
 */
export function nextCollection(now: Date, cutoff: string): CountedDay {
  const { day, time } = localTime(now.getTime());
  return { after: time < cutoff ? addDays(day, -1) : day, days: 1 };
}

/** Returns the collection of a shipment that was collected, on any day. */
export const pastCollection = (day: Day): CountedDay => ({ after: day, days: 0 });

/** Returns a day that was agreed on: the day itself, or the next working day if it becomes a holiday. */
export const agreedDay = (day: Day): CountedDay => ({ after: addDays(day, -1), days: 1 });

/** Returns until when labels must be printed for the next collection: `cutoff` on its day. */
export function collectionDeadline(now: Date, cutoff: string, calendar: Calendar): Date {
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  const day = countedDay(nextCollection(now, cutoff), calendar);
  return new Date(startOfDay(day) + (hours * 60 + minutes) * MINUTE_MS);
}

/** Returns a day that is counted in working days from a collection. */
export function daysAfterCollection(collection: CountedDay, days: number): CountedDay {
  return { after: collection.after, days: collection.days + days };
}

/**
 * Returns whether a shipment is still awaited at its destination: not ended, not on its way back, and not waiting for the receiver at
 * a branch. Unknown states (null) count as awaited.
 */
export function isAwaited(code: ShipmentStateCode | null, direction: Direction): boolean {
  if (code === null) return true;
  const { final, stage } = shipmentState(code);
  return !final && code !== 'disponible_retiro' && (direction === 'inversa' || stage !== 'Devolución');
}

/** A promised day, and the days from today to it: negative once it is over. */
export interface DueDate {
  date: Day;
  days_left: number;
}

/** Returns a promised day with the days that are left; null without one. */
export function dueDate(promisedOn: Day | null, today: Day): DueDate | null {
  return promisedOn === null ? null : { date: promisedOn, days_left: daysBetween(today, promisedOn) };
}

/** Returns when a promised day ends, as a text for the sender. */
export function dueText({ date, days_left }: DueDate): string {
  if (days_left < -1) return `Venció hace ${-days_left} días`;
  const near = ['Venció ayer', 'Vence hoy', 'Vence mañana'][days_left + 1];
  return near ?? `Vence el ${dayAndMonth(date)}`;
}
