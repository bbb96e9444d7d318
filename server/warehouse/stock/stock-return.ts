import { randomUUID } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { lockOrders } from '#server/orders/domain/flags/order-flags.ts';
import { findShipment } from '#server/orders/domain/staff-shipment.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { scannedSkus } from '#server/warehouse/domain/scanned-skus.store.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { recordStockReturn, StockReturn } from '#shared/warehouse/staff-stock-return.ts';
import { bookUnits, findLot } from './receipt.store.ts';
import { MAX_LOT_UNITS, requireOwnStock } from './staff-stock.ts';
import { findReturnedShipment, insertStockReturn, type ReturnedShipment } from './stock-return.store.ts';

/** Returns the units that left the stock with a shipment. @throws Failure 404 for an unknown label */
export async function readReturn(deps: Deps, text: string): Promise<StockReturn> {
  const { clientId, label } = await findShipment(deps.db, text);
  return deps.db.withClient(clientId, async (trx) => toStockReturn(clientId, await findOne(trx, clientId, label)));
}

async function findOne(trx: Trx, clientId: number, label: string): Promise<ReturnedShipment> {
  const shipment = await findReturnedShipment(trx, clientId, label);
  if (!shipment) throw new Failure(404, messages.notFound);
  return shipment;
}

function toStockReturn(clientId: number, shipment: ReturnedShipment): StockReturn {
  const { id: _id, state_code: _code, ...shown } = shipment;
  return { ...shown, client_id: clientId, refusal: refusalOf(shipment) };
}

/** Returns why a shipment's units can't go back into stock; null if they can. */
function refusalOf({ state, state_code, lots, returned_at, returned }: ReturnedShipment): string | null {
  if (returned_at !== null) {
    const at = formatTimestamp(returned_at);
    return returned?.length === 0
      ? `La devolución de este envío se registró el ${at}, sin unidades que vuelvan al stock`
      : `Las unidades de este envío volvieron al stock el ${at}`;
  }
  if (lots.length === 0) return 'De este envío no salió nada del stock del depósito';
  return state_code === 'devuelto'
    ? null
    : `El envío está en «${state}»: sus unidades vuelven al stock cuando esté Devuelto al Remitente`;
}

type Returned = BodyOf<typeof recordStockReturn>;
/**
 * Puts units of a returned shipment back into stock, each shipment once. The order's lock keeps the shipment's state. A product's bar code
 * stands for its SKU.
 *
 * @throws Failure 404 for an unknown label, 409 for a shipment whose units went back before, 422 for another state or wrong units
 */
export async function returnToLots(
  deps: Deps,
  text: string,
  { units: sent, note = '' }: Returned,
): Promise<StockReturn> {
  requireOwnStock(deps);
  const { clientId, orderId, label } = await findShipment(deps.db, text);
  return deps.db.withClient(clientId, async (trx) => {
    await lockOrders(trx, clientId, [orderId]);
    lockClient(trx, clientId);
    const shipment = await findOne(trx, clientId, label);
    const refusal = refusalOf(shipment);
    if (refusal !== null) throw new Failure(shipment.returned_at === null ? 422 : 409, refusal);
    const skuOf = await scannedSkus(
      trx,
      clientId,
      sent.map(({ sku }) => sku),
    );
    const units = sent.map((one) => ({ ...one, sku: skuOf(one.sku) }));
    const errors = wrongUnits(shipment, units);
    if (errors.length > 0) throw new Failure(422, messages.fields, errors);
    const now = deps.clock();
    for (const [index, { sku, lot, expiry, units: count }] of units.entries()) {
      const stored = await findLot(trx, clientId, { sku, lot });
      if ((stored?.units ?? 0) + count > MAX_LOT_UNITS) {
        const message = 'El lote no puede tener tantas unidades';
        throw refusedField(`units.${index}.units`, message);
      }
      const receipt_id = `devolucion-${randomUUID()}`;
      // A lot that exists keeps its day: its other units don't expire later because of the returned ones.
      const booked = { sku, lot, expiry: stored ? '' : expiry, units: count, sent: null };
      await bookUnits(trx, clientId, { ...booked, receipt_id, reason: `Devolución de ${label}` }, now);
    }
    // Callers may write a SKU in another case than the stock.
    const stored = new Map(shipment.lots.map(({ sku }) => [foldedKey(sku), sku]));
    const returned = units.map(({ sku, lot, units: count }) => ({
      sku: stored.get(foldedKey(sku)) ?? sku,
      lot,
      units: count,
    }));
    await insertStockReturn(trx, clientId, shipment.id, { returned, note }, now);
    const total = units.reduce((sum, { units: count }) => sum + count, 0);
    const skus = units.map(({ sku }) => sku);
    deps.events.record(trx, clientId, 'stock.returned', { label, skus, units: total });
    return toStockReturn(clientId, await findOne(trx, clientId, label));
  });
}

type Units = Returned['units'];

/** Returns an error for each SKU that the shipment didn't contain, and for more units than it contained. */
function wrongUnits({ lots }: ReturnedShipment, units: Units): FieldError[] {
  const left = new Map<string, number>();
  for (const { sku, units: taken } of lots) left.set(foldedKey(sku), (left.get(foldedKey(sku)) ?? 0) + taken);
  return units.flatMap(({ sku, units: count }, index): FieldError[] => {
    const before = left.get(foldedKey(sku));
    if (before === undefined) return [{ field: `units.${index}.sku`, message: 'El envío no llevó ese SKU' }];
    left.set(foldedKey(sku), before - count);
    return count > before
      ? [{ field: `units.${index}.units`, message: `Del envío quedan ${Math.max(0, before)} por devolver` }]
      : [];
  });
}
