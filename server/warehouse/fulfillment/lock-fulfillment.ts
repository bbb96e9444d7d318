import type { Trx } from '#server/db/connection.ts';
import { lockOrders } from '#server/orders/domain/flags/order-flags.ts';
import { findWarehouseShipments, type WarehouseShipment } from '#server/warehouse/domain/sync-fulfillment.store.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';
import type { FulfillmentStatus } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { orderOfFulfillment } from './fulfillment.store.ts';

/** A fulfillment order whose order is locked, with its shipments except cancelled and expired ones. */
export interface LockedFulfillment {
  order_pk: number;
  status: FulfillmentStatus;
  shipments: WarehouseShipment[];
}

/** Locks the order of a fulfillment order. @throws Failure 404 if the client has no such fulfillment order */
export async function lockFulfillment(trx: Trx, clientId: number, id: number): Promise<LockedFulfillment> {
  const orderId = await orderOfFulfillment(trx, clientId, id);
  if (orderId === null) throw new Failure(404, messages.notFound);
  await lockOrders(trx, clientId, [orderId]);
  const shipments = await findWarehouseShipments(trx, clientId, [orderId]);
  return {
    order_pk: orderId,
    status: shipments[0]?.status ?? 'Cancelado',
    shipments: shipments.filter(({ state_code }) => goodsLocation(state_code) !== 'released'),
  };
}
