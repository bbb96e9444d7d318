import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/provider/staff-holidays.ts';
import { addHoliday, listHolidays, readHolidayEffect, removeHoliday } from './holiday.ts';

export function holidayRoutes(mount: Mount, deps: Deps): void {
  mount.provider(calls.listHolidays, ({ query }) => listHolidays(deps, query));
  mount.provider(calls.readHolidayEffect, async ({ params }) => ({
    results: await readHolidayEffect(deps, params.date),
  }));
  mount.provider(calls.addHoliday, ({ body }) => addHoliday(deps, body));
  mount.provider(calls.removeHoliday, ({ params }) => removeHoliday(deps, params.date));
}
