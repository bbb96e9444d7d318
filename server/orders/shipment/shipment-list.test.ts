import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import { shipmentLabel } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listShipments } from '#shared/orders/shipments.ts';
import { seedOldOrders, seedOldShipments } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { shipmentRoutes } from './shipment.routes.ts';

type Query = NonNullable<CallInput<typeof listShipments>['query']>;
type Filter = Record<string, unknown>;

/** Enough rows for pages beyond the first two thousand, which are read without counters. */
const MANY = 5200;

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, shipmentRoutes, labelRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
  for (const by of [client, other]) {
    await seedOldOrders(gateway, by, MANY);
    await seedOldShipments(gateway, by);
  }
}, 120_000);
afterAll(() => gateway?.stop());

async function list(filter: Filter = {}, rest: Query = {}, by = client) {
  const { status, body } = await gateway.call(listShipments, { by, query: { ...rest, filter } as Query });
  expect(status).toBe(200);
  return body;
}

const labels = async (filter: Filter, by = client) =>
  (await list(filter, {}, by)).results.map(({ shipment_id }) => shipment_id);

const create = async (changes: Record<string, unknown> = {}, by = client) =>
  (await gateway.call(createOrder, { by, body: newOrder(changes) })).body.results;

/** Returns the ids that a filter must find, by a plain query. */
async function expected(condition: string, order = 'p.updated_at DESC, p.id DESC'): Promise<number[]> {
  const rows = await gateway.owner<{ id: number }>(
    `SELECT p.id FROM shipments p JOIN orders o ON o.id = p.order_pk
     WHERE p.client_id = $1 AND ${condition} ORDER BY ${order}`,
    [client.clientId],
  );
  return rows.map(({ id }) => id);
}

async function pagesOf(filter: Filter, limit: number, rest: Query = {}): Promise<number[]> {
  const first = await list(filter, { ...rest, limit });
  const ids = first.results.map(({ id }) => id);
  for (let page = 2; page <= first.pagination.pages; page++) {
    ids.push(...(await list(filter, { ...rest, limit, page })).results.map(({ id }) => id));
  }
  return ids;
}

describe('all pages together are the whole list in order, without duplicates', () => {
  test.each([
    ['without a filter, near, far and past the middle', {}, 'true', 300],
    ['by a state’s code', { state: 'en_curso' }, "p.state_code = 'en_curso'", 400],
    ['by a state’s text, ignoring case and accents', { state: 'ENTREGADÓ' }, "p.state_code = 'entregado'", 400],
    ['by the text of an unknown state', { state: 'en corresponsal' }, "p.state = 'En Corresponsal'", 30],
    ['by delivery mode', { delivery_mode: '2' }, 'p.delivery_mode = 2', 400],
    ['by printed', { printed_by_client: '0' }, 'NOT p.printed', 500],
    [
      'by creation days',
      { from_date: '2025-03-05', to_date: '2025-04-02 23:59:00' },
      "local_day(p.created_at) BETWEEN '2025-03-05' AND '2025-04-02'",
      300,
    ],
    ['by a receiver’s name', { client: 'VIEJA 1' }, "o.receiver_name LIKE 'Vieja 1%'", 300],
    ['by the beginning of the order number', { order: 'OLD-4' }, "o.order_id LIKE 'old-4%'", 300],
    ['by pickup point', { pickup_point_code: 'C7' }, "p.pickup_point_code = 'C7'", 50],
    [
      'by all of them together',
      {
        from_date: '2025-03-02',
        to_date: '2025-05-20',
        delivery_mode: '1',
        printed_by_client: 'si',
        state: 'entregado',
        client: 'vieja',
      },
      `local_day(p.created_at) BETWEEN '2025-03-02' AND '2025-05-20' AND p.delivery_mode = 1 AND p.printed
       AND p.state_code = 'entregado'`,
      10,
    ],
  ])('%s', async (_, filter, condition, limit) => {
    const ids = await expected(condition);
    expect(ids.length).toBeGreaterThan(limit);
    expect(await pagesOf(filter, limit)).toEqual(ids);
  });

  test('oldest first, and by creation', async () => {
    const ascending = await pagesOf({}, 1000, { order: { sort: 'o.updated_at', direction: 'asc' } });
    expect(ascending).toEqual(await expected('true', 'p.updated_at, p.id'));
    const created = await pagesOf({}, 1000, { order: { sort: 'o.created_at', direction: 'DESC' } });
    expect(created).toEqual(await expected('true', 'p.created_at DESC, p.id DESC'));
  });

  test.each(['o.id', '__proto__', 'constructor'])('in the default sort if the requested sort is %s', async (sort) => {
    const { results } = await list({}, { order: { sort } });
    expect(results).toEqual((await list()).results);
  });
});

