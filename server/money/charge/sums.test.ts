import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import { localDay } from '#shared/kit/days.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { exportClientCharges, listClientCharges } from '#shared/money/staff-charges.ts';
import { listTariffs, publishClientTariff, type StaffTariff } from '#shared/money/staff-tariffs.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { correctEvent } from '#shared/orders/staff-events.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { zipByProvince } from '#test/fixtures/zip-fixture.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { chargeRoutes } from './charge.routes.ts';

const ORDERS = scaled(40, 10_000);
const MONTHS = ['2026-01', '2026-02', '2026-03'];
const CREATED = new Date('2026-01-01T03:00:00Z');
const NOW = new Date('2026-04-01T02:59:00Z');

let world: ShipmentFixture;
let clients: TestClient[];
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, modificationRoutes, chargeRoutes, providerRoutes]);
  clients = [await world.gateway.addClient(), await world.gateway.addClient()];
  // The first client's tariff bills measured weight, the general one doesn't.
  world.gateway.setTime(CREATED);
  const { headers } = world.provider;
  const { body } = await world.gateway.call(listTariffs, { headers, query: { limit: 50 } });
  const general = body.results.find(({ in_force }) => in_force) as StaffTariff;
  await world.gateway.call(publishClientTariff, {
    headers,
    params: { clientId: clients[0]?.clientId ?? 0 },
    body: { ...general, valid_from: '2026-01-01', measured_tolerance_percent: 5 } as never,
  });
});
afterAll(() => world?.gateway.stop());

/** What happens to a shipment after its creation. */
const HISTORIES = {
  waiting: [],
  missed: ['no_retirado'],
  cancelled: ['cancelado'],
  collected: ['retirado'],
  delivered: ['retirado', 'en_curso', 'entregado'],
  checked: ['retirado', 'controlado', 'en_curso'],
  returned: ['no_retirado', 'retirado', 'en_curso', 'no_entregado', 'devolucion_solicitada', 'devolucion'],
  // The provider's systems omitted the collection.
  jumped: ['admitido_sucursal', 'recibido_cd'],
} as const;

const history = fc.record({
  steps: fc.constantFrom(...Object.values(HISTORIES)),
  // Minutes from the beginning of January, and between two events.
  start: fc.integer({ min: 1, max: 85 * 24 * 60 }),
  gap: fc.constantFrom(1, 90, 24 * 60),
  /** Whether the last event arrives first. */
  late: fc.boolean(),
  /** What happens to the first event: nothing, a correction to nothing, or to another time. */
  corrected: fc.constantFrom(null, null, null, 'undone', 'moved'),
  weight: fc.integer({ min: 1, max: 40_000 }),
  value: fc.integer({ min: 1, max: 900_000 }),
  /** Weight that the provider measures, if it checks the shipment. */
  measured: fc.integer({ min: 1, max: 30_000 }),
});
const order = fc.record({
  owner: fc.nat(1),
  province: fc.constantFrom(...provinces.map(({ name }) => name)),
  shipments: fc.array(history, { minLength: 1, maxLength: 3 }),
  /** Province that an approved modification moves it to after the events. */
  movedTo: fc.option(fc.constantFrom('Tierra del Fuego', 'Salta'), { freq: 6 }),
});

type Sampled<A> = A extends fc.Arbitrary<infer V> ? V : never;

/** An accepted event, as the test remembers it. */
interface Told {
  id: string;
  state: string;
  at: Date;
}

const AT_SENDER = ['no_retirado', 'cancelado'];

test('a month’s CSV equals an independent sum over orders with random histories', {
  timeout: scaledTimeout(240_000),
}, async () => {
  const expected = new Map<string, number>();
  for (const one of fc.sample(order, { numRuns: ORDERS })) await simulate(one, expected);
  let charged = 0;
  let adjusted = 0;
  for (const { clientId } of clients) {
    for (const month of MONTHS) {
      const sum = await csvSum(clientId, month);
      expect([clientId, month, sum.total]).toEqual([clientId, month, expected.get(`${clientId} ${month}`) ?? 0]);
      expect(sum.frozen + sum.adjustment).toBe(sum.total);
      expect(sum.net + sum.tax).toBe(sum.total);
      const { sums } = (
        await world.gateway.call(listClientCharges, {
          headers: world.provider.headers,
          params: { clientId },
          query: { filter: { month } },
        })
      ).body;
      expect([sums.parcels, sums.frozen, sums.adjustment, sums.net, sums.tax, sums.total]).toEqual([
        sum.shipments,
        ...[sum.frozen, sum.adjustment, sum.net, sum.tax, sum.total].map((cents) => cents / 100),
      ]);
      charged += sum.shipments;
      adjusted += sum.adjustment;
    }
  }
  // Otherwise the histories have become too short to compare anything.
  expect(charged).toBeGreaterThan(ORDERS / 3);
  expect(adjusted).toBeGreaterThan(0);
  const [{ measured } = { measured: 0 }] = await world.gateway.owner<{ measured: number }>(
    'SELECT count(*)::int AS measured FROM shipments WHERE measured_adjustment_cents > 0 AND collected_on IS NOT NULL',
  );
  expect(measured).toBeGreaterThan(0);
});

