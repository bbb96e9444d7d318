import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/demo/accounts.ts';
import { nextWorkingMorning } from '#server/demo/working-time.ts';
import { createProviderApi, type ProviderApi } from '#server/platform/http/request/provider-api.ts';
import type { Log } from '#server/platform/log.ts';
import { ensureKey, generateKey } from '#server/provider/settings/key.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { orderLabels } from '#shared/orders/labels.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { FINAL_STATES, SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { isTransitionAllowed } from '#shared/orders/rules/shipment/shipment-transitions.ts';
import { returnShipment } from '#shared/orders/shipments.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { exportFulfillment, readFulfillment } from '#shared/warehouse/fulfillment.ts';
import { exportStock } from '#shared/warehouse/stock.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { logIn } from '#test/fixtures/sender-factory.ts';
import { createSimulationRound } from './simulation.ts';

type Code = (typeof FINAL_STATES)[number];

let app: TestApp;
let [token, key] = ['', ''];
let now: number;
const refusals: unknown[] = [];
const log = { debug() {}, info() {}, warn: (...what: unknown[]) => refusals.push(what) } as unknown as Log;

beforeAll(async () => {
  app = await startTestApp({ DEMO: '1', SMTP_URL: '' });
  await app.server.dataComplete;
  token = await logIn(app, 'basico', DEMO_PASSWORD);
  key = generateKey();
  await ensureKey(app.server.deps, 'Simulador', key);
  now = Date.now();
});
afterAll(() => app.stop());
beforeEach(() => {
  refusals.length = 0;
});

/** Creates a simulator so fast that every shipment is due in the next round. `wrap` may intercept its API calls. */
function newSimulator(wrap: (api: ProviderApi) => ProviderApi = (api) => api, speed = 10_000): () => Promise<void> {
  const api = wrap(createProviderApi(app.server.url, { key }, new AbortController().signal));
  return createSimulationRound({ api, clock: app.server.deps.clock, log, speed });
}

/** Runs a number of rounds, a minute apart. */
async function live(rounds: number, ...simulators: (() => Promise<void>)[]): Promise<void> {
  for (let index = 0; index < rounds; index++) {
    now += MINUTE_MS;
    app.setTime(new Date(now));
    await Promise.all(simulators.map((round) => round()));
  }
}

/** Creates an order of `basico`, printed by default. @returns the labels of its shipments */
async function order({ count = 1, printed = true, changes = {} } = {}): Promise<string[]> {
  const shipments = Array.from({ length: count }, () => shipment());
  const { body } = await app.call(createOrder, { token, body: newOrder({ shipments, ...changes }) });
  const { id, order_id, tracking_id } = body.results;
  if (printed) await app.call(orderLabels, { token, params: { id: String(id), orderId: order_id } });
  return shipments.map((_, index) => `${tracking_id}-${index + 1}`);
}

async function read(label = '') {
  const { body } = await createStaffClient(app)(readStaffShipment, { params: { label } });
  return body.results;
}

/** Runs rounds until a shipment is in a state. */
async function until(label: string | undefined, code: Code, ...simulators: (() => Promise<void>)[]) {
  for (let rounds = 0; (await read(label)).state_code !== code; rounds++) {
    if (rounds > 40) throw new Error(`${label} never came to ${code}`);
    await live(1, ...simulators);
  }
}

/** Runs rounds until all shipments are final. */
async function untilEnd(labels: readonly string[], ...simulators: (() => Promise<void>)[]) {
  for (let rounds = 0; !(await Promise.all(labels.map(read))).every(ended); rounds++) {
    if (rounds > 40) throw new Error(`${labels} never ended`);
    await live(1, ...simulators);
  }
}

const ended = ({ state_code }: { state_code: string | null }) => FINAL_STATES.some((code) => code === state_code);

interface History {
  label: string;
  mode: number;
  codes: Code[];
  ids: (string | null)[];
}

/** Returns the histories that have events of the simulator. */
const histories = () =>
  app.owner<History>(`
    SELECT s.label, s.delivery_mode AS mode, array_agg(e.state_code ORDER BY e.at, e.recorded_at, e.id) AS codes,
      array_agg(e.event_id ORDER BY e.at, e.recorded_at, e.id) AS ids
    FROM shipments s JOIN shipment_events e ON e.client_id = s.client_id AND e.shipment_id = s.id
    GROUP BY s.client_id, s.id HAVING bool_or(e.event_id IS NOT NULL)`);

