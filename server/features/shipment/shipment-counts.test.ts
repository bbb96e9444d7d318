import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Trx } from '#server/db/connection.ts';
import { miscounted } from '#server/db/miscounted.ts';
import { type Gateway, startGateway, type TestClient } from '#test/gateway.ts';
import { addOldOrders, addOldShipments } from '#test/old-orders.ts';

let gateway: Gateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startGateway([]);
  client = await gateway.addClient();
  await addOldOrders(gateway, client, 10);
  await addOldShipments(gateway, client);
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

test('writers that count orders and shipments in opposite order wait for each other, never crosswise', async () => {
  let tries = 0;
  const writer = (work: (trx: Trx) => Promise<unknown>) =>
    gateway.deps.db.withClient(client.clientId, async (trx) => {
      tries += 1;
      await work(trx);
    });
  const [begun, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = writer(async (trx) => {
    await changeOrder(trx, 'old-1');
    begun.resolve();
    // The other one has counted its shipment by then, or waits to.
    await Promise.race([other.promise, setTimeout(300)]);
    await changeShipment(trx, 'old-1');
  });
  await begun.promise;
  const second = writer(async (trx) => {
    await changeShipment(trx, 'old-7');
    other.resolve();
    await changeOrder(trx, 'old-7');
  });
  await Promise.all([first, second]);
  // A deadlock would have made one of them begin again.
  expect(tries).toBe(2);
  expect(await miscounted(gateway.owner)).toEqual([]);
});

test('a moved, a printed and an unknown state are counted where they went, flags alone nowhere', async () => {
  const change = (set: string) => gateway.owner(`UPDATE shipments SET ${set} WHERE client_id = $1`, [client.clientId]);
  for (const set of ["state_code = 'entregado'", 'state_code = NULL', 'printed = true', 'printable = false']) {
    await change(set);
    expect(await miscounted(gateway.owner)).toEqual([]);
  }
  const count = 'SELECT n FROM shipment_state_counts WHERE n <> 0 AND day = $1 AND state_code = $2 ORDER BY 1';
  expect(await gateway.owner(count, ['-infinity', '-'])).toEqual([{ n: 5 }, { n: 5 }]);
});
