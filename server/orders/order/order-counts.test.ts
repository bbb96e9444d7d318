import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { countOrders, listOrders } from '#shared/orders/orders.ts';
import { STATE_GROUPS } from '#shared/orders/rules/state-group.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';
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

test('the counts with filters are those of the filtered list', async () => {
  const by = await gateway.addClient();
  for (const [order_id, first_name] of [
    ['B-1', 'Camila'],
    ['B-2', 'Camila'],
    ['C-1', 'Rocío'],
  ] as const) {
    const body = newOrder({ order_id, receiver: receiver({ first_name, receiver_name: `${first_name} Paz` }) });
    expect((await gateway.call(createOrder, { by, body })).status).toBe(200);
  }
  await gateway.owner(`UPDATE orders SET state_group = 'con_problema', due_on = '2020-01-01' WHERE order_id = 'B-2'`);
  const filters = [
    { client: 'camila' },
    { order: 'B-' },
    { printed_by_client: '0' },
    { from_date: '2000-01-01', to_date: '2199-12-31' },
    { client: 'camila', order: 'b-2', state: 'por_imprimir' },
    { client: 'camila', late: '1' },
    { client: 'camila', order: 'b-2', late: '1' },
    { delivery_mode: '99' },
  ];
  for (const filter of filters) {
    const { results, total } = (await gateway.call(countOrders, { by, query: { filter } })).body;
    const { state: _, ...others } = { state: '', ...filter };
    for (const state of STATE_GROUPS) {
      const query = { filter: { ...others, state } };
      const { body } = await gateway.call(listOrders, { by, query });
      expect(results.find((group) => group.state === state)?.total ?? 0, JSON.stringify(query)).toBe(
        body.pagination.total,
      );
    }
    const { body } = await gateway.call(listOrders, { by, query: { filter: others } });
    expect(total, JSON.stringify(filter)).toBe(body.pagination.total);
  }
});