describe('totals and page numbers are correct', () => {
  test('for every counted filter, and for all of them together', async () => {
    const filter = { from_date: '2025-03-02', delivery_mode: '1', printed_by_client: 'true', state: 'entregado' };
    const ids = await expected(
      `local_day(p.created_at) >= '2025-03-02' AND p.delivery_mode = 1 AND p.printed AND p.state_code = 'entregado'`,
    );
    expect((await list(filter)).pagination.total).toBe(ids.length);
  });

  test('a page past the end returns the last page, for any limit', async () => {
    const { results, pagination } = await list({}, { page: 99_999_999, limit: 300 });
    expect(pagination).toEqual({ page: 18, pages: 18, total: MANY, limit: 300 });
    expect(results.map(({ id }) => id)).toEqual((await expected('true')).slice(-(MANY % 300)));
    expect((await list({}, { limit: 99_999 })).pagination).toMatchObject({ limit: 10_000, pages: 1 });
  });

  test('a search without hits returns an empty first page', async () => {
    const empty = { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 10 } };
    expect(await list({ client: 'nadie' }, { page: 3 })).toEqual(empty);
    expect(await list({ delivery_mode: '9' })).toEqual(empty);
    expect(await list({ state: 'perdido en el mar' })).toEqual(empty);
  });
});

test('a row has all fields that the list shows', async () => {
  const created = await create({ shipments: [shipment(), shipment({ items_value: 12_345, weight: 2000 })] });
  const label = `${created.tracking_id}-2`;
  const { results } = await list({ shipment: label.toLowerCase() });
  const [stored] = await gateway.owner<{ id: number; cost_cents: number }>(
    'SELECT id, cost_cents FROM shipments WHERE label = $1',
    [label],
  );
  expect(results).toEqual([
    {
      id: stored?.id,
      shipment_id: label,
      order_id: created.order_id,
      tracking_id: created.tracking_id,
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-03:00$/),
      state: 'Registrado',
      receiver: { receiver_name: 'Ana Gómez', first_name: 'Ana', last_name: 'Gómez' },
      delivery_mode: { id: '1', name: 'Entrega a domicilio' },
      items_value: 12_345,
      shipping_cost: (stored?.cost_cents ?? 0) / 100,
      delivery_date: null,
      printed_by_client: false,
      label_outdated: false,
      printable: true,
      cancellable: true,
      print_png_url: expect.stringMatching(/^\/api\/v1\/public\/label\/.+\.png$/),
      due: null,
    },
  ]);
});

test('a shipment is found by the whole or the beginning of its label, and all shipments of an order by the order number', async () => {
  const { order_id, tracking_id } = await create({ shipments: [shipment(), shipment()] });
  expect((await labels({ shipment: tracking_id.slice(0, 9) })).sort()).toEqual([
    `${tracking_id}-1`,
    `${tracking_id}-2`,
  ]);
  expect(await labels({ shipment: `${tracking_id}-3` })).toEqual([]);
  expect((await labels({ order: order_id })).sort()).toEqual([`${tracking_id}-1`, `${tracking_id}-2`]);
});

test('a name is found by any part, with wildcards taken literally', async () => {
  const { tracking_id } = await create({ receiver: receiver({ receiver_name: 'Ñandú 100%_Óptica' }) });
  for (const name of ['nandu', '100%_', 'optica']) expect(await labels({ client: name })).toEqual([`${tracking_id}-1`]);
  expect(await labels({ client: '%nandu' })).toEqual([]);
});

test('printing moves a shipment to the top of the list and to the printed ones', async () => {
  const { tracking_id } = await create({ delivery_mode: 2 });
  const label = `${tracking_id}-1`;
  const unprinted = (await list({ printed_by_client: 0, state: 'registrado' })).pagination.total;
  const printed = await gateway.call(shipmentLabel, { by: client, params: { id: label, shipmentId: label } });
  expect(printed.status).toBe(200);
  expect((await list({ printed_by_client: 0, state: 'registrado' })).pagination.total).toBe(unprinted - 1);
  expect((await list({ shipment: label, printed_by_client: 1 })).results).toMatchObject([{ printed_by_client: true }]);
});

test('no filter finds another client’s shipments', async () => {
  const otherClient = await gateway.addClient();
  const { order_id, tracking_id } = await create();
  for (const filter of [
    {},
    { shipment: `${tracking_id}-1` },
    { order: order_id },
    { client: 'Ana' },
    { state: 'registrado' },
    { state: 'En Corresponsal' },
    { pickup_point_code: 'C7' },
    { from_date: '2020-01-01' },
  ]) {
    const { results, pagination } = await list(filter, {}, otherClient);
    expect({ filter, results, total: pagination.total }).toEqual({ filter, results: [], total: 0 });
  }
});

test('the counters equal a recount', async () => {
  expect(await counterDrift(gateway.owner)).toEqual([]);
});
