import { run, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';

interface CalendarRow {
  day: Day;
  works: boolean;
}

const CALENDAR_DAYS: Statement<CalendarRow> = statement(
  'calendar.calendar-days',
  'SELECT day, works FROM calendar_days',
  {
    prepared: true,
  },
);

/** Returns the calendar from the rows of `CALENDAR`. */
export const calendarOf = (rows: readonly CalendarRow[]): Calendar =>
  new Map(rows.map(({ day, works }) => [day, works]));

/** Reads the provider's calendar: a few dozen rows. It costs no round trip beside other queries. */
export async function readCalendar(trx: Trx): Promise<Calendar> {
  return calendarOf(await run(trx, CALENDAR_DAYS));
}

/** The read of `readCalendar`, for `db.read`. */
export const CALENDAR = bind(CALENDAR_DAYS);
