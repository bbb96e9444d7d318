import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exampleTariff } from '#server/db/data/tariff.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';

// The owner's connection changes the tables as another node would: this process gets no message.
let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes]);
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

const create = (by: TestClient, zip_code = '5000') =>
  gateway.call(createOrder, {
    by,
    body: newOrder({ receiver: receiver({}, { zip_code, state: 'Córdoba', city: 'Córdoba' }) }),
  });

const created = async (by: TestClient = client) => {
  const { id } = (await create(by)).body.results;
  return (await gateway.call(readOrder, { by, params: { id: String(id) } })).body.results;
};

const withTax = (taxPercent: number) => JSON.stringify({ ...exampleTariff, taxPercent });

test('the next order after a new tariff has its price', async () => {
  gateway.setTime(new Date('2026-06-01T15:00:00Z'));
  const before = (await created()).rate_value;
  await gateway.owner(`INSERT INTO tariffs (valid_from, terms) VALUES ('2026-05-01', $1)`, [withTax(50)]);
  expect((await created()).rate_value).toBeGreaterThan(before);
});

test('the next order after a tariff of its own client has its price, and somebody else’s order doesn’t', async () => {
  const other = await gateway.addClient();
  const [mine, theirs] = [(await created()).rate_value, (await created(other)).rate_value];
  await gateway.owner(
    `WITH own AS (INSERT INTO tariffs (valid_from, terms, for_client) VALUES ('infinity', $2, $1) RETURNING id)
     INSERT INTO client_tariffs (client_id, valid_from, tariff_id, created_by, created_at)
     SELECT $1, '2020-01-01', id, 'test', now() FROM own`,
    [client.clientId, withTax(80)],
  );
  expect((await created()).rate_value).toBeGreaterThan(mine);
  expect((await created(other)).rate_value).toBe(theirs);
});

test('the next order after a new holiday is estimated by it, and after its removal without it', async () => {
  gateway.setTime(new Date('2026-06-01T15:00:00Z'));
  const estimated = async () => {
    const { tracking_id } = await created();
    const text = 'SELECT estimated_min::text FROM orders WHERE tracking_id = $1';
    const [order] = await gateway.owner<{ estimated_min: string }>(text, [tracking_id]);
    return order?.estimated_min;
  };
  expect(await estimated()).toBe('2026-06-03');
  await gateway.owner(
    `INSERT INTO calendar_days (day, works, name, created_at) VALUES ('2026-06-02', false, 'Inventario', now())`,
  );
  expect(await estimated()).toBe('2026-06-04');
  await gateway.owner(`DELETE FROM calendar_days WHERE day = '2026-06-02'`);
  expect(await estimated()).toBe('2026-06-03');
});

test('the next order after a change of the listed postal codes is checked by them', async () => {
  expect((await create(client, '5999')).status).toBe(200);
  await gateway.owner(`INSERT INTO zip_codes (code, city, province) VALUES ('5999', 'Otra', 'M')`);
  expect((await create(client, '5999')).body.errors?.map(({ field }) => field)).toEqual(['receiver.address.state']);
  await gateway.owner(`DELETE FROM zip_codes WHERE code = '5999'`);
  expect((await create(client, '5999')).status).toBe(200);
});
