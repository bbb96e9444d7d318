import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { type ConsumedUnits, consumeUnits, lockStock, releaseReservations } from '#server/domain/stock.store.ts';
import type { BodyOf } from '#shared/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type * as calls from '#shared/ops/fulfillment.ts';
import { goodsLocation } from '#shared/rules/fulfillment-status.ts';
import { labelOf, parseLabel } from '#shared/rules/tracking-id.ts';
import { type WantedItem, wantedItems, writePrepared } from './fulfillment.store.ts';
import { type LockedFulfillment, lockFulfillment } from './lock-fulfillment.ts';
import { moveByWarehouse } from './move-by-warehouse.ts';
import { type FulfillmentKey, findFulfillment } from './operator-fulfillment.ts';

/**
 * Takes what is prepared from the shelves (readings C39). Quantities are totals by SKU: the same call twice is as good as
 * once, and none goes back. Its shipments are 'En Preparación' from then on; once everything is prepared, or with `close`,
 * the order is Preparado.
 *
 * @throws Failure 404 when the client has none such, 422 for one that is cancelled and for quantities that don't fit
 */
export function prepareFulfillment(
  deps: Deps,
  { clientId, id }: FulfillmentKey,
  { items, close }: BodyOf<typeof calls.prepareFulfillment>,
): Promise<calls.OperatorFulfillmentDetail> {
  return deps.db.withClient(clientId, async (trx) => {
    const locked = await lockFulfillment(trx, clientId, id);
    if (locked.status === 'Cancelado') throw new Failure(422, 'El pedido está cancelado');
    const now = deps.clock();
    lockStock(trx, clientId);
    const ids = locked.shipments.map((shipment) => shipment.id);
    const wanted = await wantedItems(trx, clientId, ids);
    const isDone = locked.status === 'Preparado';
    const consumed = isDone && items === undefined ? [] : unitsToConsume(wanted, items ?? null);
    if (isDone && consumed.length > 0) throw new Failure(422, 'El pedido ya está preparado');
    if (isDone) return findFulfillment(trx, clientId, id);
    if (consumed.length > 0) consumeUnits(trx, clientId, consumed, now);
    await startPreparation(deps, trx, clientId, locked);
    const missing = wanted.reduce((sum, { quantity, prepared }) => sum + quantity - prepared, 0);
    const taken = consumed.reduce((sum, { units }) => sum + units, 0);
    if (missing === taken || close) {
      // What is missing for good is free for others.
      releaseReservations(trx, clientId, ids);
      writePrepared(trx, clientId, id, now);
    }
    deps.bus.publish(trx, clientId, { kind: 'stock', id: null });
    return findFulfillment(trx, clientId, id);
  });
}

/** Those that nobody has begun to prepare are being prepared now. */
async function startPreparation(deps: Deps, trx: Trx, clientId: number, { order_pk, shipments }: LockedFulfillment) {
  const labels = shipments.filter(({ state_code }) => state_code === 'registrado').map(({ label }) => label);
  if (labels.length > 0) {
    await moveByWarehouse(deps, trx, clientId, { orderId: order_pk, labels, state: 'en_preparacion' });
  }
}

type Prepared = NonNullable<BodyOf<typeof calls.prepareFulfillment>['items']>;

/** What is to be taken so that each SKU comes to its new total; `prepared` is null where everything is. */
function unitsToConsume(wanted: readonly WantedItem[], prepared: Prepared | null): ConsumedUnits[] {
  if (prepared === null) return wanted.flatMap((item) => unitsOfItem(item, item.quantity - item.prepared));
  const errors: FieldError[] = [];
  const consumed: ConsumedUnits[] = [];
  const seen = new Set<string>();
  for (const [index, { sku, quantity }] of prepared.entries()) {
    const own = wanted.filter((item) => item.sku === sku.toLowerCase());
    const asked = own.reduce((sum, item) => sum + item.quantity, 0);
    const before = own.reduce((sum, item) => sum + item.prepared, 0);
    const refuse = (field: string, message: string) => errors.push({ field: `items.${index}.${field}`, message });
    if (own.length === 0) refuse('sku', 'El pedido no tiene ese SKU');
    else if (seen.has(sku.toLowerCase())) refuse('sku', 'Ese SKU está repetido');
    else if (quantity > asked) refuse('quantity', `El pedido tiene ${asked}`);
    else if (quantity < before) refuse('quantity', `Ya se prepararon ${before}`);
    seen.add(sku.toLowerCase());
    let more = quantity - before;
    for (const item of own) {
      const units = Math.min(more, item.quantity - item.prepared);
      if (units > 0) consumed.push(...unitsOfItem(item, units));
      more -= Math.max(0, units);
    }
  }
  if (errors.length > 0) throw new Failure(422, messages.fields, errors);
  return consumed;
}

/** Units of an item from its lots; without reservations they are only counted. */
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
 * Shipments of a prepared order bear their label and are ready to leave, which its fulfillment order follows.
 *
 * @throws Failure 404 when the client has none such, 422 for an order that isn't prepared and for labels that aren't its
 */
export function labelFulfillment(
  deps: Deps,
  { clientId, id }: FulfillmentKey,
  texts: readonly string[] | undefined,
): Promise<calls.OperatorFulfillmentDetail> {
  return deps.db.withClient(clientId, async (trx) => {
    const { order_pk, status, shipments } = await lockFulfillment(trx, clientId, id);
    if (status !== 'Preparado') throw new Failure(422, 'El pedido todavía no está preparado');
    const own = shipments.map(({ label }) => label);
    const labels = texts?.map(asLabel) ?? own;
    const foreign = labels.findIndex((label) => !own.includes(label));
    if (foreign >= 0) {
      throw new Failure(422, messages.fields, [
        { field: `labels.${foreign}`, message: 'El pedido no tiene esa etiqueta' },
      ]);
    }
    const ready = shipments.filter(
      ({ label, state_code }) => labels.includes(label) && goodsLocation(state_code) === 'in_warehouse',
    );
    const move = { orderId: order_pk, labels: ready.map(({ label }) => label), state: 'listo_despacho' } as const;
    if (ready.length > 0) await moveByWarehouse(deps, trx, clientId, move);
    return findFulfillment(trx, clientId, id);
  });
}

function asLabel(text: string): string {
  const label = parseLabel(text);
  return label ? labelOf(label.trackingId, label.n) : text;
}
