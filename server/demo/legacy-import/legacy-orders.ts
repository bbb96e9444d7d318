import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import { runIdempotent } from '#server/db/idempotency.ts';
import { newIds } from '#server/db/new-ids.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readReferenceData } from '#server/money/rate/reference-data.ts';
import { requireTariff } from '#server/money/rate/tariff.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { refreshDeliveryResults } from '#server/orders/domain/movement/delivery-results.ts';
import { makePromises } from '#server/orders/domain/movement/promises.ts';
import { composeOrder } from '#server/orders/order/create/order-compose.ts';
import type { PackageContents } from '#server/orders/order/create/order-contents.ts';
import {
  countIds,
  insertOrders,
  type OrderToInsert,
  pickupAddresses,
} from '#server/orders/order/create/order-create.store.ts';
import { nearestPickupPoints, pickupPointKey } from '#server/orders/order/pickup-points.ts';
import { localDay } from '#shared/kit/days.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import { generateTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { type DeliveryModeId, PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { nextCollection } from '#shared/orders/rules/due/promise.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import {
  type ProvinceResult,
  type ResolvedProvince,
  resolveProvince,
} from '#shared/orders/rules/place/zip-province.ts';
import { importLegacyModifications } from './legacy-modifications.store.ts';
import { type LegacyHistory, writeLegacyHistories } from './legacy-orders.store.ts';
import { importLegacyPayments } from './legacy-payments.store.ts';

export type { LegacyEvent, LegacyHistory } from './legacy-orders.store.ts';

/** A legacy order: created before this product was in use, of any mode, with any items. */
export type LegacyOrder = Pick<NewOrder, 'order_id' | 'sender_name' | 'receiver'> & {
  mode: DeliveryModeId;
  prepaid: boolean;
  createdAt: Date;
  /** May be empty. `costCents` is the charged price; by default the price at the tariff of that day. */
  packages: (PackageContents & { costCents?: number })[];
};

/** An imported order: its number and its id. */
export interface ImportedOrder {
  order_id: string;
  id: number;
}

/**
 * Imports a client's legacy orders without validating them. Computes rows, states, prices and flags as for a new order
 * of that day. Idempotent by `key`.
 */
export async function importLegacyOrders(
  deps: Deps,
  clientId: number,
  orders: readonly LegacyOrder[],
  key: string,
): Promise<ImportedOrder[]> {
  const write = { clientId, key, call: 'import older orders', body: orders };
  const { results } = await runIdempotent(deps.db, write, async (trx) => {
    const rows: OrderToInsert[] = [];
    for (const order of orders) rows.push(await composeLegacyOrder(deps, trx, clientId, order));
    insertOrders(trx, clientId, rows);
    return { results: rows.map(({ id, order_id }) => ({ id, order_id })) };
  });
  return results;
}

async function composeLegacyOrder(deps: Deps, trx: Trx, clientId: number, order: LegacyOrder): Promise<OrderToInsert> {
  const { address: to } = order.receiver;
  const zip4 = Number(parseZip(to.zip_code)?.digits);
  const pickup = pickupAddresses(trx, clientId, []);
  const wanted = { clientId, day: localDay(order.createdAt), addresses: [to] };
  const [nextId, { addresses }, { tariff, zips, calendar }] = await Promise.all([
    newIds(trx, countIds([{ shipments: order.packages }])),
    pickup,
    readReferenceData(
      deps.db,
      trx,
      wanted,
      pickup.then(({ version }) => version),
    ),
  ]);
  const place = assertProvince(resolveProvince(to, zips));
  const near = { zip4, province: place.province.letter };
  const points = await nearestPickupPoints(trx, order.mode === PICKUP_POINT_MODE ? [near] : []);
  const row = composeOrder({
    order,
    nextId,
    trackingId: generateTrackingId(randomBytes),
    mode: order.mode,
    place,
    packages: order.packages.map(({ costCents: _, ...contents }) => contents),
    address: required(addresses.find(({ main }) => main) ?? null, 'main address'),
    point: points.get(pickupPointKey(near)) ?? null,
    tariff: requireTariff(tariff),
    calendar,
    prepaid: order.prepaid,
    now: order.createdAt,
  });
  return withChargedPrices(required(row, 'tariff for its province'), order);
}

/** Replaces the computed prices by the charged prices where they are known. */
function withChargedPrices(row: OrderToInsert, { packages }: LegacyOrder): OrderToInsert {
  const shipments = row.shipments.map((shipment, index) => ({
    ...shipment,
    cost_cents: packages[index]?.costCents ?? shipment.cost_cents,
  }));
  return { ...row, shipments, rate_cents: shipments.reduce((sum, { cost_cents }) => sum + cost_cents, 0) };
}

function assertProvince(result: ProvinceResult): ResolvedProvince {
  if ('field' in result) throw new Error(`the address of a legacy order is wrong: ${result.message}`);
  return result;
}

function required<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`a legacy order has no ${name}`);
  return value;
}

/**
 * Imports the histories of a client's orders that have no events yet: events, payments, printed labels, modification
 * requests. States are derived from the last event, flags by the shared rules. Idempotent by `key`.
 */
export async function importLegacyHistories(
  deps: Deps,
  clientId: number,
  histories: readonly LegacyHistory[],
  key: string,
): Promise<void> {
  const ids = histories.map(({ id }) => id);
  const write = { clientId, key, call: 'import older histories', body: histories };
  await runIdempotent(deps.db, write, async (trx) => {
    await lockOrders(trx, clientId, ids);
    const written = await writeLegacyHistories(trx, clientId, histories);
    const { COLLECTION_CUTOFF } = deps.config;
    const promised = written.flatMap(({ shipment_id: id, printed_at }) =>
      printed_at ? [{ id, collection: nextCollection(printed_at, COLLECTION_CUTOFF) }] : [],
    );
    const calendar = await readCalendar(trx);
    await makePromises(trx, clientId, promised, calendar);
    const shipments = written.map(({ shipment_id }) => shipment_id);
    await refreshDeliveryResults(trx, clientId, shipments, calendar);
    await importLegacyPayments(
      trx,
      clientId,
      histories.flatMap(({ id, payment }) => (payment ? [{ order_pk: id, ...payment }] : [])),
    );
    await importLegacyModifications(
      trx,
      clientId,
      histories.flatMap(({ id, modification }) => (modification ? [{ orderId: id, ...modification }] : [])),
    );
    await refreshFlags(trx, clientId, ids);
    return {};
  });
}
