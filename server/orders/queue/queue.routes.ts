import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/provider/staff-queues.ts';
import { assignItem, countQueues, listQueue, snoozeItem } from './queue.ts';

/** Mounts the queues of the provider's work. */
export function queueRoutes(mount: Mount, deps: Deps): void {
  mount.operator(calls.countQueues, async ({ operator }) => ({ results: await countQueues(deps, operator) }));
  mount.operator(calls.listQueue, ({ operator, params, query }) => listQueue(deps, operator, params.queue, query));
  mount.operator(calls.assignQueueItem, ({ params, body }) => assignItem(deps, params, body));
  mount.operator(calls.snoozeQueueItem, ({ params, body }) => snoozeItem(deps, params, body));
}
