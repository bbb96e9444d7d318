import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder, readOrder } from '#shared/orders.ts';
import { createProduct } from '#shared/products.ts';
import { startGateway, type Gateway, type TestClient } from '#test/gateway.ts';
import { newOrder, receiver, shipment } from '#test/new-order.ts';
import { orderRoutes } from './order.routes.ts';

let gateway: Gateway;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  gateway = await startGateway([orderRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
});
afterAll(() => gateway?.stop());

test('a new order', async () => {
  const made = await gateway.call(createOrder, { by: client, body: newOrder() });
  expect(made.body).toEqual({});
  expect(made.status).toBe(200);
  const read = await gateway.call(readOrder, { by: client, params: { id: made.body.results.tracking_id } });
  expect(read.body).toEqual({});
});