/** Creates an order, sends its events, and adds what its sender reads as its costs to the months of its collections. */
async function simulate(one: Sampled<typeof order>, expected: Map<string, number>) {
  const by = clients[one.owner] as TestClient;
  world.gateway.setTime(CREATED);
  const address = { state: one.province, zip_code: zipByProvince[one.province] };
  const shipments = one.shipments.map(({ weight, value }) => shipment({ weight, items_value: value }));
  const { body } = await world.gateway.call(createOrder, {
    by,
    body: newOrder({ receiver: receiver({}, address), shipments }),
  });
  const { tracking_id } = body.results;
  world.gateway.setTime(NOW);
  const days: (string | null)[] = [];
  for (const [index, shipment] of one.shipments.entries())
    days.push(await walk(`${tracking_id}-${index + 1}`, shipment));
  if (one.movedTo && one.movedTo !== one.province) await move(by, tracking_id, one.movedTo);
  const { results } = (await world.gateway.call(readOrder, { by, params: { id: tracking_id } })).body;
  for (const [index, { shipping_cost }] of results.shippings.entries()) {
    const day = days[index];
    if (!day) continue;
    const key = `${by.clientId} ${day.slice(0, 7)}`;
    expected.set(key, (expected.get(key) ?? 0) + Math.round(shipping_cost * 100));
  }
}

/** Sends the events of a history. @returns the day of the shipment's collection */
async function walk(label: string, { steps, start, gap, late, corrected, measured }: Sampled<typeof history>) {
  const events = steps.map((state, index) => {
    const at = new Date(CREATED.getTime() + (start + index * gap) * MINUTE_MS);
    return providerEvent(label, state, at, state === 'controlado' ? { weight: measured } : {});
  });
  const told: Told[] = [];
  for (const event of late ? events.toReversed() : events) {
    const [result] = await world.provider.sendEvents(event);
    if (result === 'recorded') told.push({ id: event.event_id, state: event.state, at: new Date(event.at) });
  }
  const [first] = told;
  if (first && corrected) {
    const at = new Date(first.at.getTime() + 31 * MINUTE_MS);
    const right = corrected === 'moved' ? { state: first.state, at: at.toISOString() } : {};
    const { status } = await world.gateway.call(correctEvent, {
      headers: world.provider.headers,
      params: { label },
      body: { corrects: first.id, event_id: `k-${first.id}`, correction_reason: 'Error', ...right },
    });
    if (status === 200 && corrected === 'moved') first.at = at;
    if (status === 200 && corrected === 'undone') told.shift();
  }
  const collected = told.filter(({ state }) => !AT_SENDER.includes(state)).map(({ at }) => localDay(at));
  return collected.sort()[0] ?? null;
}

async function move(by: TestClient, id: string, state: string) {
  const edit = orderEdit({ address_state: state, address_zip_code: zipByProvince[state] });
  const { body } = await world.gateway.call(requestModification, { by, params: { id }, body: edit as never });
  if (body.results?.state !== 'Pendiente') return;
  await world.gateway.call(decideModification, {
    headers: world.provider.headers,
    params: { clientId: by.clientId, id: body.results.id },
    body: { approved: true },
  });
}

/** Sums the columns of a client's file, in cents. */
async function csvSum(clientId: number, month: string) {
  const answer = await world.gateway.call(exportClientCharges, {
    headers: world.provider.headers,
    params: { clientId },
    query: { filter: { month } },
  });
  const [header = '', ...lines] = new TextDecoder().decode(answer.bytes).trimEnd().split('\r\n');
  const names = header.split(';').map((cell) => cell.replaceAll('"', ''));
  const cents = (name: string) =>
    lines.reduce((sum, line) => sum + Number((line.split(';')[names.indexOf(name)] ?? '').replace(',', '')), 0);
  const net = cents('Neto');
  const tax = cents('IVA');
  return {
    shipments: lines.length,
    frozen: cents('Costo con IVA'),
    adjustment: cents('Ajustes con IVA'),
    net,
    tax,
    total: cents('Total'),
  };
}