const breaches = (all: History[]) =>
  all.flatMap(({ label, mode, codes }) =>
    codes.slice(1).flatMap((code, index) => {
      const before = codes[index] as Code;
      return isTransitionAllowed(before, code, mode === 4 ? 'inversa' : 'entrega')
        ? []
        : [`${label}: ${before} → ${code}`];
    }),
  );

test('a printed shipment reaches a final state, and a shipment without a label is never collected', async () => {
  const [labels, [unprinted]] = [await order({ count: 3 }), await order({ printed: false })];
  const point = await order({ changes: { delivery_mode: 2 } });
  const before = await app.owner(`SELECT label FROM shipments WHERE state_code = 'pendiente_pago' ORDER BY 1`);
  await untilEnd([...labels, ...point], newSimulator());

  expect((await read(unprinted)).state).toBe('Registrado');
  expect(await app.owner(`SELECT label FROM shipments WHERE state_code = 'pendiente_pago' ORDER BY 1`)).toEqual(before);
  expect(breaches(await histories())).toEqual([]);
  expect(refusals).toEqual([]);
});

test('seeded shipments reach final states, while one of each state stays as an example', async () => {
  const simulator = newSimulator();
  const underWay: number[] = [];
  for (let index = 0; index < 25; index++) {
    await live(1, simulator);
    const [most] = await app.owner<{ n: number }>(
      `SELECT count(*)::int AS n FROM shipments s
      JOIN demonstration d ON s.created_at < d.completed_at AND s.state_at > d.completed_at
      WHERE state_code <> ALL ($1) GROUP BY client_id ORDER BY 1 DESC LIMIT 1`,
      [FINAL_STATES],
    );
    underWay.push(most?.n ?? 0);
  }
  expect([1, 2]).toContain(Math.max(...underWay));
  const all = await histories();
  expect(all.length).toBeGreaterThan(20);
  expect(breaches(all)).toEqual([]);
  const shown = await app.owner<{ code: string }>(`
    SELECT DISTINCT state_code AS code FROM shipments
    WHERE client_id = (SELECT client_id FROM users WHERE username = 'demo')`);
  const codes = shown.map(({ code }) => code);
  expect(SHIPMENT_STATES.filter(({ code }) => !codes.includes(code))).toEqual([]);
  expect(refusals).toEqual([]);
});

test('a shipment with a return request is returned', async () => {
  const [label = ''] = await order();
  const simulator = newSimulator();
  await until(label, 'retirado', simulator);
  expect((await app.call(returnShipment, { token, params: { id: label } })).status).toBe(200);
  await live(8, simulator);
  const { history } = await read(label);
  const codes = history.map(({ state_code }) => state_code);
  expect(codes.slice(codes.indexOf('retirado') + 1)).toEqual([
    'devolucion_solicitada',
    'devolucion',
    'en_guarda',
    'transito_remitente',
    'devuelto',
  ]);
});

test('a modification request is decided after a minute or two, and the seeded ones stay undecided', async () => {
  const [label = ''] = await order();
  const simulator = newSimulator();
  await until(label, 'retirado', simulator);
  const id = label.slice(0, 11);
  const { body } = await app.call(readOrder, { token, params: { id } });
  const { receiver } = body.results.shippings[0] ?? {};
  const asked = await app.call(requestModification, {
    token,
    params: { id },
    body: { receiver: { ...receiver, receiver_phone: '11 5555 6666' } as never },
  });
  expect(asked.body.results.state).toBe('Pendiente');
  const waiting = () =>
    app.owner<{ n: number; mine: number }>(`
      SELECT count(*)::int AS n, count(*) FILTER (WHERE client_id = (
        SELECT client_id FROM users WHERE username = 'basico'))::int AS mine
      FROM modification_requests WHERE state = 'Pendiente'`);
  const [before] = await waiting();
  await live(2, simulator);
  expect(await waiting()).toEqual([{ n: (before?.n ?? 0) - 1, mine: 0 }]);
  expect((await read(label)).receiver.receiver_phone).toBe('11 5555 6666');
});

