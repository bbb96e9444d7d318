import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runText, type Trx } from '#server/db/connection.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { seedOldOrders, seedOldShipments } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes]);
  client = await gateway.addClient();
  await seedOldOrders(gateway, client, 10);
  await seedOldShipments(gateway, client);
});
afterAll(() => gateway?.stop());

// Orders 1 and 7 have equal values in all counted columns.
const changeOrder = (trx: Trx, number: string) =>
  runText(trx, 'UPDATE orders SET printed = NOT printed WHERE client_id = $1 AND order_id = $2', [
    client.clientId,
    number,
  ]);

const changeShipment = (trx: Trx, number: string) =>
  runText(
    trx,
    `UPDATE shipments SET printed = NOT printed WHERE client_id = $1
       AND order_pk = (SELECT id FROM orders WHERE client_id = $1 AND order_id = $2)`,
    [client.clientId, number],
  );

test('changes of state and printing update the counters, and changes of flags don’t', async () => {
  const change = (set: string) => gateway.owner(`UPDATE shipments SET ${set} WHERE client_id = $1`, [client.clientId]);
  for (const set of ["state_code = 'entregado'", 'state_code = NULL', 'printed = true', 'printable = false']) {
    await change(set);
    expect(await counterDrift(gateway.owner)).toEqual([]);
  }
  const count = `SELECT sum(n)::int AS n FROM shipment_state_counts WHERE day = $1 AND state_code = $2
    GROUP BY delivery_mode, printed HAVING sum(n) <> 0 ORDER BY 1`;
  expect(await gateway.owner(count, ['-infinity', '-'])).toEqual([{ n: 5 }, { n: 5 }]);
});

/** Writes in a transaction that stays open until `close` is called. */
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
// Closes the transactions that a failed test left open, because they would block the shutdown.
afterEach(() => Promise.allSettled(opened.splice(0).map((close) => close())));

const commit = async (...changes: ((trx: Trx) => Promise<unknown>)[]) => (await openTransaction(...changes)).close();

const shards = async () =>
  (await gateway.owner<{ shard: number }>('SELECT DISTINCT shard FROM order_counts ORDER BY 1')).map(
    ({ shard }) => shard,
  );

/** Returns the client's totals as its lists show them. */
const totals = () =>
  gateway.owner(
    `SELECT day::text, state_group, sum(n)::int AS n FROM order_counts GROUP BY 1, 2 HAVING sum(n) <> 0
     UNION ALL SELECT day::text, state_code, sum(n)::int FROM shipment_state_counts GROUP BY 1, 2 HAVING sum(n) <> 0
     ORDER BY 1, 2`,
  );

const fold = () => gateway.deps.db.withClient(client.clientId, (trx) => runText(trx, 'SELECT merge_counter_shards()'));

test('concurrent writers of one client don’t wait for each other’s counters', async () => {
  const first = await openTransaction((trx) => changeOrder(trx, 'old-1'));
  // With a single counter row, these would wait for the first transaction until the statement timeout.
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

test('a transaction writes to one counter shard, and sequential writers use the first shard', async () => {
  await fold();
  await commit(
    (trx) => changeOrder(trx, 'old-2'),
    (trx) => changeShipment(trx, 'old-2'),
  );
  const held = await openTransaction((trx) => changeOrder(trx, 'old-2'));
  const written = (trx: Trx) => runText<object>(trx, "SELECT current_setting('app.counter_shard') AS chosen");
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

test('folding keeps all totals and leaves one shard, also during concurrent writes', async () => {
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
