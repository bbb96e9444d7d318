import { addDays, type Day } from '#shared/kit/days.ts';

/** National holidays with a fixed date (law 27.399), as MM-DD. */
const FIXED = ['01-01', '03-24', '04-02', '05-01', '05-25', '06-20', '07-09', '12-08', '12-25'];
/**
 * Holidays that move to a Monday: from Tuesday and Wednesday to the previous one, from Thursday and Friday to the next.
 */
const MOVABLE = ['06-17', '08-17', '10-12', '11-20'];
/** Carnival Monday and Tuesday and Good Friday, in days from Easter. */
const FROM_EASTER = [-48, -47, -2];

/** Days from a movable holiday to its Monday, by weekday from Sunday. */
const SHIFT = [0, 0, -1, -2, 4, 3, 0];

/** Days on which a provider works otherwise than the national calendar says: true on those on which it delivers. */
export type Calendar = ReadonlyMap<Day, boolean>;

/** The calendar of a provider that has entered no days. */
export const NATIONAL_CALENDAR: Calendar = new Map();

const holidaysByYear = new Map<number, ReadonlyMap<Day, string>>();

/**
 * Returns Argentina's national holidays of a year, without the bridge days that decrees add for single years. Each has its date by law as
 * MM-DD, from which some are moved, or its days from Easter.
 */
export function nationalHolidays(year: number): ReadonlyMap<Day, string> {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const easter = easterSunday(year);
  const holidays = new Map([
    ...FIXED.map((date) => [`${year}-${date}`, date] as const),
    ...MOVABLE.map((date) => [moved(`${year}-${date}`), date] as const),
    ...FROM_EASTER.map((days) => [addDays(easter, days), String(days)] as const),
  ]);
  holidaysByYear.set(year, holidays);
  return holidays;
}

/** Returns whether shipments are delivered on a day: Monday to Friday except holidays, unless the provider works otherwise. */
export function isWorkingDay(day: Day, calendar: Calendar): boolean {
  return calendar.get(day) ?? !(isWeekend(day) || nationalHolidays(Number(day.slice(0, 4))).has(day));
}

/** Adds working days to a day; the day itself doesn't count. */
export function addWorkingDays(day: Day, count: number, calendar: Calendar): Day {
  let [current, left] = [day, count];
  while (left > 0) {
    current = addDays(current, 1);
    if (isWorkingDay(current, calendar)) left -= 1;
  }
  return current;
}

/** Returns the first and last day of delivery, in working days after the day of collection (D2 §2). */
export function deliveryWindow(
  collected: Day,
  { minDays, maxDays }: { minDays: number; maxDays: number },
  calendar: Calendar,
): { min: Day; max: Day } {
  return { min: addWorkingDays(collected, minDays, calendar), max: addWorkingDays(collected, maxDays, calendar) };
}

/** Counts the working days after a day, up to and including another: the inverse of `addWorkingDays`. */
export function workingDaysBetween(after: Day, last: Day, calendar: Calendar): number {
  return daysAfter(after, last).filter((day) => isWorkingDay(day, calendar)).length;
}

/** Returns the weekday holidays after a day, up to and including another: they extend a delivery window. */
export function holidaysBetween(after: Day, last: Day, calendar: Calendar): Day[] {
  return daysAfter(after, last).filter((day) => !isWeekend(day) && !isWorkingDay(day, calendar));
}

function daysAfter(after: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = addDays(after, 1); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: Day): boolean {
  return [0, 6].includes(weekdayOf(day));
}

function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function moved(day: Day): Day {
  return addDays(day, SHIFT[weekdayOf(day)] ?? 0);
}

/** Returns Easter Sunday in the Gregorian calendar, by Gauss's rule as completed by Butcher. */
function easterSunday(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const corrected = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (corrected + 19 * golden + 15) % 30;
  const early = Math.floor((golden + 11 * epact) / 319);
  const sunday = (2 * (century % 4) + 2 * Math.floor(inCentury / 4) - (inCentury % 4) - epact + early + 32) % 7;
  const month = Math.floor((epact - early + sunday + 90) / 25);
  const date = (epact - early + sunday + month + 19) % 32;
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}
