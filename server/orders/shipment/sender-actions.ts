import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { lockAndLoadOrder } from '#server/orders/domain/flags/order-flags.ts';
import { moveBySender } from '#server/orders/domain/movement/move-shipments.ts';
import { parseShipmentKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type { OrderFacts, ShipmentFacts } from '#shared/orders/rules/order-actions.ts';
import { shipmentActions } from '#shared/orders/rules/shipment/shipment-actions.ts';
import { orderOfShipment } from './shipment.store.ts';

/**
 * Cancels one shipment and leaves the others of its order unchanged (D1 §4, readings C41). Succeeds for a shipment that
 * is already cancelled, so that a double click shows no error.
 *
 * @throws Failure 404 if the client has no such shipment, 422 with the reason if the shipment can't be cancelled
 */
export function cancelShipment(deps: Deps, caller: Caller, id: string): Promise<{ message: string }> {
  return withLockedShipment(deps, caller, id, async (trx, { orderId, label, facts, order }) => {
    if (facts.stateCode !== 'cancelado') {
      const { cancellable } = shipmentActions(facts, order, NO_FLAGS);
      if (!cancellable.allowed) throw new Failure(422, cancellable.reason);
      await moveBySender(deps, trx, caller.clientId, { orderId, labels: [label], state: 'cancelado' });
      deps.events.record(trx, caller.clientId, 'shipment.cancelled', { label });
    }
    return { message: `El envío ${label} ha sido cancelado con éxito` };
  });
}

/**
 * Requests the return of a shipment that is collected or at the delivery base, once (D1 §4, readings C8).
 *
 * @throws Failure 404 if the client has no such shipment, 422 with the reason if a return can't be requested
 */
export function returnShipment(deps: Deps, caller: Caller, id: string): Promise<{ message: string }> {
  return withLockedShipment(deps, caller, id, async (trx, { orderId, label, facts, order }) => {
    const { can_return } = shipmentActions(facts, order, NO_FLAGS);
    if (!can_return.allowed) throw new Failure(422, can_return.reason);
    await moveBySender(deps, trx, caller.clientId, { orderId, labels: [label], state: 'devolucion_solicitada' });
    deps.events.record(trx, caller.clientId, 'shipment.return_requested', { label });
    return { message: `La devolución del envío ${label} ha sido solicitada con éxito` };
  });
}

/** Placeholder for the client's flags: neither action depends on them. */
const NO_FLAGS = { reverseLogistics: false };

/** A shipment whose order is locked. */
interface LockedShipment {
  orderId: number;
  label: string;
  facts: ShipmentFacts;
  order: OrderFacts;
}

function withLockedShipment<T>(
  deps: Deps,
  { clientId }: Caller,
  id: string,
  work: (trx: Trx, shipment: LockedShipment) => Promise<T>,
): Promise<T> {
  const key = parseShipmentKey(id);
  return deps.db.withClient(clientId, async (trx) => {
    const found = await orderOfShipment(trx, clientId, key);
    if (!found) throw new Failure(404, messages.notFound);
    const order = await lockAndLoadOrder(trx, clientId, { column: 'id', value: found.order_pk });
    const facts = order.facts.shipments[order.labels.indexOf(found.label)] as ShipmentFacts;
    return work(trx, { orderId: order.id, label: found.label, facts, order: order.facts });
  });
}
