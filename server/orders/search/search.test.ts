import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { type SearchResults, search } from '#shared/orders/search.ts';
import { seedOldOrders } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { searchRoutes } from './search.routes.ts';

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;

interface Made {
  id: number;
  tracking: string;
}

/** Creates an order for a receiver. */
async function order(by: TestClient, number: string, name: string, changes: object = {}): Promise<Made> {
  const [first_name = '', ...rest] = name.split(' ');
  const to = receiver({ first_name, last_name: rest.join(' '), receiver_name: name });
  const { body } = await gateway.call(createOrder, {
    by,
    body: newOrder({ order_id: number, receiver: to, ...changes }),
  });
  return { id: body.results.id, tracking: body.results.tracking_id };
}

async function find(q: string, by = client): Promise<SearchResults> {
  const { status, body } = await gateway.call(search, { by, query: { q } });
  expect(status).toBe(200);
  return body.results;
}

const nothing: SearchResults = { jump: null, orders: [], shipments: [], receivers: [] };
const numbersOf = ({ orders }: SearchResults) => orders.map(({ order_id }) => order_id);
const namesOf = ({ receivers }: SearchResults) => receivers.map(({ receiver_name }) => receiver_name);

let jose: Made;
let pair: Made;

beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, searchRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
  // Older than the latest orders that are compared one by one, so only the index finds these.
  await seedOldOrders(gateway, client, 1500);
  await seedOldOrders(gateway, other, 20);
  jose = await order(client, 'WEB-77', 'José Ñandubay');
  pair = await order(client, 'WEB-770', 'Lucía Pérez Oliva', { shipments: [shipment(), shipment()] });
  await order(client, "50%_O'K", 'Li Wu');
  await order(other, 'WEB-77', 'José Ñandubay');
});
afterAll(() => gateway?.stop());

