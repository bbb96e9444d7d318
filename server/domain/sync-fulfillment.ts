import type { Trx } from '#server/db/connection.ts';
import { deliveryModeId, isFulfillmentMode } from '#shared/rules/delivery-modes.ts';
import { deriveFulfillmentStatus, goodsLocation } from '#shared/rules/fulfillment-status.ts';
import type { Deps } from './deps.ts';
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
 * Lets stock and fulfillment orders follow from the states of shipments (readings C39), in the transaction that changed
 * them: a fulfillment order begins when nothing waits for a payment any more, what is cancelled comes back to the shelves,
 * and what leaves the warehouse has been prepared. The caller holds the locks of the orders and of the stock.
 *
 * @param orderIds orders of other modes are passed over
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
  // Of what is cancelled nothing can come any more: its shipments are at their ends.
  const open = shipments.filter(({ status }) => status !== 'Cancelado');
  if (open.length === 0) return;
  const off = open.filter(({ state_code }) => goodsLocation(state_code) === 'released').map(({ id }) => id);
  // What was prepared without all its units leaves without them, too.
  const left = open
    .filter(({ state_code, status }) => goodsLocation(state_code) === 'dispatched' && status !== 'Preparado')
    .map(({ id }) => id);
  if (off.length > 0) returnToStock(trx, clientId, off, now);
  if (left.length > 0) consumeReservations(trx, clientId, left, now);
  const changes = [...Map.groupBy(open, ({ order_pk }) => order_pk).values()].flatMap(fulfillmentChanges);
  if (changes.length > 0) writeFulfillmentChanges(trx, clientId, changes, now);
  if (off.length + left.length + changes.length > 0) deps.bus.publish(trx, clientId, { kind: 'stock', id: null });
}

/** How a fulfillment order changes; nothing where it doesn't. */
function fulfillmentChanges(shipments: WarehouseShipment[]): FulfillmentChange[] {
  const [{ order_pk, status: before }] = shipments as [WarehouseShipment];
  const places = shipments.map(({ state_code }) => goodsLocation(state_code));
  const status = deriveFulfillmentStatus(places, before);
  const isNew = ({ labelled }: WarehouseShipment, index: number) => !labelled && places[index] === 'dispatched';
  const labels = status === 'Preparado' ? shipments.filter(isNew).map(({ label }) => label) : [];
  return status === null || (status === before && labels.length === 0) ? [] : [{ order_pk, status, labels }];
}
