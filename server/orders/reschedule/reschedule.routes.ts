import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/reschedules.ts';
import * as operatorCalls from '#shared/orders/staff-reschedules.ts';
import { decideReschedule, listReschedules, readReschedule } from './decide-reschedule.ts';
import { requestReschedule } from './request-reschedule.ts';
import { undoReschedule } from './undo-reschedule.ts';

export function rescheduleRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.requestReschedule, ({ caller, params, body, idempotencyKey }) =>
    requestReschedule(deps, caller, params.id, body, idempotencyKey),
  );
  mount.operator(operatorCalls.listReschedules, ({ query }) => listReschedules(deps, query));
  mount.operator(operatorCalls.readReschedule, async ({ params }) => ({ results: await readReschedule(deps, params) }));
  mount.operator(operatorCalls.decideReschedule, ({ operator, params, body }) =>
    decideReschedule(deps, operator, params, body),
  );
  mount.operator(operatorCalls.undoReschedule, ({ params }) => undoReschedule(deps, params));
}
