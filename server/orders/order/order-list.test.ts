import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { RANGE_PATHS } from '#server/db/list/range-ids.ts';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { seedOldOrders } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { orderRoutes } from './order.routes.ts';
import { parseOrderCriteria } from './order-criteria.ts';
import { sliceStatement } from './order-list.store.ts';

type Query = CallInput<typeof listOrders>['query'];
type Filter = Record<string, unknown>;

/** Enough rows for pages beyond the first two thousand, which are read without counters. */
const MANY = 5200;

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
  for (const by of [client, other]) await seedOldOrders(gateway, by, MANY);
}, 120_000);
afterAll(() => gateway?.stop());

async function list(query: Query = {}, by = client) {
  const { status, body } = await gateway.call(listOrders, { by, query });
  expect(status).toBe(200);
  return body;
}

const filtered = (filter: Filter, rest: Query = {}) => list({ ...rest, filter } as Query);

const create = async (body: unknown, by = client) =>
  (await gateway.call(createOrder, { by, body: body as never })).body.results;

/** Returns the ids that a filter must find, by a plain query. */
async function expected(condition: string, order = 'updated_at DESC, id DESC'): Promise<number[]> {
  const rows = await gateway.owner<{ id: number }>(
    `SELECT id FROM orders WHERE client_id = $1 AND ${condition} ORDER BY ${order}`,
    [client.clientId],
  );
  return rows.map(({ id }) => id);
}

async function pagesOf(filter: Filter, limit: number, rest: Query = {}): Promise<number[]> {
  const first = await filtered(filter, { ...rest, limit });
  const ids = first.results.map(({ id }) => id);
  for (let page = 2; page <= first.pagination.pages; page++) {
    ids.push(...(await filtered(filter, { ...rest, limit, page })).results.map(({ id }) => id));
  }
  return ids;
}

describe('all pages together are the whole list in order, without duplicates', () => {
  test.each([
    ['without a filter: near pages, far pages and pages past the middle', {}, 'true', 200],
    ['by state group, including far pages', { state: 'en_camino' }, "state_group = 'en_camino'", 200],
    ['by delivery mode', { delivery_mode: '2' }, 'delivery_mode = 2', 250],
    ['by printed', { printed_by_client: '0' }, 'NOT printed', 250],
    [
      'by creation days',
      { from_date: '2025-03-05', to_date: '2025-04-02' },
      "local_day(created_at) BETWEEN '2025-03-05' AND '2025-04-02'",
      300,
    ],
    ['by a receiver’s name', { client: 'VIEJA 1' }, "receiver_name LIKE 'Vieja 1%'", 300],
    ['by the beginning of the order number', { order: 'OLD-4' }, "order_id LIKE 'old-4%'", 300],
  ])('%s', async (_, filter, condition, limit) => {
    expect(await pagesOf(filter, limit)).toEqual(await expected(condition));
  });

  test('oldest first, and by creation', async () => {
    const ascending = await pagesOf({}, 500, { order: { sort: 'o.updated_at', direction: 'asc' } });
    expect(ascending).toEqual(await expected('true', 'updated_at, id'));
    const created = await pagesOf({}, 500, { order: { sort: 'o.created_at', direction: 'DESC' } });
    expect(created).toEqual(await expected('true', 'created_at DESC, id DESC'));
  });
});

test('all strategies read the same rows for a range of days', async () => {
  const criteria = parseOrderCriteria({ from_date: '2025-03-05', to_date: '2025-06-02' } as never, '2026-03-01') ?? {};
  for (const descending of [true, false]) {
    for (const [offset, reversed] of [
      [0, false],
      [700, false],
      [30, true],
    ] as const) {
      const answers = [];
      for (const path of RANGE_PATHS) {
        const slice = { limit: 50, offset, reversed, path };
        const statement = sliceStatement(client.clientId, criteria, { column: 'updated_at', descending }, slice);
        const [rows] = await gateway.deps.db.read(client.clientId, [statement]);
        answers.push(rows);
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      expect(new Set(answers[0]?.map(({ id }) => id)).size).toBe(50);
    }
  }
});

describe('totals and page numbers are correct', () => {
  test('for all counted filters together', async () => {
    const filter = {
      from_date: '2025-03-02',
      to_date: '2025-05-20',
      delivery_mode: '1',
      printed_by_client: 'true',
      state: 'final',
    };
    const ids = await expected(
      `local_day(created_at) BETWEEN '2025-03-02' AND '2025-05-20' AND delivery_mode = 1 AND printed
       AND state_group = 'final'`,
    );
    expect(ids.length).toBeGreaterThan(50);
    expect((await filtered(filter)).pagination.total).toBe(ids.length);
  });

  test('a page past the end returns the last page', async () => {
    const total = MANY;
    const { results, pagination } = await list({ page: 99_999_999, limit: 300 });
    expect(pagination).toEqual({ page: Math.ceil(total / 300), pages: Math.ceil(total / 300), total, limit: 300 });
    expect(results.map(({ id }) => id)).toEqual((await expected('true')).slice(-(total % 300)));
    const near = await filtered({ client: 'Vieja 77' }, { page: 9, limit: 5 });
    expect(near.pagination.page).toBe(near.pagination.pages);
    expect(near.results.length).toBeGreaterThan(0);
  });

  test('invalid limits and page numbers are clamped', async () => {
    expect((await list({ limit: -3, page: -1 })).pagination).toMatchObject({ limit: 1, page: 1 });
    expect((await list({ limit: 99_999 })).pagination).toMatchObject({ limit: 10_000, pages: 1 });
    expect((await list({ limit: 'x' as never, page: 'NaN' as never })).pagination).toMatchObject({
      limit: 10,
      page: 1,
    });
  });

  test('a search without hits returns an empty first page', async () => {
    const empty = { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 10 } };
    expect(await filtered({ client: 'nadie' }, { page: 3 })).toEqual(empty);
    expect(await filtered({ delivery_mode: '9' })).toEqual(empty);
    expect(await filtered({ state: 'nowhere' })).toEqual(empty);
  });
});

