import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Reads } from '#server/db/database.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { cancelShipment, exportShipments, listShipments } from '#shared/orders/shipments.ts';
import { seedOldOrders, seedOldShipments } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { shipmentRoutes } from './shipment.routes.ts';

/** Rows for three pages of the export. */
const MANY = 5000;

let gateway: TestGateway;
/** A client without seeded shipments. */
let client: TestClient;
/** A client with many old shipments. */
let large: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, shipmentRoutes]);
  client = await gateway.addClient();
  large = await gateway.addClient();
  await seedOldOrders(gateway, large, MANY);
  await seedOldShipments(gateway, large);
}, 120_000);
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

type Query = NonNullable<CallInput<typeof exportShipments>['query']>;

const download = (filter: Record<string, unknown> = {}, by = client) =>
  gateway.call(exportShipments, { by, query: { filter } as Query });

const text = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Returns the lines after the header, as cells without quotes. */
const lines = (answer: { bytes: Uint8Array }) =>
  text(answer)
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')));

const create = async (changes: Record<string, unknown> = {}, by = client) =>
  (await gateway.call(createOrder, { by, body: newOrder(changes) })).body.results;

test('the file has the format of an Argentine spreadsheet and the columns of the list', async () => {
  gateway.setTime(new Date('2026-01-06T02:59:30Z'));
  const mine = await gateway.addClient();
  const { order_id, tracking_id } = await create(
    {
      order_id: 'ñ;"1"',
      receiver: receiver({ receiver_name: 'Óscar Ñandú' }),
      shipments: [shipment({ items_value: 1500 })],
    },
    mine,
  );
  const answer = await download({}, mine);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Env%C3%ADos%202026-01-05.csv");
  const [row] = (await gateway.call(listShipments, { by: mine })).body.results;
  expect(text(answer)).toBe(
    [
      '\uFEFF"Fecha de Creación";"Nro. de Orden Interno";"Nro. de Orden";"Envío";"Estado";"Destinatario";"Modo de Entrega";"Valor";"Costo de Envío";"Fecha de Entrega";"Impreso"',
      `"05/01/2026";"ñ;""1""";"${tracking_id}";"${tracking_id}-1";"Registrado";"Óscar Ñandú";"Entrega a domicilio";1500,00;${row?.shipping_cost.toFixed(2).replace('.', ',')};;"NO"`,
      '',
    ].join('\r\n'),
  );
  expect(order_id).toBe('ñ;"1"');
});

test('a cancelled shipment costs nothing in list, detail and file, so that the shipments’ costs add up to the order’s', async () => {
  const mine = await gateway.addClient();
  const { tracking_id } = await create({ shipments: [shipment(), shipment({ weight: 3300 })] }, mine);
  const order = async () => (await gateway.call(readOrder, { by: mine, params: { id: tracking_id } })).body.results;
  const sums = async () => {
    const { results } = (await gateway.call(listShipments, { by: mine })).body;
    const file = lines(await download({}, mine)).map((cells) => cells[8] ?? '');
    expect(file.filter((cost) => !/^\d+,\d\d$/.test(cost))).toEqual([]);
    const { rate_value, shippings } = await order();
    const sum = (costs: number[]) => Math.round(costs.reduce((total, cost) => total + cost, 0) * 100) / 100;
    expect(sum(shippings.map(({ shipping_cost }) => shipping_cost))).toBe(rate_value);
    expect(sum(results.map(({ shipping_cost }) => shipping_cost))).toBe(rate_value);
    expect(sum(file.map((cost) => Number(cost.replace(',', '.'))))).toBe(rate_value);
    return rate_value;
  };
  const whole = await sums();
  await gateway.call(cancelShipment, { by: mine, params: { id: `${tracking_id}-1` } });
  const rest = await sums();
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(whole);
  await gateway.call(cancelShipment, { by: mine, params: { id: `${tracking_id}-2` } });
  expect(await sums()).toBe(0);
});

test.each(['=1+1', '+54 11', '-5', '@SUM(A1)', '\tx', '＝1+1', "'=1"])(
  'a receiver called %j isn’t exported as a formula',
  async (name) => {
    const { tracking_id } = await create();
    // Values that the form refuses or trims may come from other sources.
    await gateway.owner('UPDATE orders SET receiver_name = $2 WHERE tracking_id = $1', [tracking_id, name]);
    const [line] = lines(await download({ shipment: `${tracking_id}-1` }));
    expect(line?.[5]).toBe(`'${name}`);
  },
);

