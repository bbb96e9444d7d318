import type { ValidTariff } from '#server/money/rate/tariff.ts';
import { orderFlags, shipmentFlags } from '#server/orders/domain/flags/order-flags.ts';
import { type Day, localTime } from '#shared/kit/days.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { quote } from '#shared/money/rules/tariff.ts';
import { NOT_INFORMED } from '#shared/orders/orders.ts';
import { generateTrackingId, labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { type DeliveryModeId, firstShipmentState } from '#shared/orders/rules/delivery-modes.ts';
import type { OrderFacts, ShipmentFacts } from '#shared/orders/rules/order-actions.ts';
import { deliveryWindow, NATIONAL_CALENDAR } from '#shared/provider/rules/working-days.ts';
import type { BenchClient } from './clients.ts';
import type { Ids } from './ids.ts';
import { type Random, weighted } from './random.ts';
import { receiverOf } from './receivers.ts';
import { type GeneratedState, generatedStateAt } from './shipment-histories.ts';

/** Rows by column, for one table each. */
export interface OrderRows {
  order: Record<string, unknown>;
  shipments: Record<string, unknown>[];
  items: Record<string, unknown>[];
  events: Record<string, unknown>[];
}

export interface OrderSource {
  clients: readonly BenchClient[];
  /** With it, every tenth order is the next client's, so that ten times as many orders as clients give each client one. */
  inTurn?: boolean;
  tariff: ValidTariff;
  ids: Ids;
  random: Random;
  /** ms since 1970. */
  now: number;
}

const MODES: readonly { id: DeliveryModeId; weight: number }[] = [
  { id: 1, weight: 86 },
  { id: 2, weight: 8 },
  { id: 4, weight: 6 },
];

/** Returns a generator of orders: `n` numbers the client's order, `created` is in ms since 1970. */
export function orderMaker({ clients, inTurn = false, tariff, ids, random, now }: OrderSource) {
  const pickByShare = weighted(clients.map((client) => ({ ...client, weight: client.share })));
  const pickClient = (n: number): BenchClient =>
    (inTurn && n % 10 === 0 && clients[(n / 10) % clients.length]) || pickByShare(random);
  const pickMode = weighted(MODES);
  const randomBytes = (size: number) => Uint8Array.from({ length: size }, () => random.below(256));
  const windows = new Map<string, { min: Day; max: Day }>();
  const flagsOf = rememberedFlags();

  function windowFor(day: Day, days: { minDays: number; maxDays: number }) {
    const key = `${day} ${days.minDays} ${days.maxDays}`;
    const known = windows.get(key) ?? deliveryWindow(day, days, NATIONAL_CALENDAR);
    windows.set(key, known);
    return known;
  }

  return (n: number, created: number): OrderRows => {
    const client = pickClient(n);
    const [id, trackingId, mode] = [ids.draw(created), generateTrackingId(randomBytes), pickMode(random).id];
    const paid = client.prepaid && (now - created > 5 * DAY_MS || random.next() < 0.7);
    const first = firstShipmentState({ mode, prepaid: client.prepaid, paid });
    const generatedState = generatedStateAt(client.prepaid && !paid ? created : now, created, first, random);
    const { letter, receiver } = receiverOf(random);
    const packages = Array.from({ length: packageCount(random) }, () => packageOf(client, random));
    const price = quote(tariff.terms, letter, packages);
    if (!price) throw new Error(`the tariff has no price for province ${letter}`);
    const window = windowFor(localTime(created).day, price);
    const flags = flagsOf(client.prepaid, paid, generatedState, packages.length);
    const collectedOn = generatedState.collectedAt === null ? null : localTime(generatedState.collectedAt).day;
    const times = { created_at: new Date(created), updated_at: new Date(generatedState.at) };
    const shipmentIds = packages.map(() => ids.draw(created));
    return {
      order: {
        client_id: client.id,
        id,
        tracking_id: trackingId,
        order_id: `WEB-${n}`,
        delivery_mode: mode,
        ...receiver,
        province: letter,
        pickup_address_id: client.addressId,
        sender_address: client.address,
        tariff_id: tariff.id,
        prepaid: client.prepaid,
        paid_at: paid ? new Date(created) : null,
        rate_cents: price.totalCents,
        estimated_min: window.min,
        estimated_max: window.max,
        ...flags.order,
        cancelled_at: generatedState.code === 'cancelado' ? new Date(generatedState.at) : null,
        ...times,
      },
      shipments: packages.map((shipment, index) => ({
        client_id: client.id,
        id: shipmentIds[index],
        order_pk: id,
        label: labelOf(trackingId, index + 1),
        n: index + 1,
        delivery_mode: mode,
        province: letter,
        state: generatedState.label,
        state_code: generatedState.code,
        state_at: times.updated_at,
        length_cm: shipment.lengthCm,
        width_cm: shipment.widthCm,
        height_cm: shipment.heightCm,
        weight_g: shipment.grams,
        value_cents: shipment.declaredCents,
        cost_cents: price.packages[index]?.totalCents ?? 0,
        printed: generatedState.printed,
        collected_on: collectedOn,
        ...flags.shipment,
        ...times,
      })),
      items: packages.flatMap(({ items }, index) =>
        items.map((item, position) => ({
          client_id: client.id,
          shipment_id: shipmentIds[index],
          n: position + 1,
          ...item,
        })),
      ),
      events: shipmentIds.map((shipment_id) => ({
        client_id: client.id,
        id: ids.draw(generatedState.at),
        shipment_id,
        at: times.updated_at,
        recorded_at: times.updated_at,
        state: generatedState.label,
        state_code: generatedState.code,
      })),
    };
  };
}

function packageCount(random: Random): number {
  const draw = random.next();
  if (draw < 0.8) return 1;
  return draw < 0.95 ? 2 : 3;
}

/** Builds a package; seven of ten have no known content. */
function packageOf(client: BenchClient, random: Random) {
  const size = { lengthCm: 10 + random.below(40), widthCm: 10 + random.below(30), heightCm: 5 + random.below(25) };
  if (random.next() < 0.7) {
    const item = { product_id: null, sku: NOT_INFORMED, name: NOT_INFORMED, quantity: 1 };
    const [grams, declaredCents] = [200 + random.below(9000), (3000 + random.below(90_000)) * 100];
    return { ...size, grams, declaredCents, items: [{ ...item, weight_g: null, value_cents: null }] };
  }
  const { id, ...product } = random.pick(client.products);
  const quantity = 1 + random.below(3);
  return {
    ...size,
    grams: product.weight_g * quantity,
    declaredCents: product.value_cents * quantity,
    items: [{ product_id: id, quantity, ...product }],
  };
}

/** Caches flags of the shared rules by combination: a million orders have only a few. */
function rememberedFlags() {
  const known = new Map<string, ReturnType<typeof flags>>();
  return (prepaid: boolean, paid: boolean, generatedState: GeneratedState, count: number) => {
    const key = [prepaid, paid, generatedState.code, generatedState.printed, count].join(' ');
    const remembered = known.get(key) ?? flags(prepaid, paid, generatedState, count);
    known.set(key, remembered);
    return remembered;
  };
}

function flags(prepaid: boolean, paid: boolean, { code, label, printed }: GeneratedState, count: number) {
  const shipment: ShipmentFacts = { stateCode: code, stateText: label, returnRequested: false, printed };
  const order: OrderFacts = {
    prepaid,
    paid,
    openMerchantOrder: null,
    approvedPayment: paid,
    modificationPending: false,
    incidentClosed: false,
    shipments: Array.from({ length: count }, () => shipment),
  };
  return { order: orderFlags(order), shipment: shipmentFlags(shipment, order) };
}
