import { describe, expect, test } from 'vitest';
import { createEmbeddedWarehouse } from '#server/integrations/warehouse/create-warehouse.ts';
import { orderFlags } from '#server/orders/domain/flags/order-flags.ts';
import type { OrderFacts, ShipmentFacts } from '#shared/orders/rules/order-actions.ts';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import {
  SHIPMENT_STATES,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { sharedDemo } from '#test/app/shared-demo.ts';

const demo = await sharedDemo();

const DEMO = `client_id = (SELECT client_id FROM users WHERE username = 'demo')`;
const count = async (text: string) =>
  Number((await demo.rows<{ n: string }>(`SELECT count(*) AS n FROM ${text}`))[0]?.n);

/** The action flags of an order. */
const MARKS = ['printable', 'payable', 'can_generate_merchant_order', 'can_request_edit', 'cancellable'] as const;
const marksOf = (row: Record<(typeof MARKS)[number], boolean>) => MARKS.filter((mark) => row[mark]).join(' ');

/**
 * Returns every combination of flags that the rules allow for orders of up to two shipments, with and without payment.
 */
function possibleCombinations(): Set<string> {
  const found = new Set<string>();
  const codes: (ShipmentStateCode | null)[] = [null, ...SHIPMENT_STATES.map(({ code }) => code)];
  const beforePayment: ShipmentStateCode[] = ['pendiente_pago', 'cancelado', 'expirado'];
  const upToTwo = <T>(list: T[]): T[][] => [
    [],
    ...list.map((item) => [item]),
    ...list.flatMap((a) => list.map((b) => [a, b])),
  ];
  const shipment = (stateCode: ShipmentStateCode | null): ShipmentFacts => ({
    stateCode,
    stateText: stateCode ? shipmentState(stateCode).label : 'En Corresponsal',
    returnRequested: false,
    printed: false,
  });
  const see = (
    facts: Pick<OrderFacts, 'prepaid' | 'paid' | 'openMerchantOrder'>,
    states: (ShipmentStateCode | null)[],
  ) => {
    // A modification request is pending only after a collection; before, it is applied at once (readings C35).
    const collected = isCollected(states);
    for (const modificationPending of collected ? [false, true] : [false]) {
      const shipments = states.map(shipment);
      found.add(
        marksOf(
          orderFlags({ ...facts, approvedPayment: facts.paid, modificationPending, incidentClosed: false, shipments }),
        ),
      );
    }
  };
  for (const states of upToTwo(codes.filter((code) => code !== 'pendiente_pago'))) {
    see({ prepaid: false, paid: false, openMerchantOrder: null }, states);
    see({ prepaid: true, paid: true, openMerchantOrder: null }, states);
  }
  for (const states of upToTwo(beforePayment)) {
    see({ prepaid: true, paid: false, openMerchantOrder: null }, states);
    see({ prepaid: true, paid: false, openMerchantOrder: { hasInitPoint: true } }, states);
  }
  return found;
}

describe('the orders of the demonstration account', () => {
  test('include at least 90 of home and pickup-point delivery, with one to three shipments, to all 24 provinces', async () => {
    expect(await count(`orders WHERE ${DEMO} AND delivery_mode IN (1, 2)`)).toBeGreaterThanOrEqual(90);
    const numbers = await demo.rows<{ shipments: number }>(`
      SELECT DISTINCT (SELECT count(*) FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id) AS shipments
      FROM orders o WHERE ${DEMO} ORDER BY 1`);
    expect(numbers.map(({ shipments }) => shipments)).toEqual([0, 1, 2, 3]);
    const letters = await demo.rows<{ province: string }>(`SELECT DISTINCT province FROM orders WHERE ${DEMO}`);
    expect(letters.map(({ province }) => province).sort()).toEqual(provinces.map(({ letter }) => letter).sort());
    const modes = await demo.rows<{ mode: number }>(`SELECT DISTINCT delivery_mode AS mode FROM orders WHERE ${DEMO}`);
    expect(modes.map(({ mode }) => mode).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('have a different sequence by last change than by creation', async () => {
    const rows = await demo.rows<{ id: number; created_at: Date }>(
      `SELECT id, created_at FROM orders WHERE ${DEMO} ORDER BY updated_at`,
    );
    expect(rows.map(({ id }) => id)).not.toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
    const created = rows.map(({ created_at }) => created_at.getTime());
    expect(created).not.toEqual(created.toSorted((a, b) => a - b));
  });

  test('have every state of a shipment, an unknown state, and texts in capitals with accents', async () => {
    const rows = await demo.rows<{ state: string; state_code: string }>(
      `SELECT state, state_code FROM shipments WHERE ${DEMO}`,
    );
    for (const { code } of SHIPMENT_STATES) expect(rows.map(({ state_code }) => state_code)).toContain(code);
    expect(rows).toContainEqual({ state: 'En Corresponsal', state_code: null });
    expect(rows).toContainEqual({ state: 'ENTREGADO', state_code: 'entregado' });
    expect(rows).toContainEqual({ state: 'DEVOLUCIÓN', state_code: 'devolucion' });
  });

  test('have every combination of flags that the rules allow', async () => {
    const rows = await demo.rows<never>(`SELECT DISTINCT ${MARKS.join(', ')} FROM orders WHERE ${DEMO}`);
    expect(new Set(rows.map(marksOf))).toEqual(possibleCombinations());
  });

  test('have open, cancelled and paid payments of one and of several orders, and printed and unprinted labels', async () => {
    const rows = await demo.rows(`
      SELECT DISTINCT merchant_order_state AS state, init_point IS NOT NULL AS link, paid_at IS NOT NULL AS paid
      FROM orders WHERE ${DEMO} AND prepaid ORDER BY 1, 2`);
    expect(rows).toEqual([
      { state: 41, link: true, paid: false },
      { state: 54, link: true, paid: false },
      { state: 56, link: true, paid: true },
      { state: null, link: false, paid: false },
    ]);
    for (const state of [54, 56, 41]) {
      expect(await count(`merchant_orders WHERE ${DEMO} AND state = ${state} AND amount_cents > 0`)).toBeGreaterThan(0);
    }
    const several = `SELECT FROM merchant_order_lines WHERE ${DEMO} GROUP BY merchant_order_id HAVING count(*) > 1`;
    expect(await count(`(${several}) p`)).toBeGreaterThan(2);
    // Each open payment has a checkout at the embedded payment provider, with the cost of its orders.
    expect(
      await count(`merchant_orders m WHERE state = 54 AND NOT EXISTS (SELECT FROM dev_checkouts c
        WHERE c.id = m.preference_id AND m.init_point LIKE '%/dev/pago/' || c.id AND c.amount_cents = m.amount_cents)`),
    ).toBe(0);
    expect(
      await count(`orders o WHERE merchant_order_state IN (54, 56) AND rate_cents IS DISTINCT FROM (SELECT l.amount_cents
        FROM merchant_order_lines l WHERE l.client_id = o.client_id AND l.order_pk = o.id AND l.active)`),
    ).toBe(0);
    for (const printed of [true, false]) {
      expect(await count(`orders WHERE ${DEMO} AND printable AND printed = ${printed}`)).toBeGreaterThan(2);
    }
    // Each printed shipment has a row in `label_deliveries`.
    expect(
      await count(`shipments s WHERE printed <> EXISTS (SELECT FROM label_deliveries d
      WHERE d.client_id = s.client_id AND d.shipment_id = s.id)`),
    ).toBe(0);
  });

  test('include remarks of 600 characters, the amounts 1234.5 and 1000000, and an item without a product', async () => {
    expect(await count(`orders WHERE ${DEMO} AND length(other_info) = 600`)).toBe(1);
    for (const cents of [123_450, 100_000_000]) {
      expect(await count(`orders WHERE ${DEMO} AND rate_cents = ${cents}`)).toBe(1);
      expect(await count(`shipments WHERE ${DEMO} AND cost_cents = ${cents} AND value_cents = ${cents}`)).toBe(1);
    }
    expect(await count(`shipment_items WHERE ${DEMO} AND product_id IS NULL AND sku <> 'NO_INFORMADO'`)).toBe(1);
  });

  test('have histories with reasons, and across the ends of a month and a year', async () => {
    const spans = await demo.rows<{ from: string; to: string }>(`
      SELECT min(local_day(at))::text AS from, max(local_day(at))::text AS to FROM shipment_events WHERE ${DEMO}
      GROUP BY shipment_id`);
    expect(spans.some(({ from, to }) => from.slice(0, 4) < to.slice(0, 4))).toBe(true);
    expect(spans.some(({ from, to }) => from.slice(0, 7) < to.slice(0, 7) && from.slice(0, 4) === to.slice(0, 4))).toBe(
      true,
    );
    expect(await count(`shipment_events WHERE ${DEMO} AND reason IS NOT NULL`)).toBeGreaterThan(10);
  });
});

test('the warehouse of the demonstration account has fulfillment orders in every status and lots in every condition', async () => {
  const [{ client_id: clientId = 0 } = {}] = await demo.rows<{ client_id: number }>(
    "SELECT client_id FROM users WHERE username = 'demo'",
  );
  const client = { clientId, logonName: 'demo' };
  const warehouse = createEmbeddedWarehouse(demo.deps.db, demo.deps.clock);
  const { rows: orders } = await warehouse.orders(client, { from: undefined, to: undefined, status: undefined });
  expect(new Set(orders.map(({ estado }) => estado))).toEqual(new Set(['Registrado', 'Preparado', 'Cancelado']));
  const details = await Promise.all(orders.map(({ referencia }) => warehouse.order(client, referencia ?? '')));
  expect(details.filter((detail) => detail?.productos.length === 0)).toEqual([]);
  const prepared = (wanted: (asked: number, ready: number) => boolean) =>
    details.filter((detail) =>
      detail?.productos.some(({ cantidad, cantidadPreparada }) => wanted(cantidad ?? 0, cantidadPreparada ?? 0)),
    ).length;
  expect(prepared((asked, ready) => ready === asked)).toBeGreaterThan(3);
  expect(prepared((asked, ready) => ready > 0 && ready < asked)).toBeGreaterThan(0);

  const stock = (state?: string) => warehouse.stock(client, { sku: undefined, description: undefined, state });
  const { rows } = await stock();
  expect(rows.length).toBeGreaterThan(40);
  for (const state of ['Crítico', 'Vencido']) expect((await stock(state)).rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ diasCobertura }) => diasCobertura).length).toBeGreaterThan(4);
  expect(
    rows.filter(({ diasCobertura, venceranSinVender }) => diasCobertura && venceranSinVender).length,
  ).toBeGreaterThan(2);
  // One order waits for payment: its goods are reserved, but it isn't a fulfillment order yet.
  expect(
    await count(`orders o WHERE ${DEMO} AND delivery_mode = 3 AND payable AND NOT EXISTS (
    SELECT FROM fulfillment_orders f WHERE f.client_id = o.client_id AND f.order_pk = o.id)`),
  ).toBeGreaterThan(0);
});