describe('an order is found', () => {
  test('by the whole or the beginning of its tracking id, and by the label of one of its shipments', async () => {
    const { id, tracking_id } = await create(newOrder({ shipments: [shipment(), shipment()] }));
    for (const filter of [
      { tracking: tracking_id },
      { tracking: tracking_id.toLowerCase().slice(0, 7) },
      { shipment: `${tracking_id}-2` },
      { shipment: tracking_id.slice(0, 9) },
    ]) {
      expect((await filtered(filter)).results.map((row) => row.id)).toEqual([id]);
    }
    expect((await filtered({ shipment: `${tracking_id}-3` })).results).toEqual([]);
  });

  test('by part of the receiver’s name, ignoring case and accents, with wildcards taken literally', async () => {
    const { id } = await create(newOrder({ receiver: receiver({ receiver_name: 'Ñandú 100%_Óptica' }) }));
    for (const name of ['nandu', 'ÑANDÚ', '100%_', 'optica']) {
      expect((await filtered({ client: name })).results.map((row) => row.id)).toEqual([id]);
    }
    expect((await filtered({ client: '%nandu' })).results).toEqual([]);
  });

  test('by its pickup point', async () => {
    const to = receiver({}, { zip_code: '8400', state: 'Río Negro', city: 'Bariloche' });
    const { id } = await create(newOrder({ delivery_mode: 2, receiver: to }));
    expect((await filtered({ pickup_point_code: 'R8400' })).results.map((row) => row.id)).toEqual([id]);
  });

  test('by its day in Buenos Aires, until the last minute', async () => {
    gateway.setTime(new Date('2026-01-06T02:59:30Z'));
    const { id } = await create(newOrder());
    gateway.setTime(null);
    const on = async (from_date: string, to_date: string) =>
      (await filtered({ from_date, to_date })).results.map((row) => row.id);
    expect(await on('2026-01-05', '2026-01-05 23:59:00')).toEqual([id]);
    expect(await on('2026-01-06', '2026-01-06')).toEqual([]);
  });
});

test('a row has all fields that the list shows', async () => {
  const { id, tracking_id, order_id } = await create(
    newOrder({ order_id: 'a/b ñ', shipments: [shipment(), shipment()] }),
  );
  const [row] = (await filtered({ tracking: tracking_id })).results;
  expect(row).toMatchObject({
    id,
    order_id,
    tracking_id,
    shippings_text: `${tracking_id}-1, ${tracking_id}-2`,
    printed_by_client: false,
    receiver: { receiver_name: 'Ana Gómez', first_name: 'Ana', last_name: 'Gómez' },
    delivery_mode: { id: '1', name: 'Entrega a domicilio' },
    order_state: { name: 'Registrado' },
    print_url: `/api/v1/client/order/print/${id}/a%2Fb%20%C3%B1.pdf`,
    print_png_url: null,
    merchant_order: null,
  });
});

test('no filter finds another client’s orders', async () => {
  const otherClient = await gateway.addClient();
  const { tracking_id } = await create(newOrder({ order_id: 'secret-1' }));
  for (const filter of [
    {},
    { tracking: tracking_id },
    { shipment: `${tracking_id}-1` },
    { order: 'secret' },
    { client: 'Ana' },
    { state: 'por_imprimir' },
    { from_date: '2020-01-01' },
  ]) {
    const { results, pagination } = await list({ filter } as Query, otherClient);
    expect({ filter, results, total: pagination.total }).toEqual({ filter, results: [], total: 0 });
  }
});

test('the counters equal a recount', async () => {
  expect(await counterDrift(gateway.owner)).toEqual([]);
});
