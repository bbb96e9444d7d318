import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { openStockAllocation, type StockAllocation } from '#server/domain/reserve-stock.ts';
import { findTariff, noTariff, type ValidTariff } from '#server/features/rate/tariff.ts';
import { findListedZips } from '#server/features/zip-code/listed-zips.ts';
import { createYield } from '#server/platform/event-loop.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { localDay } from '#shared/days.ts';
import { Failure, type FieldError } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { NewOrder } from '#shared/orders.ts';
import { deliveryModeId, PICKUP_POINT_MODE } from '#shared/rules/delivery-modes.ts';
import { type Province, readProvince } from '#shared/rules/provinces.ts';
import { generateTrackingId } from '#shared/rules/tracking-id.ts';
import { validateNewOrder } from '#shared/rules/validate-new-order.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { type ListedZips, resolveProvince } from '#shared/rules/zip-province.ts';
import { composeOrder } from './order-compose.ts';
import { type OrderProduct, productIds, toPackages } from './order-contents.ts';
import {
  allocateIds,
  countIds,
  type OrderToInsert,
  type PickupAddress,
  pickupAddresses,
  productsById,
} from './order-create.store.ts';
import { insertOrders } from './order-insert.store.ts';
import { nearestPickupPoints, type PickupPoint, type PickupPointQuery, pickupPointKey } from './pickup-points.ts';

/** Whose orders are made, and what they may be. */
export type OrderingClient = Pick<Caller, 'clientId' | 'prepago' | 'logistica_inversa' | 'fulfillment'>;

export interface CreatedOrder {
  id: number;
  order_id: string;
  tracking_id: string;
}

/** What new orders need of the tables, and ids for their rows. */
interface OrderContext {
  nextId: () => number;
  products: ReadonlyMap<number, OrderProduct>;
  addresses: readonly PickupAddress[];
  points: ReadonlyMap<string, PickupPoint>;
  /** Null where the provider has entered none yet. */
  tariff: ValidTariff | null;
  zips: ListedZips;
}

/**
 * Makes one or thousands of orders, with their shipments, in two round trips (D1 §2 New order, readings S8, S17, S18, C39): cost,
 * states, ids and flags are computed here, whatever was sent. A number that another order of the client has fails the
 * whole transaction with the constraint `one_order_number`.
 *
 * @returns for each order what it became or why it was refused: a Failure 404 with `errors` for ids that aren't the
 *   client's, 422 with `errors` for what the client can correct
 */
export async function createOrders(
  deps: Deps,
  trx: Trx,
  orderingClient: OrderingClient,
  orders: readonly NewOrder[],
): Promise<(CreatedOrder | Failure)[]> {
  if (orders.length === 0) return [];
  const context = await readOrderContext(deps, trx, orderingClient.clientId, orders);
  const yieldToEventLoop = createYield();
  const right: (OrderToInsert | Failure)[] = [];
  for (const order of orders) {
    right.push(composeOrRefuse(deps, orderingClient, order, context));
    await yieldToEventLoop();
  }
  const stock = await openStockAllocation(deps, trx, orderingClient.clientId, right.filter(isComposed));
  const composed = right.map((row) => (isComposed(row) ? withAllocatedStock(row, stock) : row));
  const rows = composed.filter(isComposed);
  if (rows.length > 0) {
    insertOrders(trx, orderingClient.clientId, rows);
    await stock.keep();
    const [only] = rows;
    deps.bus.publish(trx, orderingClient.clientId, { kind: 'order', id: rows.length === 1 && only ? only.id : null });
  }
  return composed.map((row) =>
    row instanceof Failure ? row : { id: row.id, order_id: row.order_id, tracking_id: row.tracking_id },
  );
}

const isComposed = (row: OrderToInsert | Failure): row is OrderToInsert => !(row instanceof Failure);

/** An order whose stock is put aside, or what it lacks. */
function withAllocatedStock(row: OrderToInsert, stock: StockAllocation): OrderToInsert | Failure {
  const missing = stock.allocate(row);
  return missing.length > 0 ? fieldFailure(422, missing) : row;
}

/** Refusal of an order on its fields. */
export function fieldFailure(status: number, errors: readonly FieldError[]): Failure {
  return new Failure(status, messages.fields, errors);
}

/**
 * Where the pickup point of an order is looked for, or null for other modes. The province is the one that is written: an
 * order that the table contradicts is refused.
 */
function pickupPointQuery({ delivery_mode, receiver: { address } }: NewOrder): PickupPointQuery | null {
  const zip = parseZip(address.zip_code);
  const province = readProvince(address.state)?.letter ?? zip?.province;
  if (delivery_mode !== PICKUP_POINT_MODE || !zip || !province) return null;
  return { zip4: Number(zip.digits), province };
}

/** One round trip. */
async function readOrderContext(
  deps: Deps,
  trx: Trx,
  clientId: number,
  orders: readonly NewOrder[],
): Promise<OrderContext> {
  const [nextId, addresses, products, points, tariff, zips] = await Promise.all([
    allocateIds(trx, countIds(orders)),
    pickupAddresses(
      trx,
      clientId,
      orders.map((order) => order.pickup_address_id),
    ),
    productsById(trx, clientId, [...new Set(orders.flatMap(productIds))]),
    nearestPickupPoints(
      trx,
      orders.map(pickupPointQuery).filter((wanted) => wanted !== null),
    ),
    findTariff(deps.db, trx, localDay(deps.clock())),
    findListedZips(
      trx,
      orders.map((order) => order.receiver.address),
    ),
  ]);
  return { nextId, addresses, products, points, tariff, zips };
}

function composeOrRefuse(
  deps: Deps,
  orderingClient: OrderingClient,
  order: NewOrder,
  context: OrderContext,
): OrderToInsert | Failure {
  const flags = {
    reverseLogistics: orderingClient.logistica_inversa,
    fulfillment: orderingClient.fulfillment,
    strict: deps.config.STRICT_CONTRACT,
  };
  const problems = validateNewOrder(order, flags, context.zips);
  const place = resolveProvince(order.receiver.address, context.zips);
  if (problems.length > 0 || 'field' in place) return fieldFailure(422, problems);
  const { packages, problems: contents } = toPackages(order, context.products);
  const wanted = pickupPointQuery(order);
  const point = (wanted && context.points.get(pickupPointKey(wanted))) ?? null;
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
    prepaid: orderingClient.prepago,
    now: deps.clock(),
  });
  return composed ?? fieldFailure(422, [{ field: 'receiver.address.state', message: 'No llegamos a esa provincia' }]);
}

/** The address that an order names, else the main one. */
function pickupAddress({ pickup_address_id: id }: NewOrder, addresses: readonly PickupAddress[]): PickupAddress | null {
  return addresses.find((address) => (id === null ? address.main : address.id === id)) ?? null;
}

/** Somebody else's ids are as unknown as ids that don't exist (readings S8), and told first. */
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
