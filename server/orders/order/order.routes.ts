import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { createOrder as createOrderCall } from '#shared/orders/new-order.ts';
import * as calls from '#shared/orders/orders.ts';
import { findPickupPoints } from '#shared/orders/pickup-points.ts';
import { createOrder } from './create/order-create.ts';
import { cancelOrder } from './order-cancel.ts';
import { readOrder } from './order-detail.ts';
import { countOrders, listOrders } from './order-list.ts';
import { listNearestPoints } from './pickup-points.ts';

/** Rate limit of pickup point searches per client. Allows several people who type at the same time. */
const SEARCHES_PER_MINUTE = 600;

export function orderRoutes(mount: Mount, deps: Deps): void {
  const rateLimitSearch = createLocalRateLimit(SEARCHES_PER_MINUTE, deps);
  mount.client(calls.listOrders, ({ caller, query }) => listOrders(deps, caller, query));
  mount.client(calls.countOrders, ({ caller, query }) => countOrders(deps, caller, query.filter));
  mount.client(calls.readOrder, ({ caller, params }) => readOrder(deps, caller, params.id));
  mount.client(createOrderCall, ({ caller, body, idempotencyKey }) => createOrder(deps, caller, body, idempotencyKey));
  mount.client(findPickupPoints, async ({ caller, query }) => {
    rateLimitSearch(String(caller.clientId));
    return { results: await listNearestPoints(deps, query.zip_code) };
  });
  mount.client(calls.cancelOrder, ({ caller, params }) => cancelOrder(deps, caller, params.id));
}
