import { type Day, daysBetween, localTime } from '#shared/days.ts';
import { addWorkingDays, deliveryWindow, isWorkingDay, workingDaysBetween } from '#shared/working-days.ts';
import { type ShipmentStateCode, shipmentState } from './shipment-states.ts';
import type { Direction } from './shipment-transitions.ts';

/**
 * Returns the day of the next collection: today until `cutoff` ('hh:mm', local time) on a working day, else the next working day.
 */
export function nextCollection(now: Date, cutoff: string): Day {
  const { day, time } = localTime(now.getTime());
  return time < cutoff && isWorkingDay(day) ? day : addWorkingDays(day, 1);
}

/** The days of delivery that an order was quoted with, and the day of its creation. */
export interface QuotedWindow {
  created: Day;
  min: Day;
  max: Day;
}

/** Returns the promised days of delivery: as many working days after the collection as the order was quoted after its creation. */
export function promisedWindow({ created, min, max }: QuotedWindow, collected: Day): { min: Day; max: Day } {
  const [minDays, maxDays] = [workingDaysBetween(created, min), workingDaysBetween(created, max)];
  return deliveryWindow(collected, { minDays, maxDays });
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
  return near ?? `Vence el ${date.slice(8)}/${date.slice(5, 7)}`;
}
