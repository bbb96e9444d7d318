import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/staff-queues.ts';
import { assignItem, countQueues, listQueue, snoozeItem } from './queue.ts';

/** Mounts the queues of the provider's work. */
export function queueRoutes(mount: Mount, deps: Deps): void {
  mount.provider(calls.countQueues, async ({ caller }) => ({ results: await countQueues(deps, caller) }));
  mount.provider(calls.listQueue, ({ caller, params, query }) => listQueue(deps, caller, params.queue, query));
  mount.provider(calls.assignQueueItem, ({ params, body }) => assignItem(deps, params, body));
  mount.provider(calls.snoozeQueueItem, ({ params, body }) => snoozeItem(deps, params, body));
}
