import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { orderRoutes } from './order.routes.ts';

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const create = (body: unknown, by = client, key?: string) =>
  gateway.call(createOrder, { by, body: body as never, ...(key && { key }) });

describe('a repeated request for an order', () => {
  test('with the same idempotency key creates the order once, even for twenty concurrent requests', async () => {
    const body = newOrder({ order_id: 'ONCE-1' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, client, 'key-1')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.results.id)).size).toBe(1);
    const rows = await gateway.owner('SELECT FROM orders WHERE order_id = $1', ['ONCE-1']);
    expect(rows).toHaveLength(1);
  });

  test('with the same key but other data is refused', async () => {
    const body = newOrder();
    await create(body, client, 'key-2');
    const { status, body: answer } = await create({ ...body, sender_name: 'Otra' }, client, 'key-2');
    expect(status).toBe(422);
    expect(answer.message).toBe('Esta operación ya se envió con otros datos');
  });

  test('with long keys that differ at their end creates different orders', async () => {
    const keys = ['a', 'b'].map((end) => 'k'.repeat(199) + end);
    const answers = await Promise.all(keys.map((key) => create(newOrder(), client, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each(['k'.repeat(201), '', 'clave\tdos', 'clave-ñ', 'clave\u00a0dos'])(
    'with a key that can’t be stored as it is, %j, is refused',
    async (key) => {
      const order_id = `KEY-${key.length}-${key.charCodeAt(5)}`;
      const { status, body } = await gateway.call(createOrder, {
        by: client,
        body: newOrder({ order_id }) as never,
        headers: { 'idempotency-key': key },
      });
      const message = 'La clave tiene que tener entre 1 y 200 letras sin tilde, números o signos';
      expect([status, body.errors]).toEqual([422, [{ field: 'Idempotency-Key', message }]]);
      expect(await gateway.owner('SELECT FROM orders WHERE order_id = $1', [order_id])).toEqual([]);
    },
  );

  test('may use a key of another client', async () => {
    const [one, two] = await Promise.all([create(newOrder(), client, 'key-3'), create(newOrder(), other, 'key-3')]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.results.id).not.toBe(two.body.results.id);
  });

  test('may be corrected under the same key after a refusal', async () => {
    const body = newOrder();
    expect((await create({ ...body, pickup_address_id: 1 }, client, 'key-4')).status).toBe(404);
    expect((await create(body, client, 'key-4')).status).toBe(200);
  });
});

test('of twenty concurrent orders with the same number, one is created and nineteen are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(newOrder({ order_id: 'RACE-1' }))));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
});
