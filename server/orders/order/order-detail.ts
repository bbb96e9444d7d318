import type { Deps } from '#server/integrations/deps.ts';
import { orderFactsStatement, toStoredOrder } from '#server/orders/domain/flags/order-flags.store.ts';
import { statesToken } from '#server/orders/domain/movement/state-history-token.ts';
import { orderRow, rowContext, toShipping } from '#server/orders/domain/order-row.ts';
import { parseOrderKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { wireTime } from '#shared/kit/days.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type * as calls from '#shared/orders/orders.ts';
import { type OrderFacts, orderActions, type Permission } from '#shared/orders/rules/order-actions.ts';
import { shipmentActions } from '#shared/orders/rules/shipment/shipment-actions.ts';
import { orderDetailStatement, shippingsStatement } from './order-detail.store.ts';

/** Reason for each blocked action, by the flag's key on the wire. */
type Reasons = Record<string, string>;

/** Returns the Spanish reason for each blocked action of an order and its shipments, shown beside a disabled button. */
function blockedReasons(order: OrderFacts): { order: Reasons; shipments: Reasons[] } {
  const { pay_link, ...actions } = orderActions(order);
  return {
    order: deniedReasons({ ...actions, init_point: pay_link }),
    shipments: order.shipments.map((shipment) => {
      const { cancellable, can_return, printable } = shipmentActions(shipment, order, { reverseLogistics: false });
      return deniedReasons({ cancellable, can_return, printable });
    }),
  };
}

function deniedReasons(permissions: Record<string, Permission>): Reasons {
  return Object.fromEntries(
    Object.entries(permissions).flatMap(([key, permission]) => (permission.allowed ? [] : [[key, permission.reason]])),
  );
}

/**
 * Reads an order by tracking id or numeric id (D1 §2 Order detail): shipments, items, receiver, addresses, and the
 * reason for each action that is blocked.
 *
 * @throws Failure 404 for an unknown order and for another client's order
 */
export async function readOrder(deps: Deps, caller: Caller, id: string): Promise<ReplyOf<typeof calls.readOrder>> {
  const key = parseOrderKey(id);
  const [[part], rows, [facts]] = await deps.db.read(caller.clientId, [
    orderDetailStatement(caller.clientId, key),
    shippingsStatement(caller.clientId, key),
    orderFactsStatement(caller.clientId, key),
  ]);
  const [row] = rows;
  if (!part || !row || !facts) throw new Failure(404, messages.notFound);
  const context = rowContext(deps.config, caller.clientId, deps.clock());
  const blocked = blockedReasons(toStoredOrder(facts).facts);
  const { cancelled, ...once } = part;
  return {
    results: {
      ...orderRow(row, rows, context),
      date_time: wireTime(row.created_at),
      cancel: cancelled,
      ...once,
      shippings: rows.flatMap(({ shipping }, index) =>
        shipping ? [{ ...toShipping(shipping, context), blocked: blocked.shipments[index] ?? {} }] : [],
      ),
      blocked: blocked.order,
      states_token: statesToken(deps.config, row.tracking_id),
    },
  };
}
