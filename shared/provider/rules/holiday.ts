import { addMonths, type Day, isDay } from '#shared/kit/days.ts';
import { type Calendar, isWeekend, nationalHolidays } from './working-days.ts';

/** Months from today within which the provider can enter days. */
const MONTHS_AHEAD = 24;

/** What can be done with a day: close it, work on it although it is a national holiday, or remove what was entered. */
export type HolidayChange = 'close' | 'work' | 'remove';

/** Returns the last day that can be entered. */
export const lastHoliday = (today: Day): Day => addMonths(today, MONTHS_AHEAD);

/** Returns why a day's work can't be changed; null when it can: a weekday after today. */
export function holidayProblem(date: string, today: Day): string | null {
  if (!isDay(date)) return 'Elegí una fecha';
  if (date <= today) return 'Elegí un día a partir de mañana: hoy y los que pasaron ya no cambian';
  if (date > lastHoliday(today)) return 'Elegí un día de los próximos dos años';
  return isWeekend(date) ? 'Es sábado o domingo: ese día no se trabaja' : null;
}

export const isNationalHoliday = (day: Day): boolean => nationalHolidays(Number(day.slice(0, 4))).has(day);

/** Returns the one change that a weekday allows. */
export function holidayChange(day: Day, calendar: Calendar): HolidayChange {
  if (calendar.has(day)) return 'remove';
  return isNationalHoliday(day) ? 'work' : 'close';
}

/** Returns the calendar after the change of a day. */
export function changedCalendar(calendar: Calendar, day: Day): Calendar {
  const changed = new Map(calendar);
  const change = holidayChange(day, calendar);
  if (change === 'remove') changed.delete(day);
  else changed.set(day, change === 'work');
  return changed;
}
