import type { ReplyOf } from '#shared/http/endpoint.ts';
import { type changeStaff, listStaff } from '#shared/people/staff.ts';
import { currentStaff } from '#shared/people/staff-sessions.ts';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { alerts } from '#web/lib/alerts.ts';

/** Runs a change of a member of the staff, and shows its result. The keys that stay active are listed until the list is closed. */
export const runStaffChange = (name: string, change: () => Promise<ReplyOf<typeof changeStaff>>): Promise<void> =>
  runAndRefetch(
    async () => {
      const done = await change();
      const keys = done.results.active_keys;
      if (keys.length > 0) {
        const next = 'Si ya no tienen que servir, revocalas en Configuración.';
        alerts.warning(`Siguen activas las claves que creó ${name}`, next, keys);
      }
      return done;
    },
    listStaff,
    currentStaff,
  );
