import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { scannedSkus } from '#server/warehouse/domain/scanned-skus.store.ts';
import { type ConsumedUnits, consumeUnits, releaseReservations } from '#server/warehouse/domain/stock.store.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';
import type * as calls from '#shared/warehouse/staff-fulfillment.ts';
import { type WantedItem, wantedItems, writePrepared } from './fulfillment.store.ts';
import { type LockedFulfillment, lockFulfillment } from './lock-fulfillment.ts';
import { moveByWarehouse } from './move-by-warehouse.ts';
import { type FulfillmentKey, findFulfillment } from './staff-fulfillment.ts';

/**
 * Takes the prepared units from stock (readings C39). Quantities are totals by SKU, so the call is idempotent; a total
 * can't decrease. The first call moves the shipments to 'En Preparación'. Once all units are prepared, or with `close`,
 * the fulfillment order is 'Preparado'. A product's bar code stands for its SKU.
 *
 * @throws Failure 404 if the client has no such fulfillment order, 422 if it is cancelled or a quantity is out of range
 */
export function prepareFulfillment(
  deps: Deps,
  key: FulfillmentKey,
  { items, close }: BodyOf<typeof calls.prepareFulfillment>,
): Promise<calls.StaffFulfillmentDetail> {
  const { clientId, id } = key;
  return deps.db.withClient(clientId, async (trx) => {
    const locked = await lockFulfillment(trx, clientId, id);
    if (locked.status === 'Cancelado') throw new Failure(422, 'El pedido está cancelado');
    const now = deps.clock();
    lockClient(trx, clientId);
    const ids = locked.shipments.map((shipment) => shipment.id);
    const wanted = await wantedItems(trx, clientId, ids);
    const isDone = locked.status === 'Preparado';
    const skuOf = await scannedSkus(trx, clientId, items?.map(({ sku }) => sku) ?? []);
    const totals = items?.map(({ sku, quantity }) => ({ sku: skuOf(sku), quantity })) ?? null;
    const consumed = isDone && totals === null ? [] : unitsToConsume(wanted, totals);
    if (isDone && consumed.length > 0) throw new Failure(422, 'El pedido ya está preparado');
    if (isDone) return findFulfillment(trx, key);
    if (consumed.length > 0) consumeUnits(trx, clientId, consumed, now);
    await startPreparation(deps, trx, clientId, locked);
    const missing = wanted.reduce((sum, { quantity, prepared }) => sum + quantity - prepared, 0);
    const taken = consumed.reduce((sum, { units }) => sum + units, 0);
    if (missing === taken || close) {
      // With `close`, the units that will never be prepared become available to other orders.
      releaseReservations(trx, clientId, ids);
      writePrepared(trx, clientId, id, now);
    }
    const prepared = { id, orderId: locked.order_pk, units: taken, closed: close };
    deps.events.record(trx, clientId, 'fulfillment.prepared', prepared);
    return findFulfillment(trx, key);
  });
}

/** Moves the shipments that are still 'Registrado' to 'En Preparación'. */
async function startPreparation(deps: Deps, trx: Trx, clientId: number, { order_pk, shipments }: LockedFulfillment) {
  const labels = shipments.filter(({ state_code }) => state_code === 'registrado').map(({ label }) => label);
  if (labels.length > 0) {
    await moveByWarehouse(deps, trx, clientId, { orderId: order_pk, labels, state: 'en_preparacion' });
  }
}

type Prepared = NonNullable<BodyOf<typeof calls.prepareFulfillment>['items']>;

/**
 * Returns the units to take from stock so that each SKU reaches its new total.
 *
 * @param prepared totals by SKU; null if everything is prepared
 * @throws Failure 422 with `errors` for unknown or repeated SKUs and for totals out of range
 */
function unitsToConsume(wanted: readonly WantedItem[], prepared: Prepared | null): ConsumedUnits[] {
  if (prepared === null) return wanted.flatMap((item) => unitsOfItem(item, item.quantity - item.prepared));
  const errors: FieldError[] = [];
  const consumed: ConsumedUnits[] = [];
  const seen = new Set<string>();
  for (const [index, { sku, quantity }] of prepared.entries()) {
    const itemsOfSku = wanted.filter((item) => item.sku === foldedKey(sku));
    const requested = itemsOfSku.reduce((sum, item) => sum + item.quantity, 0);
    const before = itemsOfSku.reduce((sum, item) => sum + item.prepared, 0);
    const refuse = (field: string, message: string) => errors.push({ field: `items.${index}.${field}`, message });
    if (itemsOfSku.length === 0) refuse('sku', 'El pedido no tiene ese SKU');
    else if (seen.has(foldedKey(sku))) refuse('sku', 'Ese SKU está repetido');
    else if (quantity > requested) refuse('quantity', `El pedido tiene ${requested}`);
    else if (quantity < before) refuse('quantity', `Ya se prepararon ${before}`);
    seen.add(foldedKey(sku));
    let missing = quantity - before;
    for (const item of itemsOfSku) {
      const units = Math.min(missing, item.quantity - item.prepared);
      if (units > 0) consumed.push(...unitsOfItem(item, units));
      missing -= Math.max(0, units);
    }
  }
  if (errors.length > 0) throw new Failure(422, messages.fields, errors);
  return consumed;
}

/**
 * Distributes units of an item over its reserved lots. Units without a reservation have no lot and are only counted.
 */
function unitsOfItem({ shipment_id, n, lots }: WantedItem, units: number): ConsumedUnits[] {
  const consumed: ConsumedUnits[] = [];
  let missing = units;
  for (const lot of lots) {
    const part = Math.min(lot.units, missing);
    if (part > 0) consumed.push({ shipment_id, n, lot_id: lot.lot_id, units: part });
    missing -= part;
  }
  if (missing > 0) consumed.push({ shipment_id, n, lot_id: null, units: missing });
  return consumed;
}

/**
 * Marks shipments of a prepared fulfillment order as labelled and ready for dispatch.
 *
 * @param texts labels; all shipments of the order if undefined
 * @throws Failure 404 if the client has no such fulfillment order, 422 if it isn't prepared or a label isn't one of its
 *   shipments
 */
export function labelFulfillment(
  deps: Deps,
  key: FulfillmentKey,
  texts: readonly string[] | undefined,
): Promise<calls.StaffFulfillmentDetail> {
  const { clientId, id } = key;
  return deps.db.withClient(clientId, async (trx) => {
    const { order_pk, status, shipments } = await lockFulfillment(trx, clientId, id);
    if (status !== 'Preparado') throw new Failure(422, 'El pedido todavía no está preparado');
    const known = shipments.map(({ label }) => label);
    const labels = texts?.map((text) => parseScannedId(text) ?? text) ?? known;
    const unknown = labels.findIndex((label) => !known.includes(label));
    if (unknown >= 0) {
      throw refusedField(`labels.${unknown}`, 'El pedido no tiene esa etiqueta');
    }
    const ready = shipments.filter(
      ({ label, state_code }) => labels.includes(label) && goodsLocation(state_code) === 'in_warehouse',
    );
    const move = { orderId: order_pk, labels: ready.map(({ label }) => label), state: 'listo_despacho' } as const;
    if (ready.length > 0) {
      await moveByWarehouse(deps, trx, clientId, move);
      deps.events.record(trx, clientId, 'fulfillment.labelled', { id, labels: move.labels });
    }
    return findFulfillment(trx, key);
  });
}
