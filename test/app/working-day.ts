import { localDay } from '#shared/kit/days.ts';
import { addWorkingDays, NATIONAL_CALENDAR } from '#shared/provider/rules/working-days.ts';

/** Returns the next working days' first by default. @param now the clock of the server */
export const workingDay = (count = 1, now = new Date()) => addWorkingDays(localDay(now), count, NATIONAL_CALENDAR);
