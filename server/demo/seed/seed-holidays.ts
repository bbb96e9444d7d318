import type { Deps } from '#server/integrations/deps.ts';
import { addHoliday } from '#server/provider/holiday/holiday.ts';
import { addDays, type Day } from '#shared/kit/days.ts';
import { holidayProblem } from '#shared/provider/rules/holiday.ts';
import { nationalHolidays } from '#shared/provider/working-days.ts';
import { depsAt, registrationTime } from './seed-dates.ts';

/** Days from today before which nothing is entered: no seeded promise depends on the days. */
const FREE_DAYS = 60;

const MONDAY = 1;
const TUESDAY = 2;

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * Enters days by the product's service, within two years: the bridge days before holidays on a Tuesday, and the next holiday on a Monday
 * as one on which the provider works. Idempotent.
 */
export async function seedHolidays(deps: Deps, today: Day): Promise<void> {
  const year = Number(today.slice(0, 4));
  const from = addDays(today, FREE_DAYS);
  const national = [year, year + 1].flatMap((one) => [...nationalHolidays(one).keys()]).filter((day) => day > from);
  const taken = new Set(national);
  const bridges = national
    .filter((day) => weekdayOf(day) === TUESDAY)
    .map((day) => addDays(day, -1))
    .filter((day) => !taken.has(day));
  const worked = national.filter((day) => weekdayOf(day) === MONDAY).sort()[0];
  const days = [
    ...bridges.map((date) => ({ date, name: 'Puente', works: false })),
    ...(worked ? [{ date: worked, name: 'Trabajamos por la semana de ofertas', works: true }] : []),
  ];
  for (const day of days.filter(({ date }) => holidayProblem(date, today) === null)) {
    // A repeated run is refused: the day is entered already.
    await addHoliday(depsAt(deps, registrationTime(today)), day).catch(() => {});
  }
}
