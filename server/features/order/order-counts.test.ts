import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOrders, createOrder, listOrders } from '#shared/orders.ts';
import { STATE_GROUPS } from '#shared/rules/state-group.ts';
import { newOrder } from '#test/order-factory.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/test-gateway.ts';
import { orderRoutes } from './order.routes.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes]);
  client = await gateway.addClient({ prepago: true });
});
afterAll(() => gateway?.stop());

const counts = async (by = client) => (await gateway.call(countOrders, { by })).body;

test('the count of each state group equals the total of its list', async () => {
  for (const order_id of ['A-1', 'A-2', 'A-3']) {
    expect((await gateway.call(createOrder, { by: client, body: newOrder({ order_id }) })).status).toBe(200);
  }
  await gateway.owner('UPDATE orders SET state_group = $1 WHERE order_id = $2', ['con_problema', 'A-3']);
  const { results, total } = await counts();
  expect(total).toBe(3);
  expect(results).toEqual([
    { state: 'con_problema', total: 1 },
    { state: 'pendiente_pago', total: 2 },
  ]);
  for (const state of STATE_GROUPS) {
    const { body } = await gateway.call(listOrders, { by: client, query: { filter: { state } } });
    expect(body.pagination.total, state).toBe(results.find((group) => group.state === state)?.total ?? 0);
  }
});

test('the counts exclude other clients’ orders', async () => {
  expect(await counts(await gateway.addClient())).toEqual({ results: [], total: 0, late: 0 });
});
