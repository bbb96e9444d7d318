import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders.ts';
import { cancelOrderOf } from './order-cancel.ts';
import { createOrder } from './order-create.ts';
import { readOrderOf } from './order-detail.ts';
import { countOrdersOf, listOrdersOf } from './order-list.ts';

export function orderRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listOrders, ({ caller, query }) => listOrdersOf(deps, caller, query));
  mount.client(calls.countOrders, ({ caller }) => countOrdersOf(deps, caller));
  mount.client(calls.readOrder, ({ caller, params }) => readOrderOf(deps, caller, params.id));
  mount.client(calls.createOrder, ({ caller, body, idempotencyKey }) =>
    createOrder(deps, caller, body, idempotencyKey),
  );
  mount.client(calls.cancelOrder, ({ caller, params }) => cancelOrderOf(deps, caller, params.id));
}
