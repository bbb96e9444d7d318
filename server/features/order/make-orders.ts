import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { type HeldStock, holdStockFor } from '#server/domain/reserve-stock.ts';
import { listedZipsOf } from '#server/features/place/listed-zips.ts';
import { findTariff, noTariff, type ValidTariff } from '#server/features/rate/tariff.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { createRest } from '#server/platform/long-work.ts';
import { localDay } from '#shared/days.ts';
import { Failure, type FieldError } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { NewOrder } from '#shared/orders.ts';
import { deliveryModeId, PICKUP_POINT_MODE } from '#shared/rules/delivery-modes.ts';
import { newOrderProblems } from '#shared/rules/new-order.ts';
import { type Province, readProvince } from '#shared/rules/provinces.ts';
import { generateTrackingId } from '#shared/rules/tracking-id.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { type ListedZips, placeOf } from '#shared/rules/zip-province.ts';
import { composeOrder } from './order-compose.ts';
import { type PickedProduct, packagesOf, productIds } from './order-contents.ts';
import {
  drawIds,
  idsNeeded,
  type OrderToInsert,
  type PickupAddress,
  pickupAddresses,
  productsById,
} from './order-create.store.ts';
import { insertOrders } from './order-insert.store.ts';
import { nearestPickupPoints, type PickupPoint, type PointWanted, pointKey } from './pickup-points.ts';

/** Whose orders are made, and what they may be. */
export type OrderMaker = Pick<Caller, 'clientId' | 'prepago' | 'logistica_inversa' | 'fulfillment'>;

export interface MadeOrder {
  id: number;
  order_id: string;
  tracking_id: string;
}

/** What new orders need of the tables, and ids for their rows. */
interface Ground {
  nextId: () => number;
  products: ReadonlyMap<number, PickedProduct>;
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
export async function makeOrders(
  deps: Deps,
  trx: Trx,
  maker: OrderMaker,
  orders: readonly NewOrder[],
): Promise<(MadeOrder | Failure)[]> {
  if (orders.length === 0) return [];
  const ground = await readGround(deps, trx, maker.clientId, orders);
  const rest = createRest();
  const right: (OrderToInsert | Failure)[] = [];
  for (const order of orders) {
    right.push(composedOf(deps, maker, order, ground));
    await rest();
  }
  const stock = await holdStockFor(deps, trx, maker.clientId, right.filter(isComposed));
  const composed = right.map((row) => (isComposed(row) ? stocked(row, stock) : row));
  const rows = composed.filter(isComposed);
  if (rows.length > 0) {
    insertOrders(trx, maker.clientId, rows);
    await stock.keep();
    const [only] = rows;
    deps.bus.tell(trx, maker.clientId, { kind: 'order', id: rows.length === 1 && only ? only.id : null });
  }
  return composed.map((row) =>
    row instanceof Failure ? row : { id: row.id, order_id: row.order_id, tracking_id: row.tracking_id },
  );
}

const isComposed = (row: OrderToInsert | Failure): row is OrderToInsert => !(row instanceof Failure);

/** An order whose stock is put aside, or what it lacks. */
function stocked(row: OrderToInsert, stock: HeldStock): OrderToInsert | Failure {
  const missing = stock.setAside(row);
  return missing.length > 0 ? refusal(422, missing) : row;
}

/** Refusal of an order on its fields. */
export function refusal(status: number, errors: readonly FieldError[]): Failure {
  return new Failure(status, messages.fields, errors);
}

/**
 * Where the pickup point of an order is looked for, or null for other modes. The province is the one that is written: an
 * order that the table contradicts is refused.
 */
function pointWanted({ delivery_mode, receiver: { address } }: NewOrder): PointWanted | null {
  const zip = parseZip(address.zip_code);
  const province = readProvince(address.state)?.letter ?? zip?.province;
  if (delivery_mode !== PICKUP_POINT_MODE || !zip || !province) return null;
  return { zip4: Number(zip.digits), province };
}

/** One round trip. */
async function readGround(deps: Deps, trx: Trx, clientId: number, orders: readonly NewOrder[]): Promise<Ground> {
  const [nextId, addresses, products, points, tariff, zips] = await Promise.all([
    drawIds(trx, idsNeeded(orders)),
    pickupAddresses(
      trx,
      clientId,
      orders.map((order) => order.pickup_address_id),
    ),
    productsById(trx, clientId, [...new Set(orders.flatMap(productIds))]),
    nearestPickupPoints(
      trx,
      orders.map(pointWanted).filter((wanted) => wanted !== null),
    ),
    findTariff(deps.db, trx, localDay(deps.clock())),
    listedZipsOf(
      trx,
      orders.map((order) => order.receiver.address),
    ),
  ]);
  return { nextId, addresses, products, points, tariff, zips };
}

function composedOf(deps: Deps, maker: OrderMaker, order: NewOrder, ground: Ground): OrderToInsert | Failure {
  const flags = {
    reverseLogistics: maker.logistica_inversa,
    fulfillment: maker.fulfillment,
    strict: deps.config.STRICT_CONTRACT,
  };
  const problems = newOrderProblems(order, flags, ground.zips);
  const place = placeOf(order.receiver.address, ground.zips);
  if (problems.length > 0 || 'field' in place) return refusal(422, problems);
  const { packages, problems: contents } = packagesOf(order, ground.products);
  const wanted = pointWanted(order);
  const point = (wanted && ground.points.get(pointKey(wanted))) ?? null;
  const address = addressOf(order, ground.addresses);
  const refused = groundRefusal(order, address, { point, province: place.province }, contents);
  if (refused) return refused;
  if (!ground.tariff) return noTariff();
  const composed = composeOrder({
    order,
    mode: deliveryModeId(order.delivery_mode) ?? 1,
    place,
    nextId: ground.nextId,
    trackingId: generateTrackingId(randomBytes),
    packages,
    address: address as PickupAddress,
    point,
    tariff: ground.tariff,
    prepaid: maker.prepago,
    now: deps.clock(),
  });
  return composed ?? refusal(422, [{ field: 'receiver.address.state', message: 'No llegamos a esa provincia' }]);
}

/** The address that an order names, else the main one. */
function addressOf({ pickup_address_id: id }: NewOrder, addresses: readonly PickupAddress[]): PickupAddress | null {
  return addresses.find((address) => (id === null ? address.main : address.id === id)) ?? null;
}

/** Somebody else's ids are as unknown as ids that don't exist (readings S8), and told first. */
function groundRefusal(
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
  if (missing.length > 0) return refusal(404, [...missing, ...errors]);
  return errors.length > 0 ? refusal(422, errors) : null;
}
