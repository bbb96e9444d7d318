import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders.ts';
import { cancelOrder } from './order-cancel.ts';
import { createOrder } from './order-create.ts';
import { readOrder } from './order-detail.ts';
import { countOrders, listOrders } from './order-list.ts';

export function orderRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listOrders, ({ caller, query }) => listOrders(deps, caller, query));
  mount.client(calls.countOrders, ({ caller, query }) => countOrders(deps, caller, query.filter));
  mount.client(calls.readOrder, ({ caller, params }) => readOrder(deps, caller, params.id));
  mount.client(calls.createOrder, ({ caller, body, idempotencyKey }) =>
    createOrder(deps, caller, body, idempotencyKey),
  );
  mount.client(calls.cancelOrder, ({ caller, params }) => cancelOrder(deps, caller, params.id));
}
