import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import { newIds } from '#server/db/new-ids.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { type ReferenceData, readReferenceData } from '#server/money/rate/reference-data.ts';
import { noTariff } from '#server/money/rate/tariff.ts';
import type { PackageColumns } from '#server/orders/domain/package-columns.ts';
import {
  type ChosenPoints,
  choosePoint,
  nearestPickupPoints,
  type PickupPoint,
  type PickupPointQuery,
  pickupPointKey,
  readChosenPoints,
} from '#server/orders/order/pickup-points.ts';
import { pointAddress } from '#server/orders/order/point-address.ts';
import { createYield } from '#server/platform/concurrency/event-loop.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { localDay } from '#shared/kit/days.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { noPriceReason } from '#shared/money/rules/tariff.ts';
import type { NewOrder, OrderBody } from '#shared/orders/new-order.ts';
import { generateTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { deliveryModeId, PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { type Province, provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { type ResolvedProvince, resolveProvince } from '#shared/orders/rules/place/zip-province.ts';
import { validateNewOrder } from '#shared/orders/rules/validate-new-order.ts';
import { composeOrder } from './order-compose.ts';
import { type OrderProduct, productIds, toPackages } from './order-contents.ts';
import {
  countIds,
  insertOrders,
  type OrderToInsert,
  type PickupAddress,
  pickupAddresses,
  productsById,
} from './order-create.store.ts';
import { openStockAllocation, type StockAllocation } from './reserve-stock.ts';

/** The client that the orders are created for, with the flags that decide which delivery modes it may use. */
export type OrderingClient = Pick<Caller, 'clientId' | 'prepago' | 'logistica_inversa' | 'fulfillment'>;

export interface CreatedOrder {
  id: number;
  order_id: string;
  tracking_id: string;
}

/** A created order with the measures that it stores: products decide the weight of their shipment. */
export interface MadeOrder extends CreatedOrder {
  shipments: readonly PackageColumns[];
}

/** Reference data that new orders are checked against and priced with, and ids for their rows. */
interface OrderContext extends ReferenceData {
  nextId: () => number;
  products: ReadonlyMap<number, OrderProduct>;
  addresses: readonly PickupAddress[];
  /** Nearest points to the addresses of mode 2. */
  points: ReadonlyMap<string, PickupPoint>;
  chosenPoints: ChosenPoints;
}

/**
 * Creates one or thousands of orders with their shipments in two round trips (D1 §2 New order, readings S8, S17, S18,
 * C39). The server computes cost, states, ids and flags and ignores any values sent for them. If an order number is
 * already in use, the whole transaction fails with the constraint `one_order_number`.
 *
 * @param batchId the upload that the orders are from; null for the one order of a call
 * @returns one entry per order, in the same sequence: the created order, or a Failure: 404 with `errors` for ids that
 *   don't belong to the client, 422 with `errors` for fields that the client can correct
 */
export async function createOrders(
  deps: Deps,
  trx: Trx,
  orderingClient: OrderingClient,
  orders: readonly OrderBody[],
  batchId: number | null,
): Promise<(MadeOrder | Failure)[]> {
  if (orders.length === 0) return [];
  const context = await readOrderContext(deps, trx, orderingClient.clientId, orders);
  const yieldToEventLoop = createYield();
  const checked: (OrderToInsert | Failure)[] = [];
  for (const order of orders) {
    checked.push(composeOrRefuse(deps, orderingClient, order, context));
    await yieldToEventLoop();
  }
  const stock = await openStockAllocation(deps, trx, orderingClient.clientId, checked.filter(isComposed));
  const composed = checked.map((row) => (isComposed(row) ? withAllocatedStock(row, stock) : row));
  const rows = composed.filter(isComposed);
  if (rows.length > 0) {
    insertOrders(trx, orderingClient.clientId, rows);
    await stock.keep();
    const created = rows.map(({ id, tracking_id }) => ({ id, trackingId: tracking_id }));
    deps.events.record(trx, orderingClient.clientId, 'order.created', { orders: created, batchId });
  }
  return composed.map((row) =>
    row instanceof Failure
      ? row
      : { id: row.id, order_id: row.order_id, tracking_id: row.tracking_id, shipments: row.shipments },
  );
}

const isComposed = (row: OrderToInsert | Failure): row is OrderToInsert => !(row instanceof Failure);

/** Reserves the order's stock. Returns the order, or a Failure 422 that lists the missing units. */
function withAllocatedStock(row: OrderToInsert, stock: StockAllocation): OrderToInsert | Failure {
  const missing = stock.allocate(row);
  return missing.length > 0 ? fieldFailure(422, missing) : row;
}

/** Returns the Failure of an order with wrong fields. */
export function fieldFailure(status: number, errors: readonly FieldError[]): Failure {
  return new Failure(status, messages.fields, errors);
}

/**
 * Returns the postal code and province for the search of a pickup point, or null if the delivery mode has none. Uses
 * the province from the address, because an order whose province contradicts the postal code table is refused anyway.
 */
function pickupPointQuery({ delivery_mode, receiver: { address } }: OrderBody): PickupPointQuery | null {
  if (!address) return null;
  const zip = parseZip(address.zip_code);
  const province = readProvince(address.state)?.letter ?? zip?.province;
  if (delivery_mode !== PICKUP_POINT_MODE || !zip || !province) return null;
  return { zip4: Number(zip.digits), province };
}

/** Reads the reference data of all orders in one round trip. */
async function readOrderContext(
  deps: Deps,
  trx: Trx,
  clientId: number,
  orders: readonly OrderBody[],
): Promise<OrderContext> {
  const pickup = pickupAddresses(
    trx,
    clientId,
    orders.map((order) => order.pickup_address_id),
  );
  const wanted = {
    clientId,
    day: localDay(deps.clock()),
    addresses: orders.flatMap((order) => order.receiver.address ?? []),
  };
  const [nextId, { addresses }, products, points, chosenPoints, reference] = await Promise.all([
    newIds(trx, countIds(orders)),
    pickup,
    productsById(trx, clientId, [...new Set(orders.flatMap(productIds))]),
    nearestPickupPoints(
      trx,
      orders.map(pickupPointQuery).filter((wanted) => wanted !== null),
    ),
    readChosenPoints(
      trx,
      orders.flatMap(({ pickup_point_code: code }) => (code ? [code] : [])),
    ),
    readReferenceData(
      deps.db,
      trx,
      wanted,
      pickup.then(({ version }) => version),
    ),
  ]);
  return { nextId, addresses, products, points, chosenPoints, ...reference };
}

/** Where an order goes. */
interface Destination {
  address: NewOrder['receiver']['address'];
  place: ResolvedProvince;
  /** Null without an active point in the province, and in modes that have none. */
  point: PickupPoint | null;
}

/** Returns the chosen pickup point as destination, or the address with the nearest point; or why there is none. */
function findDestination(order: OrderBody, context: OrderContext): Destination | FieldError[] {
  const { address, other_info = '' } = order.receiver;
  if (!address) {
    const point = choosePoint(context.chosenPoints, order.pickup_point_code ?? '');
    if ('problem' in point) return [{ field: 'pickup_point_code', message: point.problem }];
    const province = provinceByLetter(point.province);
    if (!province) throw new Error(`pickup point ${point.code} has no province`);
    const at = pointAddress(point);
    const place = { province, zip_code: at.zip_code, unlisted: false };
    return { address: { ...at, other_info }, place, point };
  }
  const place = resolveProvince(address, context.zips);
  if ('field' in place) return [];
  const wanted = pickupPointQuery(order);
  return { address, place, point: (wanted && context.points.get(pickupPointKey(wanted))) ?? null };
}

function composeOrRefuse(
  deps: Deps,
  orderingClient: OrderingClient,
  body: OrderBody,
  context: OrderContext,
): OrderToInsert | Failure {
  const flags = {
    reverseLogistics: orderingClient.logistica_inversa,
    fulfillment: orderingClient.fulfillment,
    strict: deps.config.STRICT_CONTRACT,
  };
  const problems = validateNewOrder(body, flags, context.zips);
  const destination = findDestination(body, context);
  if (Array.isArray(destination)) return fieldFailure(422, [...problems, ...destination]);
  if (problems.length > 0) return fieldFailure(422, problems);
  const { place, point } = destination;
  const order: NewOrder = { ...body, receiver: { ...body.receiver, address: destination.address } };
  const { packages, problems: contents } = toPackages(order, context.products);
  const address = pickupAddress(order, context.addresses);
  const refused = checkReferences(order, address, { point, province: place.province }, contents);
  if (refused) return refused;
  if (!context.tariff) return noTariff();
  const composed = composeOrder({
    order,
    mode: deliveryModeId(order.delivery_mode) ?? 1,
    place,
    nextId: context.nextId,
    trackingId: generateTrackingId(randomBytes),
    packages,
    address: address as PickupAddress,
    point,
    tariff: context.tariff,
    calendar: context.calendar,
    prepaid: orderingClient.prepago,
    now: deps.clock(),
  });
  if (composed) return composed;
  const { field, message } = noPriceReason(context.tariff.terms, place.province.letter);
  return fieldFailure(422, [{ field: field === 'packages' ? 'shipments' : 'receiver.address.state', message }]);
}

/** Returns the pickup address with the order's id, or the client's main address if the order has no such id. */
function pickupAddress({ pickup_address_id: id }: NewOrder, addresses: readonly PickupAddress[]): PickupAddress | null {
  return addresses.find((address) => (id === null ? address.main : address.id === id)) ?? null;
}

/**
 * Returns a Failure if the order refers to an unusable address, pickup point or product. Another client's id counts as
 * unknown (readings S8). A 404 for unknown ids takes precedence over a 422.
 */
function checkReferences(
  order: NewOrder,
  address: PickupAddress | null,
  { point, province }: { point: PickupPoint | null; province: Province },
  { unknown, wrong }: { unknown: FieldError[]; wrong: FieldError[] },
): Failure | null {
  const field = 'pickup_address_id';
  const missing = [...unknown];
  const errors = [...wrong];
  if (!address && order.pickup_address_id !== null) missing.push({ field, message: 'No encontramos esa dirección' });
  else if (!address) errors.push({ field, message: 'Cargá una dirección de colecta en Mi Cuenta' });
  else if (!address.active) errors.push({ field, message: 'Esa dirección no está activa' });
  if (order.delivery_mode === PICKUP_POINT_MODE && !point) {
    errors.push({ field: 'delivery_mode', message: `No hay puntos de retiro en ${province.name}` });
  }
  if (missing.length > 0) return fieldFailure(404, [...missing, ...errors]);
  return errors.length > 0 ? fieldFailure(422, errors) : null;
}