test('a fulfillment order is prepared and delivered even if the client prints no label', async () => {
  const keeper = await logIn(app, 'fulfil', DEMO_PASSWORD);
  const { body: stock } = await app.call(exportStock, { token: keeper, body: {} });
  const sku = stock.data[0].productos.find(({ disponible }) => (disponible ?? 0) > 3)?.sku ?? '';
  const { body: products } = await app.call(listProducts, { token: keeper, query: { filter: { sku } } });
  const items = [{ product_id: products.results.find((one) => one.sku === sku)?.id ?? 0, quantity: 3 }];
  const made = await app.call(createOrder, {
    token: keeper,
    body: newOrder({ delivery_mode: 3, shipments: [shipment({ items })] }),
  });
  const label = `${made.body.results.tracking_id}-1`;
  const simulator = newSimulator();
  await until(label, 'en_preparacion', simulator);
  const orders = async () => {
    const { body } = await app.call(exportFulfillment, { token: keeper, body: {} });
    return body.data[0].pedidos.filter(({ orden }) => orden === made.body.results.tracking_id);
  };
  expect(await orders()).toMatchObject([{ estado: 'Preparado' }]);
  await untilEnd([label], simulator);
  const [{ referencia } = {}] = await orders();
  const { body } = await app.call(readFulfillment, { token: keeper, body: { referencia: referencia ?? '' } });
  expect(body.data[0]).toMatchObject({ estado: 'Preparado', etiquetas: label });
  expect(await findStockDrift(app.owner)).toEqual([]);
  expect(refusals).toEqual([]);
});

describe('a repeated event is recorded once', () => {
  test('with a simulator on each of two nodes', async () => {
    const labels = await order({ count: 2 });
    await untilEnd(labels, newSimulator(), newSimulator());
    expect(breaches(await histories())).toEqual([]);
    expect(refusals).toEqual([]);
  });

  test('after a simulator crashed before it read the response, and another one continued', async () => {
    const [label = ''] = await order();
    let lost = 0;
    const losing = (api: ProviderApi): ProviderApi => ({
      ...api,
      async call<E extends AnyEndpoint>(endpoint: E, input?: never) {
        const answer = await api.call(endpoint, input);
        if ((endpoint as AnyEndpoint) !== recordEvents) return answer;
        lost += 1;
        throw new TypeError('fetch failed');
      },
    });
    for (let rounds = 0; !ended(await read(label)) && rounds < 40; rounds++) {
      const killed = newSimulator(losing);
      now += MINUTE_MS;
      app.setTime(new Date(now));
      await killed().catch(() => {});
      // The first simulator retries, as after a network failure.
      await killed().catch(() => {});
    }
    expect(lost).toBeGreaterThan(5);
    const shipment = await read(label);
    expect(ended(shipment)).toBe(true);
    const ids = shipment.history.map(({ event_id }) => event_id);
    expect(ids).toEqual([null, ...ids.slice(1).map((_, index) => `simulador-${label}-${index + 1}`)]);
    expect(breaches(await histories())).toEqual([]);
    expect(refusals).toEqual([]);
  });
});

test('a refused event is logged once and not sent again', async () => {
  const [label = ''] = await order();
  let sent = 0;
  const refusing = (api: ProviderApi): ProviderApi => ({
    ...api,
    async call<E extends AnyEndpoint>(endpoint: E, input?: never) {
      if ((endpoint as AnyEndpoint) !== recordEvents) return api.call(endpoint, input);
      const { events } = (input as unknown as { body: { events: { shipment_id: string }[] } }).body;
      sent += events.filter(({ shipment_id }) => shipment_id === label).length;
      const results = events.map(() => ({ result: 'refused', reason: 'No' }));
      return { recorded: 0, repeated: 0, refused: events.length, results } as never;
    },
  });
  await live(5, newSimulator(refusing));
  expect(sent).toBe(1);
  expect(refusals.filter((line) => JSON.stringify(line).includes(label))).toHaveLength(1);
});

test('at speed 1 a shipment moves after hours of working time, and not outside of working hours', async () => {
  const asInLife = newSimulator((api) => api, 1);
  const at = (moment: number) => {
    now = moment;
    app.setTime(new Date(now));
    return asInLife();
  };
  const morning = nextWorkingMorning(now);
  await at(morning);
  // The session expired during the weekend.
  token = await logIn(app, 'basico', DEMO_PASSWORD);
  const [label] = await order();
  await at(morning + 10 * MINUTE_MS);
  expect((await read(label)).state).toBe('Registrado');
  // The event was due in the afternoon, but no round ran then.
  await at(morning + 14 * HOUR_MS);
  expect((await read(label)).state).toBe('Registrado');
  await at(nextWorkingMorning(now) + HOUR_MS);
  expect((await read(label)).state).toBe('Planificado');
});
