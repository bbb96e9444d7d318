import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { LegacyModification } from '#server/demo/legacy-import/legacy-modifications.store.ts';
import {
  importLegacyHistories,
  importLegacyOrders,
  type LegacyEvent,
  type LegacyHistory,
  type LegacyOrder,
} from '#server/demo/legacy-import/legacy-orders.ts';
import { findOpenPayments } from '#server/demo/legacy-import/legacy-payments.store.ts';
import { generateEvents } from '#server/demo/orders/event-history.ts';
import { isPrintedBySender, type PlannedOrder, type PlannedShipment } from '#server/demo/orders/planned-orders.ts';
import { type PlannedMerchantOrder, plannedPayments } from '#server/demo/orders/planned-payments.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { importCheckouts } from '#server/integrations/payment/embedded-payment-provider.ts';
import { checkoutTitle } from '#server/money/payment/begin-payment.ts';
import { printOrder } from '#server/orders/label/label.ts';
import { createOrder } from '#server/orders/order/create/order-create.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { CONFIRMED } from '#shared/money/rules/payments.ts';
import { newOrder } from '#shared/orders/new-order.ts';
import { NOT_INFORMED } from '#shared/orders/orders.ts';
import { firstShipmentState } from '#shared/orders/rules/delivery-modes.ts';
import { shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { depsAt } from './seed-dates.ts';
import type { Product } from './seed-products.ts';
import { type Random, seededRandom } from './seeded-random.ts';

type Products = ReadonlyMap<string, Product>;

/** Creates an order by the product's service, with the clock at its creation time. @returns its id */
export async function createPlannedOrder(
  deps: Deps,
  caller: Caller,
  plan: PlannedOrder,
  products: Products,
): Promise<number> {
  const order = z.parse(newOrder, {
    order_id: plan.number,
    delivery_mode: plan.mode,
    sender_name: plan.senderName,
    receiver: plan.receiver,
    shipments: plan.shipments.map(({ length, width, height, grams, pesos, items }) => ({
      length,
      width,
      height,
      weight: grams,
      items_value: pesos,
      items: items.map(({ sku, quantity }) => {
        const { id, description } = productBySku(products, sku);
        return { product_id: id, sku, item: description, quantity };
      }),
    })),
  });
  // The client's flag on that day.
  const sender = { ...caller, prepago: plan.prepaid };
  const { results } = await createOrder(depsAt(deps, plan.created), sender, order, `demonstration ${plan.number}`);
  return results.id;
}

function productBySku(products: Products, sku: string): Product {
  const product = products.get(sku);
  if (!product) throw new Error(`no product ${sku}`);
  return product;
}

/** Imports the orders that no service creates as legacy rows. @returns their ids by number */
export async function importPlannedOrders(
  deps: Deps,
  caller: Caller,
  plans: readonly PlannedOrder[],
  products: Products,
): Promise<Map<string, number>> {
  const orders = plans.map(
    (plan): LegacyOrder => ({
      order_id: plan.number,
      mode: plan.mode,
      prepaid: plan.prepaid,
      createdAt: new Date(plan.created),
      sender_name: plan.senderName,
      receiver: plan.receiver,
      packages: plan.shipments.map((shipment) => packageOf(shipment, products)),
    }),
  );
  const imported = await importLegacyOrders(deps, caller.clientId, orders, 'demonstration orders');
  return new Map(imported.map(({ order_id, id }) => [order_id, id]));
}

function packageOf(shipment: PlannedShipment, products: Products): LegacyOrder['packages'][number] {
  const items = shipment.items.map(({ sku, quantity }) => {
    const product = products.get(sku);
    const { id = null, description = 'Artículo discontinuado', weight = null, value = null } = product ?? {};
    return { product_id: id, sku, name: description, quantity, weight_g: weight, value_cents: value };
  });
  const placeholder = { product_id: null, sku: NOT_INFORMED, name: NOT_INFORMED, quantity: 1 };
  return {
    length_cm: shipment.length,
    width_cm: shipment.width,
    height_cm: shipment.height,
    weight_g: shipment.grams,
    value_cents: shipment.pesos * 100,
    items: items.length > 0 ? items : [{ ...placeholder, weight_g: null, value_cents: null }],
    ...(shipment.costCents !== undefined && { costCents: shipment.costCents }),
  };
}

/** Imports the histories and payments of all orders. @param firstPayment the account's first payment id */
export async function importPlannedHistories(
  deps: Deps,
  caller: Caller,
  plans: readonly PlannedOrder[],
  ids: ReadonlyMap<string, number>,
  firstPayment: number,
): Promise<void> {
  const payments = plannedPayments(plans, firstPayment);
  const histories = plans.map((plan) => {
    const payment = payments.get(plan.number) ?? null;
    const random = seededRandom(`life ${caller.username} ${plan.number}`);
    const history = plannedHistory(plan, ids.get(plan.number) ?? 0, payment, random);
    // Page of the embedded payment provider.
    const initPoint = `${deps.config.PUBLIC_URL}/dev/pago/${payment?.id}`;
    return { ...history, payment: payment && { ...legacyPayment(payment), initPoint } };
  });
  await importLegacyHistories(deps, caller.clientId, histories, 'demonstration lives');
  const open = await deps.db.withClient(caller.clientId, (trx) => findOpenPayments(trx, caller.clientId));
  await importCheckouts(
    deps,
    open.map(({ id, preference_id, amount_cents, orders }) => ({
      id: preference_id,
      reference: String(id),
      title: checkoutTitle(deps.config, orders),
      amountCents: amount_cents,
    })),
  );
}

function legacyPayment({ id, state, begun, ended }: PlannedMerchantOrder) {
  return { id, state, begunAt: new Date(begun), endedAt: ended === null ? null : new Date(ended) };
}

function plannedHistory(
  plan: PlannedOrder,
  id: number,
  payment: PlannedMerchantOrder | null,
  random: Random,
): Omit<LegacyHistory, 'payment'> {
  const paid = payment?.state === CONFIRMED ? payment.ended : null;
  const shipments = plan.shipments.map(({ code, text }) => {
    const first: LegacyEvent[] = paid ? [firstEvent(plan, paid)] : [];
    const input = {
      code,
      mode: plan.mode,
      from: paid ?? plan.created,
      end: plan.end,
      ...(text !== undefined && { text }),
    };
    const events = [...first, ...generateEvents(random, input)];
    const labelled = plan.printed && !isPrintedBySender(plan) && code !== 'cancelado' && code !== 'expirado';
    return {
      events,
      printedAt: labelled ? new Date((paid ?? plan.created) + 5 * MINUTE_MS) : null,
    };
  });
  const moments = shipments.flatMap(({ events }) => events.map((event) => event.at.getTime()));
  const last = Math.max(plan.created, payment?.ended ?? payment?.begun ?? 0, ...moments);
  const modification = plan.modification && legacyModification(plan.modification, last + HOUR_MS / 2);
  return {
    id,
    paidAt: paid === null ? null : new Date(paid),
    modification,
    shipments,
    updatedAt: new Date(modification ? modification.at.getTime() + HOUR_MS / 4 : last),
  };
}

/** Returns a modification request after the collection. The import dates the decision 15 minutes later. */
function legacyModification(state: NonNullable<PlannedOrder['modification']>, requestedAt: number): LegacyModification {
  const reason = state === 'Rechazado' ? 'El paquete ya salió a reparto' : null;
  return { state, at: new Date(requestedAt), other: { receiver_phone: '11 5555-0142' }, reason };
}

/** Returns the event of a payment: the first state of shipments that aren't prepaid (readings C39). */
function firstEvent({ mode }: PlannedOrder, paid: number): LegacyEvent {
  const code = firstShipmentState({ mode, prepaid: true, paid: true });
  return { at: new Date(paid), state: shipmentState(code).label, reason: null };
}

/**
 * Prints an order's labels by the product's service. Reads the whole file, because labels count as printed after that.
 */
export async function printPlannedOrder(deps: Deps, caller: Caller, plan: PlannedOrder, id: number): Promise<void> {
  const signal = new AbortController().signal;
  const printing = { id: String(id), orderId: plan.number };
  const { body } = await printOrder(depsAt(deps, plan.created + 2 * HOUR_MS), caller, printing, signal);
  for await (const _ of Readable.from(body));
}
