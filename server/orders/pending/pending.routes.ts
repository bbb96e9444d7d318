import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/pending.ts';
import { readClientOverview as overviewCall } from '#shared/people/staff-clients.ts';
import { readClientOverview } from './client-overview.ts';
import { closePending, snoozePending } from './pending-actions.ts';
import { listPending } from './pending-list.ts';
import { readToday } from './today.ts';

/** Mounts the calls about open items, 'Hoy', and the provider's numbers about a client. */
export function pendingRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listPending, ({ caller, query }) => listPending(deps, caller, query));
  mount.client(calls.snoozePending, ({ caller, params, body }) => snoozePending(deps, caller, params.id, body));
  mount.client(calls.closePending, ({ caller, params }) => closePending(deps, caller, params.id));
  mount.client(calls.readToday, ({ caller }) => readToday(deps, caller));
  mount.provider(overviewCall, async ({ params }) => ({ results: await readClientOverview(deps, params.clientId) }));
}
