import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { type Buyer, type BuyerField, findBuyers } from '#shared/orders/buyers.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { seedOldOrders } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';
import { buyerRoutes } from './buyer.routes.ts';

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, buyerRoutes]);
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  client = await gateway.addClient();
  other = await gateway.addClient();
});

const ANA = {
  first_name: 'Ana María',
  last_name: 'Ñúñez',
  receiver_name: 'Ana María Ñúñez',
  document: '27331480',
  email: 'ana@example.com',
  receiver_phone: '+54 9 11 5873-2046',
};

async function order(by: TestClient, changes: Record<string, unknown> = {}): Promise<void> {
  const { status, body } = await gateway.call(createOrder, { by, body: newOrder({ receiver: receiver(changes) }) });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function find(by: BuyerField, q: string, who = client): Promise<Buyer[]> {
  const { status, body } = await gateway.call(findBuyers, { by: who, query: { by, q } });
  expect(status).toBe(200);
  return body.results;
}

test.each([
  ['name', 'maria nunez'],
  ['name', 'ÑÚÑ'],
  ['document', '27.331'],
  ['document', '27331480'],
  ['phone', '+54 9 11 5873'],
  ['phone', '11 5873'],
  ['phone', '011 5873'],
] as const)('a buyer is found by %s %s', async (by, q) => {
  await order(client, ANA);
  await order(client, { first_name: 'Juan', last_name: 'Paz', receiver_name: 'Juan Paz', document: '20111222' });
  expect(await find(by, q)).toMatchObject([ANA]);
  expect(await find(by, q, other)).toEqual([]);
});

test.each([
  ['name', 'zubizarreta'],
  ['document', '7331480'],
  ['phone', '5873'],
  ['phone', '+54 9 11 58'],
  ['document', '2733'],
  ['phone', 'abc'],
  ['name', '%%%'],
  ['name', '---'],
] as const)('no buyer is found by %s %s', async (by, q) => {
  await order(client, ANA);
  expect(await find(by, q)).toEqual([]);
});

test('people without a document are told apart by name and phone', async () => {
  await order(client, { ...ANA, document: 'S/D' });
  await order(client, { ...ANA, document: 'S/D', first_name: 'Ana', last_name: 'Paz', receiver_phone: '11 4000-1234' });
  const found = await find('name', 'ana');
  expect(found.map(({ last_name }) => last_name).sort()).toEqual(['Paz', 'Ñúñez']);
  expect(await find('document', 's/d')).toEqual([]);
});

test('a buyer has each address once, the latest first, and the data of the latest order', async () => {
  const at = (street_number: string, changes: Record<string, unknown> = {}) =>
    order(client, { ...ANA, ...changes, address: { ...receiver().address, street_number } });
  await at('100');
  await at('200');
  await at('100', { email: 'nueva@example.com' });
  const found = await find('document', '27331480');
  expect(found).toHaveLength(1);
  expect(found[0]?.email).toBe('nueva@example.com');
  expect(found[0]?.addresses.map(({ street_number }) => street_number)).toEqual(['100', '200']);
});

test('buyers of older orders than the latest thousand are found by the index', async () => {
  await order(client, ANA);
  await seedOldOrders(gateway, client, 1100);
  await gateway.owner(
    `UPDATE orders SET updated_at = current_moment() - interval '1 year' WHERE client_id = $1 AND document = '27331480'`,
    [client.clientId],
  );
  expect(await find('name', 'maría ñúñez')).toMatchObject([ANA]);
  // A name without three letters in a row is looked for among the latest orders alone.
  expect(await find('name', 'ñ m')).toEqual([]);
});

describe('never', () => {
  test('orders older than two years', async () => {
    await order(client, ANA);
    await gateway.owner(`UPDATE orders SET created_at = current_moment() - interval '25 months' WHERE client_id = $1`, [
      client.clientId,
    ]);
    for (const [by, q] of [
      ['name', 'maria'],
      ['document', '27331480'],
      ['phone', '115873'],
    ] as const)
      expect(await find(by, q), by).toEqual([]);
  });

  test('erased receivers', async () => {
    await order(client, ANA);
    await gateway.owner(`UPDATE orders SET masked_at = current_moment() WHERE client_id = $1`, [client.clientId]);
    for (const [by, q] of [
      ['name', 'maria'],
      ['document', '27331480'],
      ['phone', '115873'],
    ] as const)
      expect(await find(by, q), by).toEqual([]);
  });
});

test.each([
  [{ by: 'name', q: 'an' }, 'Escribí al menos 3 caracteres'],
  [{ by: 'name', q: '' }, 'Escribí qué buscás'],
  [{ by: 'email', q: 'ana@example.com' }, 'Elegí name, document o phone'],
])('a search by %o is refused', async (query, message) => {
  const response = await gateway.fetch(`/api/v1/client/buyer/?${new URLSearchParams(query)}`, { by: client });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain(message);
});
