import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import { once } from '#server/db/idempotency.ts';
import type { Deps } from '#server/domain/deps.ts';
import { lockOrders, refreshFlags } from '#server/domain/order-flags.ts';
import { composeOrder } from '#server/features/order/order-compose.ts';
import type { PackageContents } from '#server/features/order/order-contents.ts';
import { drawIds, idsNeeded, type OrderToInsert, pickupAddresses } from '#server/features/order/order-create.store.ts';
import { insertOrders } from '#server/features/order/order-insert.store.ts';
import { nearestPickupPoints, pointKey } from '#server/features/order/pickup-points.ts';
import { listedZipsOf } from '#server/features/place/listed-zips.ts';
import { validTariff } from '#server/features/rate/tariff.ts';
import { localDay } from '#shared/days.ts';
import type { NewOrder } from '#shared/orders.ts';
import { type DeliveryModeId, PICKUP_POINT_MODE } from '#shared/rules/delivery-modes.ts';
import { generateTrackingId } from '#shared/rules/tracking-id.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { type Place, type PlaceVerdict, placeOf } from '#shared/rules/zip-province.ts';
import { importOlderPayments } from './older-payments.store.ts';
import { importOlderRequests } from './older-requests.store.ts';
import { type OlderHistory, writeHistories } from './older-rows.store.ts';

export type { OlderEvent, OlderHistory } from './older-rows.store.ts';

/** An order of the time before this product, of any mode and with whatever its packages held. */
export type OlderOrder = Pick<NewOrder, 'order_id' | 'sender_name' | 'receiver'> & {
  mode: DeliveryModeId;
  prepaid: boolean;
  createdAt: Date;
  /** None at all is possible. `costCents` is the price that was charged, else the tariff of that day says it. */
  packages: (PackageContents & { costCents?: number })[];
};

/** An imported order: its own number, and what it is found by. */
export interface ImportedOrder {
  order_id: string;
  id: number;
}

/**
 * Imports older orders of a client as they were, past the checks of today's form: the rows, states, prices and flags are
 * made as for a new order of that day. The same list with the same key is imported once.
 */
export async function importOlderOrders(
  deps: Deps,
  clientId: number,
  orders: readonly OlderOrder[],
  key: string,
): Promise<ImportedOrder[]> {
  const write = { clientId, key, call: 'import older orders', body: orders };
  const { results } = await once(deps.db, write, async (trx) => {
    const rows: OrderToInsert[] = [];
    for (const order of orders) rows.push(await olderRow(deps, trx, clientId, order));
    insertOrders(trx, clientId, rows);
    return { results: rows.map(({ id, order_id }) => ({ id, order_id })) };
  });
  return results;
}

async function olderRow(deps: Deps, trx: Trx, clientId: number, order: OlderOrder): Promise<OrderToInsert> {
  const { address: to } = order.receiver;
  const zip4 = Number(parseZip(to.zip_code)?.digits);
  const [nextId, addresses] = await Promise.all([
    drawIds(trx, idsNeeded([{ shipments: order.packages }])),
    pickupAddresses(trx, clientId, []),
  ]);
  const place = placed(placeOf(to, await listedZipsOf(trx, [to])));
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
    point: points.get(pointKey(near)) ?? null,
    tariff: await validTariff(deps.db, trx, localDay(order.createdAt)),
    prepaid: order.prepaid,
    now: order.createdAt,
  });
  return charged(required(row, 'tariff for its province'), order);
}

/** The price that was charged then, where it is known. */
function charged(row: OrderToInsert, { packages }: OlderOrder): OrderToInsert {
  const shipments = row.shipments.map((shipment, index) => ({
    ...shipment,
    cost_cents: packages[index]?.costCents ?? shipment.cost_cents,
  }));
  return { ...row, shipments, rate_cents: shipments.reduce((sum, { cost_cents }) => sum + cost_cents, 0) };
}

function placed(verdict: PlaceVerdict): Place {
  if ('field' in verdict) throw new Error(`an older order's address is wrong: ${verdict.message}`);
  return verdict;
}

function required<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`an older order has no ${what}`);
  return value;
}

/**
 * Imports what happened to orders of a client, which must have no history of their own yet: events, payments, printed
 * labels, requests to change them. States follow from the last event, flags from the shared rules. The same list with the same key is imported
 * once.
 */
export async function importOlderHistories(
  deps: Deps,
  clientId: number,
  histories: readonly OlderHistory[],
  key: string,
): Promise<void> {
  const ids = histories.map(({ id }) => id);
  const write = { clientId, key, call: 'import older histories', body: histories };
  await once(deps.db, write, async (trx) => {
    await lockOrders(trx, clientId, ids);
    await writeHistories(trx, clientId, histories);
    await importOlderPayments(
      trx,
      clientId,
      histories.flatMap(({ id, payment }) => (payment ? [{ order_pk: id, ...payment }] : [])),
    );
    await importOlderRequests(
      trx,
      clientId,
      histories.flatMap(({ id, modification }) => (modification ? [{ orderId: id, ...modification }] : [])),
    );
    await refreshFlags(trx, clientId, ids);
    return {};
  });
}
