import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/reschedules.ts';
import * as staffCalls from '#shared/orders/staff-reschedules.ts';
import { decideReschedule, listReschedules, readReschedule } from './decide-reschedule.ts';
import { requestReschedule } from './request-reschedule.ts';
import { undoReschedule } from './undo-reschedule.ts';

export function rescheduleRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.requestReschedule, ({ caller, params, body, idempotencyKey }) =>
    requestReschedule(deps, caller, params.id, body, idempotencyKey),
  );
  mount.provider(staffCalls.listReschedules, ({ query }) => listReschedules(deps, query));
  mount.provider(staffCalls.readReschedule, async ({ params }) => ({ results: await readReschedule(deps, params) }));
  mount.provider(staffCalls.decideReschedule, ({ caller, params, body }) =>
    decideReschedule(deps, caller, params, body),
  );
  mount.provider(staffCalls.undoReschedule, ({ params }) => undoReschedule(deps, params));
}
