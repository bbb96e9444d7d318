import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import { runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/domain/deps.ts';
import { lockOrders, refreshFlags } from '#server/domain/order-flags.ts';
import { composeOrder } from '#server/features/order/order-compose.ts';
import type { PackageContents } from '#server/features/order/order-contents.ts';
import {
  allocateIds,
  countIds,
  type OrderToInsert,
  pickupAddresses,
} from '#server/features/order/order-create.store.ts';
import { insertOrders } from '#server/features/order/order-insert.store.ts';
import { nearestPickupPoints, pickupPointKey } from '#server/features/order/pickup-points.ts';
import { validTariff } from '#server/features/rate/tariff.ts';
import { findListedZips } from '#server/features/zip-code/listed-zips.ts';
import { localDay } from '#shared/days.ts';
import type { NewOrder } from '#shared/orders.ts';
import { type DeliveryModeId, PICKUP_POINT_MODE } from '#shared/rules/delivery-modes.ts';
import { generateTrackingId } from '#shared/rules/tracking-id.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { type ProvinceResult, type ResolvedProvince, resolveProvince } from '#shared/rules/zip-province.ts';
import { importLegacyModifications } from './legacy-modifications.store.ts';
import { type LegacyHistory, writeLegacyHistories } from './legacy-orders.store.ts';
import { importLegacyPayments } from './legacy-payments.store.ts';

export type { LegacyEvent, LegacyHistory } from './legacy-orders.store.ts';

/** An order of the time before this product, of any mode and with whatever its packages held. */
export type LegacyOrder = Pick<NewOrder, 'order_id' | 'sender_name' | 'receiver'> & {
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
  const [nextId, addresses] = await Promise.all([
    allocateIds(trx, countIds([{ shipments: order.packages }])),
    pickupAddresses(trx, clientId, []),
  ]);
  const place = assertPlace(resolveProvince(to, await findListedZips(trx, [to])));
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
    tariff: await validTariff(deps.db, trx, localDay(order.createdAt)),
    prepaid: order.prepaid,
    now: order.createdAt,
  });
  return withChargedPrices(required(row, 'tariff for its province'), order);
}

/** The price that was charged then, where it is known. */
function withChargedPrices(row: OrderToInsert, { packages }: LegacyOrder): OrderToInsert {
  const shipments = row.shipments.map((shipment, index) => ({
    ...shipment,
    cost_cents: packages[index]?.costCents ?? shipment.cost_cents,
  }));
  return { ...row, shipments, rate_cents: shipments.reduce((sum, { cost_cents }) => sum + cost_cents, 0) };
}

function assertPlace(verdict: ProvinceResult): ResolvedProvince {
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
    await writeLegacyHistories(trx, clientId, histories);
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
