import type { Trx } from '#server/db/connection.ts';
import { deliveryModeId, isFulfillmentMode } from '#shared/rules/delivery-modes.ts';
import { fulfillmentStanding, goodsPlace } from '#shared/rules/fulfillment-standing.ts';
import type { Deps } from './deps.ts';
import { type Standing, type WarehousedShipment, warehousedShipments, writeStandings } from './follow.store.ts';
import { putBack, takeAll } from './stock.store.ts';

/** Whether the warehouse prepares an order or shipment of this mode. */
export const isWarehoused = ({ delivery_mode }: { delivery_mode: number }) =>
  isFulfillmentMode(deliveryModeId(delivery_mode) ?? 1);

/**
 * Lets stock and fulfillment orders follow from the states of shipments (readings C39), in the transaction that changed
 * them: a fulfillment order begins when nothing waits for a payment any more, what is cancelled comes back to the shelves,
 * and what leaves the warehouse has been prepared. The caller holds the locks of the orders and of the stock.
 *
 * @param orderIds orders of other modes are passed over
 */
export async function followOrders(
  deps: Deps,
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
  now: Date,
): Promise<void> {
  if (orderIds.length === 0) return;
  const shipments = await warehousedShipments(trx, clientId, orderIds);
  // Of what is cancelled nothing can come any more: its shipments are at their ends.
  const open = shipments.filter(({ status }) => status !== 'Cancelado');
  if (open.length === 0) return;
  const off = open.filter(({ state_code }) => goodsPlace(state_code) === 'off').map(({ id }) => id);
  // What was prepared without all its units leaves without them, too.
  const left = open
    .filter(({ state_code, status }) => goodsPlace(state_code) === 'left' && status !== 'Preparado')
    .map(({ id }) => id);
  if (off.length > 0) putBack(trx, clientId, off, now);
  if (left.length > 0) takeAll(trx, clientId, left, now);
  const standings = [...Map.groupBy(open, ({ order_pk }) => order_pk).values()].flatMap(standingOf);
  if (standings.length > 0) writeStandings(trx, clientId, standings, now);
  if (off.length + left.length + standings.length > 0) deps.bus.tell(trx, clientId, { kind: 'stock', id: null });
}

/** How a fulfillment order changes; nothing where it doesn't. */
function standingOf(shipments: WarehousedShipment[]): Standing[] {
  const [{ order_pk, status: before }] = shipments as [WarehousedShipment];
  const places = shipments.map(({ state_code }) => goodsPlace(state_code));
  const status = fulfillmentStanding(places, before);
  const isNew = ({ labelled }: WarehousedShipment, index: number) => !labelled && places[index] === 'left';
  const labels = status === 'Preparado' ? shipments.filter(isNew).map(({ label }) => label) : [];
  return status === null || (status === before && labels.length === 0) ? [] : [{ order_pk, status, labels }];
}