test('an order is found by its tracking id in any spelling, and by the beginning of the id', async () => {
  const expected = {
    jump: { kind: 'order', id: jose.id },
    orders: [
      {
        id: jose.id,
        tracking_id: jose.tracking,
        order_id: 'WEB-77',
        receiver_name: 'José Ñandubay',
        state: 'Registrado',
        due: null,
      },
    ],
  };
  expect(await find(jose.tracking)).toMatchObject(expected);
  expect(await find(jose.tracking.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'))).toMatchObject(expected);
  const begun = await find(jose.tracking.slice(0, 7));
  expect(begun.orders).toMatchObject(expected.orders);
  expect(begun.jump).toBeNull();
});

test('a shipment is found by its label, and all shipments of an order by its tracking id', async () => {
  const { jump, shipments } = await find(`${pair.tracking}-2`);
  expect(shipments).toMatchObject([
    { shipment_id: `${pair.tracking}-2`, receiver_name: 'Lucía Pérez Oliva', state: 'Registrado' },
  ]);
  expect(jump).toEqual({ kind: 'shipment', id: shipments[0]?.id });
  const labels = [`${pair.tracking}-1`, `${pair.tracking}-2`];
  expect((await find(pair.tracking)).shipments.map((row) => row.shipment_id)).toEqual(labels);
  expect((await find(pair.tracking.slice(0, 6))).shipments.map((row) => row.shipment_id)).toEqual(labels);
});

test('an order with exactly the searched number comes first, and longer numbers follow', async () => {
  const found = await find('web-77');
  expect(found.jump).toEqual({ kind: 'order', id: jose.id });
  expect(numbersOf(found)).toEqual(['WEB-77', 'WEB-770']);
  expect(numbersOf(await find('we'))).toEqual(['WEB-77', 'WEB-770']);
  expect((await find('we')).jump).toBeNull();
});

test('a number that was reused after a cancellation finds the active order first', async () => {
  const first = await order(client, 'DOS-VECES', 'Ana Vez');
  await gateway.owner('UPDATE orders SET cancelled_at = current_moment() WHERE id = $1', [first.id]);
  const second = await order(client, 'DOS-VECES', 'Ana Vez');
  await gateway.owner('UPDATE orders SET updated_at = current_moment() WHERE id = $1', [first.id]);
  const { jump, orders } = await find('DOS-VECES');
  expect(jump?.id).toBe(second.id);
  expect(orders.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('orders and shipments are found by their numeric ids', async () => {
  const { shipments } = await find(`${jose.tracking}-1`);
  const [shipment] = shipments;
  expect((await find(String(jose.id))).jump).toEqual({ kind: 'order', id: jose.id });
  expect((await find(String(shipment?.id))).jump).toEqual({ kind: 'shipment', id: shipment?.id });
});

test('receivers are found by any part of their names, ignoring case and accents, with their orders and shipments', async () => {
  for (const q of ['ñandubay', 'NANDUBAY', 'josé ñan', 'andub', 'jose']) {
    const found = await find(q);
    expect(numbersOf(found), q).toEqual(['WEB-77']);
    expect(found.shipments, q).toMatchObject([{ shipment_id: `${jose.tracking}-1` }]);
    expect(namesOf(found), q).toEqual(['José Ñandubay']);
    expect(found.jump, q).toBeNull();
  }
});

test('a name is found in the latest and in the oldest orders', async () => {
  expect(numbersOf(await find('vieja 3'))).toHaveLength(6);
  expect(numbersOf(await find('vieja 1500'))).toEqual(['old-1500']);
  await order(client, 'UNICA', 'Xenia Quesada');
  await gateway.owner(`UPDATE orders SET updated_at = '2020-01-01' WHERE order_id = 'UNICA'`);
  expect(namesOf(await find('quesada'))).toEqual(['Xenia Quesada']);
  // Two letters match beginnings of words.
  expect(namesOf(await find('xe'))).toEqual(['Xenia Quesada']);
  expect(namesOf(await find('li'))).toContain('Li Wu');
});

test('a receiver in several spellings is listed once', async () => {
  await order(client, 'G-1', 'GASTÓN ÁLVAREZ');
  await order(client, 'G-2', 'Gastón Álvarez');
  expect(namesOf(await find('gaston'))).toEqual(['Gastón Álvarez']);
});

test('at most six hits per kind are returned, last changed first', async () => {
  for (let n = 1; n <= 8; n++) await order(client, `M-${n}`, `Marciana Tope${n}`);
  const found = await find('marciana');
  expect(numbersOf(found)).toEqual(['M-8', 'M-7', 'M-6', 'M-5', 'M-4', 'M-3']);
  expect(found.shipments).toHaveLength(6);
  expect(namesOf(found)).toEqual([8, 7, 6, 5, 4, 3].map((n) => `Marciana Tope${n}`));
});

test('special characters are taken literally', async () => {
  expect(numbersOf(await find("50%_o'k"))).toEqual(["50%_O'K"]);
  expect(numbersOf(await find('50%'))).toEqual(["50%_O'K"]);
  for (const q of ['%%', '__', '\\\\', "';--", '%ñandubay', 'jos_', '"[]{}', '👋👋', '$1$2']) {
    expect(await find(q), q).toEqual(nothing);
  }
});

test('the search never finds another client’s data', async () => {
  const [shipment] = await gateway.owner<{ id: number }>('SELECT id FROM shipments WHERE label = $1', [
    `${jose.tracking}-1`,
  ]);
  for (const q of [
    jose.tracking,
    `${jose.tracking}-1`,
    jose.tracking.slice(0, 6),
    String(jose.id),
    String(shipment?.id),
  ]) {
    expect(await find(q, other), q).toEqual(nothing);
  }
  expect(await find('lucia', other)).toEqual(nothing);
  const own = await find('ñandubay', other);
  expect(own.orders).toHaveLength(1);
  expect(own.orders[0]?.id).not.toBe(jose.id);
});

test('the search doesn’t find another client’s data without row-level security either', async () => {
  await gateway.owner('ALTER TABLE orders DISABLE ROW LEVEL SECURITY');
  await gateway.owner('ALTER TABLE shipments DISABLE ROW LEVEL SECURITY');
  try {
    for (const q of [jose.tracking, `${jose.tracking}-1`, 'WEB-770', 'lucia', 'vieja 1400', String(jose.id)]) {
      expect(await find(q, other), q).toEqual(nothing);
    }
  } finally {
    await gateway.owner('ALTER TABLE orders ENABLE ROW LEVEL SECURITY');
    await gateway.owner('ALTER TABLE shipments ENABLE ROW LEVEL SECURITY');
  }
});

test.each([
  ['', 'Escribí qué buscás'],
  [' a ', 'Escribí al menos 2 caracteres'],
  ['x'.repeat(61), 'Ingrese hasta 60 caracteres'],
])('the search text %j is refused', async (q, message) => {
  const { status, body } = await gateway.call(search, { by: client, query: { q } });
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ field: 'q', message }] });
});

test('the search requires a session', async () => {
  expect((await gateway.call(search, { query: { q: 'jose' } })).status).toBe(401);
});

test('a client above the rate limit must wait, and other clients don’t', async () => {
  const strict = await startTestGateway([searchRoutes], { THROTTLE: 'strict' });
  try {
    strict.setTime(new Date());
    const [hasty, calm] = [await strict.addClient(), await strict.addClient()];
    const ask = async (by: TestClient) => (await strict.call(search, { by, query: { q: 'zz' } })).status;
    // A few at a time, so that no call waits for a connection.
    for (let n = 0; n < 300; n += 5) {
      const statuses = await Promise.all(Array.from({ length: 5 }, () => ask(hasty)));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(await ask(hasty)).toBe(429);
    expect(await ask(calm)).toBe(200);
  } finally {
    await strict.stop();
  }
});

test('a gateway with the strict contract has no search', async () => {
  const strict = await startTestGateway([searchRoutes], { STRICT_CONTRACT: '1' });
  try {
    const by = await strict.addClient();
    expect((await strict.call(search, { by, query: { q: 'jose' } })).status).toBe(404);
  } finally {
    await strict.stop();
  }
});
