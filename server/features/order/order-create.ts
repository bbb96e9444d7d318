import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import { once } from '#server/db/idempotency.ts';
import type { Deps } from '#server/deps.ts';
import { type ValidTariff, validTariff } from '#server/features/rate/tariff.ts';
import { holdStockFor } from '#server/features/warehouse/reserve-stock.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { localDay } from '#shared/days.ts';
import { Failure, type FieldError } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { NewOrder } from '#shared/orders.ts';
import {
  type DeliveryModeId,
  deliveryModeId,
  modesFor,
  PICKUP_POINT_MODE,
  REVERSE_MODE,
} from '#shared/rules/delivery-modes.ts';
import { generateTrackingId } from '#shared/rules/tracking-id.ts';
import { parseZip, provinceOfAddress } from '#shared/rules/zip.ts';
import { composeOrder } from './order-compose.ts';
import { type PickedProduct, packagesOf, productIds } from './order-contents.ts';
import {
  idAndAddress,
  insertOrders,
  nearestPickupPoint,
  type PickupAddress,
  type PickupPoint,
  productsById,
} from './order-create.store.ts';

/** Draws of a tracking id before a collision is taken for a bug: one collision in 2^50 is expected once in a lifetime. */
const DRAWS = 3;

export interface CreatedOrder {
  message: string;
  results: { id: number; order_id: string; tracking_id: string };
}

/** What the tables say that a new order needs. */
interface Ground {
  id: number;
  products: ReadonlyMap<number, PickedProduct>;
  address: PickupAddress | null;
  point: PickupPoint | null;
  tariff: ValidTariff;
}

/**
 * Creates an order with its shipments (D1 §2 New order, readings S8, S17, S18, C39): cost, states, ids and flags are
 * computed here, whatever the body says.
 *
 * @param key the sender's idempotency key, or null
 * @throws Failure 404 with `errors` for ids that aren't the client's, 422 with `errors` for what the client can correct
 */
export async function createOrder(
  deps: Deps,
  caller: Caller,
  order: NewOrder,
  key: string | null,
): Promise<CreatedOrder> {
  const destination = checkAlone(caller, order);
  const write = { clientId: caller.clientId, key, call: 'POST /v1/client/order/', body: order };
  for (let draw = 1; ; draw++) {
    try {
      return await once(deps.db, write, async (trx) => {
        const ground = await readGround(deps, trx, caller.clientId, order);
        return await insert(deps, trx, caller, order, destination, ground);
      });
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code !== '23505') throw error;
      if (constraint === 'one_order_number') throw refusal(422, [taken]);
      if (!constraint?.includes('tracking') || draw === DRAWS) throw error;
    }
  }
}

const taken: FieldError = { field: 'order_id', message: 'Ya tenés una orden con ese número' };

function refusal(status: number, errors: readonly FieldError[]): Failure {
  return new Failure(status, messages.fields, errors);
}

/** What can be said without the tables: mode, document, province. All problems at once. */
function checkAlone(caller: Caller, order: NewOrder): { mode: DeliveryModeId; province: string; zip4: number } {
  const errors: FieldError[] = [];
  const mode = deliveryModeId(order.delivery_mode) ?? 1;
  const allowed = modesFor({ reverseLogistics: caller.logistica_inversa, fulfillment: caller.fulfillment });
  if (!allowed.some(({ id }) => id === mode)) {
    errors.push({ field: 'delivery_mode', message: 'Tu cuenta no tiene habilitado este modo de entrega' });
  }
  if (mode !== REVERSE_MODE && order.receiver.document === '') {
    errors.push({ field: 'receiver.document', message: messages.required });
  }
  const { address } = order.receiver;
  const province = provinceOfAddress(address)?.letter ?? null;
  if (province === null) errors.push({ field: 'receiver.address.state', message: messages.province });
  if (errors.length > 0 || province === null) throw refusal(422, errors);
  return { mode, province, zip4: Number(parseZip(address.zip_code)?.digits) };
}

/** One flight. */
async function readGround(deps: Deps, trx: Trx, clientId: number, order: NewOrder): Promise<Ground> {
  const zip4 = Number(parseZip(order.receiver.address.zip_code)?.digits);
  const [drawn, products, point, tariff] = await Promise.all([
    idAndAddress(trx, clientId, order.pickup_address_id),
    productsById(trx, clientId, productIds(order)),
    order.delivery_mode === PICKUP_POINT_MODE ? nearestPickupPoint(trx, zip4) : null,
    validTariff(deps.db, trx, localDay(deps.clock())),
  ]);
  return { ...drawn, products, point, tariff };
}

async function insert(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  order: NewOrder,
  destination: ReturnType<typeof checkAlone>,
  ground: Ground,
): Promise<CreatedOrder> {
  const { packages, problems } = packagesOf(order, ground.products);
  const address = checkGround(order, ground, problems);
  const trackingId = generateTrackingId(randomBytes);
  const composed = composeOrder({
    order,
    ...destination,
    id: ground.id,
    trackingId,
    packages,
    address,
    point: ground.point,
    tariff: ground.tariff,
    prepaid: caller.prepago,
    now: deps.clock(),
  });
  if (composed === null) {
    throw refusal(422, [{ field: 'receiver.address.state', message: 'No llegamos a esa provincia' }]);
  }
  const stock = await holdStockFor(deps, trx, caller.clientId, [composed]);
  const missing = stock.setAside(composed);
  if (missing.length > 0) throw refusal(422, missing);
  insertOrders(trx, caller.clientId, [composed]);
  await stock.keep();
  deps.bus.tell(trx, caller.clientId, { kind: 'order', id: ground.id });
  return {
    message: `La orden ${order.order_id} se creó correctamente`,
    results: { id: ground.id, order_id: order.order_id, tracking_id: trackingId },
  };
}

/** Somebody else's ids are as unknown as ids that don't exist (readings S8), and told first. */
function checkGround(
  order: NewOrder,
  { address, point }: Ground,
  { unknown, wrong }: { unknown: FieldError[]; wrong: FieldError[] },
): PickupAddress {
  const field = 'pickup_address_id';
  const missing = [...unknown];
  const errors = [...wrong];
  if (!address && order.pickup_address_id !== null) missing.push({ field, message: 'No encontramos esa dirección' });
  else if (!address) errors.push({ field, message: 'Cargá una dirección de colecta en Mi Cuenta' });
  else if (!address.active) errors.push({ field, message: 'Esa dirección no está activa' });
  if (order.delivery_mode === PICKUP_POINT_MODE && !point) {
    errors.push({ field: 'delivery_mode', message: 'No hay puntos de retiro disponibles' });
  }
  if (missing.length > 0) throw refusal(404, [...missing, ...errors]);
  if (errors.length > 0 || !address) throw refusal(422, errors);
  return address;
}
