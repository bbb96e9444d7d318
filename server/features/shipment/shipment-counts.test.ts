import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { run, type Trx } from '#server/db/connection.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import { orderRoutes } from '#server/features/order/order.routes.ts';
import { createOrder } from '#shared/orders.ts';
import { newOrder } from '#test/order-factory.ts';
import { seedOldOrders, seedOldShipments } from '#test/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/test-gateway.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes]);
  client = await gateway.addClient();
  await seedOldOrders(gateway, client, 10);
  await seedOldShipments(gateway, client);
});
afterAll(() => gateway?.stop());

// Orders 1 and 7 are alike in all that is counted.
const changeOrder = (trx: Trx, number: string) =>
  run(trx, 'UPDATE orders SET printed = NOT printed WHERE client_id = $1 AND order_id = $2', [client.clientId, number]);

const changeShipment = (trx: Trx, number: string) =>
  run(
    trx,
    `UPDATE shipments SET printed = NOT printed WHERE client_id = $1
       AND order_pk = (SELECT id FROM orders WHERE client_id = $1 AND order_id = $2)`,
    [client.clientId, number],
  );

test('a moved, a printed and an unknown state are counted where they went, flags alone nowhere', async () => {
  const change = (set: string) => gateway.owner(`UPDATE shipments SET ${set} WHERE client_id = $1`, [client.clientId]);
  for (const set of ["state_code = 'entregado'", 'state_code = NULL', 'printed = true', 'printable = false']) {
    await change(set);
    expect(await counterDrift(gateway.owner)).toEqual([]);
  }
  const count = `SELECT sum(n)::int AS n FROM shipment_state_counts WHERE day = $1 AND state_code = $2
    GROUP BY delivery_mode, printed HAVING sum(n) <> 0 ORDER BY 1`;
  expect(await gateway.owner(count, ['-infinity', '-'])).toEqual([{ n: 5 }, { n: 5 }]);
});

/** Makes changes in a transaction that stays open until `close` is called. */
async function openTransaction(...changes: ((trx: Trx) => Promise<unknown>)[]) {
  const [changed, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = gateway.deps.db.withClient(client.clientId, async (trx) => {
    for (const change of changes) await change(trx);
    changed.resolve();
    await closed.promise;
  });
  const close = () => {
    closed.resolve();
    return ended;
  };
  opened.push(close);
  await Promise.race([changed.promise, ended]);
  return { close };
}

const opened: (() => Promise<void>)[] = [];
// A test that failed leaves its transactions open, and nothing could be stopped.
afterEach(() => Promise.allSettled(opened.splice(0).map((close) => close())));

const commit = async (...changes: ((trx: Trx) => Promise<unknown>)[]) => (await openTransaction(...changes)).close();

const shards = async () =>
  (await gateway.owner<{ shard: number }>('SELECT DISTINCT shard FROM order_counts ORDER BY 1')).map(
    ({ shard }) => shard,
  );

/** The client's totals as its lists show them. */
const totals = () =>
  gateway.owner(
    `SELECT day::text, state_group, sum(n)::int AS n FROM order_counts GROUP BY 1, 2 HAVING sum(n) <> 0
     UNION ALL SELECT day::text, state_code, sum(n)::int FROM shipment_state_counts GROUP BY 1, 2 HAVING sum(n) <> 0
     ORDER BY 1, 2`,
  );

const fold = () => gateway.deps.db.withClient(client.clientId, (trx) => run(trx, 'SELECT merge_counter_shards()'));

test('writers of one client count at the same time, orders and shipments in whatever order', async () => {
  const first = await openTransaction((trx) => changeOrder(trx, 'old-1'));
  // These would wait for the first one's counters until their statements were cancelled.
  const second = await openTransaction(
    (trx) => changeShipment(trx, 'old-7'),
    (trx) => changeOrder(trx, 'old-7'),
  );
  const made = await gateway.call(createOrder, { by: client, body: newOrder({ order_id: 'MEANWHILE' }) });
  expect(made.status).toBe(200);
  await second.close();
  await first.close();
  expect(await counterDrift(gateway.owner)).toEqual([]);
  expect(await shards()).toEqual([0, 1, 2]);
});

test('one transaction counts in one shard, and one writer after the other in the first', async () => {
  await fold();
  await commit(
    (trx) => changeOrder(trx, 'old-2'),
    (trx) => changeShipment(trx, 'old-2'),
  );
  const held = await openTransaction((trx) => changeOrder(trx, 'old-2'));
  const written = (trx: Trx) => run<object>(trx, "SELECT current_setting('app.counter_shard') AS chosen");
  let chosen: object[] = [];
  await commit(
    (trx) => changeOrder(trx, 'old-3'),
    () => held.close(),
    (trx) => changeShipment(trx, 'old-3'),
    async (trx) => {
      chosen = await written(trx);
    },
  );
  expect(chosen).toEqual([{ chosen: `${client.clientId}:1` }]);
  expect(await counterDrift(gateway.owner)).toEqual([]);
});

test('folding keeps every total and leaves one shard, while the client’s orders are written', async () => {
  const held = await Promise.all(
    ['old-1', 'old-2', 'old-3', 'old-4'].map((number) => openTransaction((trx) => changeOrder(trx, number))),
  );
  await Promise.all(held.map(({ close }) => close()));
  expect((await shards()).length).toBeGreaterThan(3);
  const before = await totals();
  await fold();
  expect(await shards()).toEqual([0]);
  expect(await totals()).toEqual(before);
  await Promise.all([
    fold(),
    ...['old-1', 'old-2', 'old-3', 'old-4', 'old-5'].map((number) =>
      commit(
        (trx) => changeShipment(trx, number),
        (trx) => changeOrder(trx, number),
      ),
    ),
    fold(),
  ]);
  expect(await counterDrift(gateway.owner)).toEqual([]);
});
