import type { Deps } from '#server/integrations/deps.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { StaffFulfillmentDetail } from '#shared/warehouse/staff-fulfillment.ts';
import { writeReason } from './fulfillment.store.ts';
import { lockFulfillment } from './lock-fulfillment.ts';
import { moveByWarehouse } from './move-by-warehouse.ts';
import { type FulfillmentKey, findFulfillment } from './staff-fulfillment.ts';

/**
 * Cancels a fulfillment order that isn't prepared yet, with its shipments, and returns its goods to stock (readings
 * C39). Succeeds for a fulfillment order that is already cancelled.
 *
 * @throws Failure 404 if the client has no such fulfillment order, 422 if it is prepared
 */
export function cancelFulfillment(deps: Deps, key: FulfillmentKey, reason: string): Promise<StaffFulfillmentDetail> {
  const { clientId, id } = key;
  return deps.db.withClient(clientId, async (trx) => {
    const { order_pk, status, shipments } = await lockFulfillment(trx, clientId, id);
    if (status === 'Preparado') throw new Failure(422, 'El pedido ya está preparado');
    if (status === 'Registrado') {
      const labels = shipments.map(({ label }) => label);
      await moveByWarehouse(deps, trx, clientId, { orderId: order_pk, labels, state: 'cancelado', reason });
      if (reason) writeReason(trx, clientId, id, reason);
      deps.events.record(trx, clientId, 'fulfillment.cancelled', { id });
    }
    return findFulfillment(trx, key);
  });
}
