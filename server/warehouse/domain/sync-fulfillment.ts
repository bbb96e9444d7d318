import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { deliveryModeId, isFulfillmentMode } from '#shared/orders/rules/delivery-modes.ts';
import { deriveFulfillmentStatus, goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';
import { consumeReservations, returnToStock } from './stock.store.ts';
import {
  type FulfillmentChange,
  findWarehouseShipments,
  type WarehouseShipment,
  writeFulfillmentChanges,
} from './sync-fulfillment.store.ts';

/** Whether the warehouse prepares an order or shipment of this mode. */
export const usesWarehouse = ({ delivery_mode }: { delivery_mode: number }) =>
  isFulfillmentMode(deliveryModeId(delivery_mode) ?? 1);

/**
 * Derives stock and fulfillment orders from the states of shipments (readings C39), in the transaction that changed the
 * states. A fulfillment order is created once no shipment waits for a payment. A cancelled shipment returns its units
 * to stock. A dispatched shipment counts as prepared. The caller holds the locks of the orders and of the stock.
 *
 * @param orderIds orders of other modes than 3 and 5 are ignored
 */
export async function syncFulfillment(
  deps: Deps,
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
  now: Date,
): Promise<void> {
  if (orderIds.length === 0) return;
  const shipments = await findWarehouseShipments(trx, clientId, orderIds);
  // All shipments of a cancelled fulfillment order are final, so it can't change any more.
  const open = shipments.filter(({ status }) => status !== 'Cancelado');
  if (open.length === 0) return;
  const released = open.filter(({ state_code }) => goodsLocation(state_code) === 'released').map(({ id }) => id);
  // A fulfillment order that was prepared with missing units leaves without them.
  const dispatched = open
    .filter(({ state_code, status }) => goodsLocation(state_code) === 'dispatched' && status !== 'Preparado')
    .map(({ id }) => id);
  if (released.length > 0) returnToStock(trx, clientId, released, now);
  if (dispatched.length > 0) consumeReservations(trx, clientId, dispatched, now);
  if (released.length + dispatched.length > 0) deps.events.record(trx, clientId, 'stock.released', { orderIds });
  const changes = [...Map.groupBy(open, ({ order_pk }) => order_pk).values()].flatMap(fulfillmentChanges);
  if (changes.length > 0) writeFulfillmentChanges(trx, clientId, changes, now);
  if (released.length + dispatched.length + changes.length > 0) {
    deps.events.record(trx, clientId, 'stock.changed');
  }
}

/** Returns the change of a fulfillment order; an empty list if nothing changes. */
function fulfillmentChanges(shipments: WarehouseShipment[]): FulfillmentChange[] {
  const [{ order_pk, status: before }] = shipments as [WarehouseShipment];
  const locations = shipments.map(({ state_code }) => goodsLocation(state_code));
  const status = deriveFulfillmentStatus(locations, before);
  const isNew = ({ labelled }: WarehouseShipment, index: number) => !labelled && locations[index] === 'dispatched';
  const labels = status === 'Preparado' ? shipments.filter(isNew).map(({ label }) => label) : [];
  return status === null || (status === before && labels.length === 0) ? [] : [{ order_pk, status, labels }];
}
