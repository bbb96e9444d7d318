import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SHIPMENTS } from '#shared/orders/new-order.ts';
import { MAX_MANIFEST_SHIPMENTS } from '#shared/orders/rules/shipment/manifest.ts';
import { type CollectionFixture, scansOf, startCollectionFixture } from '#test/fixtures/collection-fixture.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';

/** Shipments of the manifest, in orders of as many shipments as an order may have. */
const ORDERS = scaled(3, MAX_MANIFEST_SHIPMENTS / MAX_SHIPMENTS);

let world: CollectionFixture;
beforeAll(async () => {
  world = await startCollectionFixture();
});
afterAll(() => world?.gateway.stop());

const secondsOf = async <R>(work: () => Promise<R>): Promise<[R, string]> => {
  const begun = performance.now();
  const result = await work();
  return [result, ((performance.now() - begun) / 1000).toFixed(2)];
};

test('a full manifest is opened and handed over in one call each, and the repeated call changes nothing', {
  timeout: scaledTimeout(120_000),
}, async ({ annotate }) => {
  const client = await world.gateway.addClient();
  const labels: string[] = [];
  for (let order = 0; order < ORDERS; order++) {
    labels.push(...(await world.order(client, MAX_SHIPMENTS)).labels);
  }
  // Rendering thousands of labels would be the most of this test.
  await world.gateway.owner('UPDATE shipments SET printed = true WHERE client_id = $1', [client.clientId]);
  const address = await world.addressOf(client);
  const [opened, openSeconds] = await secondsOf(() => world.open(client.clientId, address));
  expect(opened.status, opened.body.message).toBe(200);
  const { number, bulks } = opened.body.results;
  expect(bulks).toBe(labels.length);

  const scans = scansOf(labels);
  const [handed, seconds] = await secondsOf(() => world.handOver(number, scans));
  expect(handed.status, handed.body.message).toBe(200);
  expect(handed.body.scans.filter(({ result }) => result === 'collected')).toHaveLength(labels.length);
  const [again] = await secondsOf(() => world.handOver(number, scans));
  expect([again.status, again.body.results]).toEqual([200, handed.body.results]);
  const [row] = await world.gateway.owner<{ events: string; collected: string }>(
    `SELECT count(*) AS events, count(DISTINCT shipment_id) AS collected FROM shipment_events
     WHERE client_id = $1 AND state_code = 'retirado'`,
    [client.clientId],
  );
  expect([Number(row?.events), Number(row?.collected)]).toEqual([labels.length, labels.length]);
  await annotate(`${labels.length} shipments: opened in ${openSeconds} s, handed over in ${seconds} s`);
});
