import { run, send, type Trx } from '#server/db/connection.ts';
import { type WarehousedShipment, warehousedShipments } from '#server/domain/follow.store.ts';
import { lockOrders } from '#server/domain/order-refresh.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { goodsPlace } from '#shared/rules/fulfillment-standing.ts';
import type { FulfillmentStatus } from '#shared/rules/fulfillment-timeline.ts';

/** A fulfillment order whose order is locked, and those of its shipments that anybody still wants. */
export interface LockedFulfillment {
  order_pk: number;
  status: FulfillmentStatus;
  shipments: WarehousedShipment[];
}

/** Locks the order of a fulfillment order. @throws Failure 404 when the client has none such */
export async function lockedFulfillment(trx: Trx, clientId: number, id: number): Promise<LockedFulfillment> {
  const [found] = await run<{ order_pk: number }>(
    trx,
    'SELECT order_pk FROM fulfillment_orders WHERE client_id = $1 AND id = $2',
    [clientId, id],
  );
  if (!found) throw new Failure(404, messages.notFound);
  await lockOrders(trx, clientId, [found.order_pk]);
  const shipments = await warehousedShipments(trx, clientId, [found.order_pk]);
  return {
    order_pk: found.order_pk,
    status: shipments[0]?.status ?? 'Cancelado',
    shipments: shipments.filter(({ state_code }) => goodsPlace(state_code) !== 'off'),
  };
}

/** Everything of a fulfillment order is prepared that ever will be. */
export function writePrepared(trx: Trx, clientId: number, id: number, now: Date): void {
  send(trx, `UPDATE fulfillment_orders SET status = 'Preparado', status_at = $3 WHERE client_id = $1 AND id = $2`, [
    clientId,
    id,
    now,
  ]);
}

/** Why the warehouse cancelled a fulfillment order. */
export function writeReason(trx: Trx, clientId: number, id: number, reason: string): void {
  send(trx, 'UPDATE fulfillment_orders SET reason = $3 WHERE client_id = $1 AND id = $2', [clientId, id, reason]);
}
