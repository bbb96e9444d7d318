import type { Deps } from '#server/integrations/deps.ts';
import { lockAndLoadOrder } from '#server/orders/domain/flags/order-flags.ts';
import { moveBySender } from '#server/orders/domain/movement/move-shipments.ts';
import { parseOrderKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type * as calls from '#shared/orders/orders.ts';
import { cancellable } from '#shared/orders/rules/order-actions.ts';
import { orderState } from '#shared/orders/rules/order-state.ts';

/**
 * Cancels an order with all its shipments, or none of them (D1 §4, readings C41). Succeeds for an order that is already
 * cancelled, so that a double click shows no error.
 *
 * @throws Failure 404 if the client has no such order, 422 with the reason if the order can't be cancelled
 */
export function cancelOrder(deps: Deps, { clientId }: Caller, id: string): Promise<ReplyOf<typeof calls.cancelOrder>> {
  const key = parseOrderKey(id);
  return deps.db.withClient(clientId, async (trx) => {
    const order = await lockAndLoadOrder(trx, clientId, key);
    if (order.cancelled_at === null) {
      const permission = cancellable(order.facts);
      if (!permission.allowed) throw new Failure(422, permission.reason);
      await moveBySender(deps, trx, clientId, { orderId: order.id, labels: order.labels, state: 'cancelado' });
      deps.events.record(trx, clientId, 'order.cancelled', { trackingId: order.tracking_id });
    }
    const { order_id, tracking_id } = order;
    return {
      message: `La orden ${order_id} ha sido cancelada con éxito`,
      results: { id: order.id, order_id, tracking_id, order_state: { name: orderState('cancelado').label } },
    };
  });
}
