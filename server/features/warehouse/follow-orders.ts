import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { fulfillmentStanding, goodsPlace } from '#shared/rules/fulfillment-standing.ts';
import { type Standing, type WarehousedShipment, warehousedShipments, writeStandings } from './follow.store.ts';
import { free, holdStock, takeAll } from './stock.store.ts';

/**
 * Lets stock and fulfillment orders follow from the states of shipments (readings C39), in the transaction that changed
 * them and behind the locks of their orders: a fulfillment order begins when nothing waits for a payment any more, what
 * is cancelled frees its stock, and what leaves the warehouse has been prepared. Orders of other modes are passed over.
 */
export async function followOrders(
  deps: Deps,
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
  now: Date,
): Promise<void> {
  const shipments = await warehousedShipments(trx, clientId, orderIds);
  // What is prepared or cancelled stays so, whatever becomes of the parcels.
  const open = shipments.filter(({ status }) => status === null || status === 'Registrado');
  if (open.length === 0) return;
  const at = (place: string) =>
    open.filter(({ state_code }) => goodsPlace(state_code) === place).map((shipment) => shipment.id);
  const [off, left] = [at('off'), at('left')];
  if (off.length + left.length > 0) holdStock(trx, clientId);
  if (off.length > 0) free(trx, clientId, off);
  if (left.length > 0) takeAll(trx, clientId, left, now);
  const standings = [...Map.groupBy(open, ({ order_pk }) => order_pk).values()].flatMap(standingOf);
  if (standings.length > 0) writeStandings(trx, clientId, standings, now);
  deps.bus.tell(trx, clientId, { kind: 'stock', id: null });
}

function standingOf(shipments: WarehousedShipment[]): Standing[] {
  const [{ order_pk, status: before }] = shipments as [WarehousedShipment];
  const status = fulfillmentStanding(shipments.map(({ state_code }) => goodsPlace(state_code)));
  // Whoever cancels before paying has ordered nothing of the warehouse.
  if (status === null || status === before || (status === 'Cancelado' && before === null)) return [];
  const left = shipments.filter(({ state_code }) => goodsPlace(state_code) === 'left');
  return [{ order_pk, status, labels: status === 'Preparado' ? left.map(({ label }) => label) : [] }];
}
