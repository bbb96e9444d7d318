import type { Deps } from '#server/integrations/deps.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { KIND_NAMES } from '#shared/orders/rules/open-item-kinds.ts';
import { STATE_GROUPS } from '#shared/orders/rules/state-group.ts';
import type { readClientOverview as readCall } from '#shared/people/staff-clients.ts';
import { countOrders } from './client-overview.store.ts';
import { countPending } from './pending.store.ts';
import { momentOf } from './pending-list.ts';

/**
 * Counts a client's orders by state and open items by kind, for the provider.
 *
 * @throws Failure 404 for an unknown client
 */
export async function readClientOverview(deps: Deps, clientId: number): Promise<ReplyOf<typeof readCall>['results']> {
  await readClient(deps, clientId);
  const [orders, pending] = await deps.db.read(clientId, [
    countOrders(clientId),
    countPending(clientId, momentOf(deps)),
  ]);
  return {
    orders: STATE_GROUPS.flatMap((state) => orders.filter((row) => row.state === state)),
    pending: KIND_NAMES.flatMap((kind) =>
      pending.filter((row) => row.kind === kind).map(({ total, overdue }) => ({ kind, total, overdue })),
    ),
  };
}