describe('the export has the same shipments as the list with the same filter', () => {
  test.each([
    ['all of them', {}],
    ['those of a state', { state: 'Entregado' }],
    ['those of a receiver', { client: 'vieja 7' }],
    ['those of some days', { from_date: '2025-03-03 00:00:00', to_date: '2025-03-20 23:59:00' }],
    ['unprinted ones to a pickup point', { printed_by_client: 0, delivery_mode: 2, pickup_point_code: 'C7' }],
    ['none', { delivery_mode: 9 }],
  ])('%s', async (_, filter) => {
    const query = { filter, limit: 10_000, order: { sort: 'o.created_at' } } as never;
    const listed = (await gateway.call(listShipments, { by: large, query })).body.results;
    const exported = lines(await download(filter, large));
    expect(exported.map((line) => line[3])).toEqual(listed.map(({ shipment_id }) => shipment_id));
  });
});

test('the export excludes other clients’ shipments', async () => {
  const otherClient = await gateway.addClient();
  expect(lines(await download({}, otherClient))).toEqual([]);
  expect(lines(await download({ client: 'vieja' }, otherClient))).toEqual([]);
});

describe('a large export', () => {
  /** Counts the database reads during `work`. `before` may delay a read. */
  async function readsDuring(work: () => Promise<void>, before: (n: number) => unknown = () => {}): Promise<number[]> {
    const { db } = gateway.deps;
    const read = db.readReplica;
    const flights: number[] = [];
    const results: Promise<unknown>[] = [];
    const delayed = async <T extends readonly unknown[]>(id: number, reads: Reads<T>) => {
      await before(flights.push(reads.length));
      return read<T>(id, reads);
    };
    db.readReplica = <T extends readonly unknown[]>(id: number, reads: Reads<T>) => {
      const result = delayed<T>(id, reads);
      results.push(result);
      return result;
    };
    try {
      await work();
      // What follows the last read begins before a later call ends.
      await Promise.allSettled(results);
      await gateway.call(listShipments, { by: client });
    } finally {
      db.readReplica = read;
    }
    return flights;
  }

  test('is read in short transactions of two thousand rows', async () => {
    const reads = await readsDuring(async () => {
      expect(lines(await download({}, large))).toHaveLength(MANY);
    });
    // The total and three pages.
    expect(reads).toEqual([1, 1, 1, 1]);
  });

  test('stops reading when the client disconnects', async () => {
    const leave = new AbortController();
    const disconnected = gateway.nextResponseClosed();
    const reads = await readsDuring(
      async () => {
        const path = '/api/v1/client/shipping/export/csv';
        // The headers, too, may not have arrived yet.
        const answer = gateway.fetch(path, { by: large, signal: leave.signal }).then((response) => response.text());
        await expect(answer).rejects.toThrow('aborted');
      },
      async (n) => {
        if (n !== 3) return;
        // The client disconnects while the second page is read.
        leave.abort();
        await disconnected;
      },
    );
    // The total and two pages, but not the third page.
    expect(reads).toEqual([1, 1, 1]);
  });

  test('of more than 100,000 shipments is refused with advice', async () => {
    await gateway.owner(
      `UPDATE shipment_state_counts SET n = n + 100000 WHERE client_id = $1 AND day = '-infinity' AND delivery_mode = 1
         AND state_code = 'entregado' AND printed`,
      [large.clientId],
    );
    const answer = await download({}, large);
    expect(answer.status).toBe(422);
    expect(JSON.parse(text(answer)).message).toBe(
      'Son 105.000 envíos y se pueden exportar hasta 100.000. Elegí un período más corto',
    );
    expect((await download({ from_date: '2025-03-03' }, large)).status).toBe(200);
  });
});

test('exports have a rate limit of ten a minute', async () => {
  const throttled = await startTestGateway([shipmentRoutes], { THROTTLE: 'normal' });
  try {
    throttled.setTime(new Date('2026-01-01T12:00:00Z'));
    const [by, another] = [await throttled.addClient(), await throttled.addClient()];
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await throttled.call(exportShipments, { by })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await throttled.call(exportShipments, { by: another })).status).toBe(200);
  } finally {
    await throttled.stop();
  }
});
