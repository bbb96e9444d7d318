import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type CollectionFixture, scansOf, startCollectionFixture } from '#test/fixtures/collection-fixture.ts';
import { NOW } from '#test/fixtures/shipment-fixture.ts';
import { scaled } from '#test/test-scale.ts';

let world: CollectionFixture;
beforeAll(async () => {
  world = await startCollectionFixture();
});
afterAll(() => world?.gateway.stop());

/** Shipments of a client that are in more than one open manifest. */
const inSeveral = (clientId: number) =>
  world.gateway.owner(
    `SELECT p.label FROM manifest_shipments p JOIN manifests m ON m.client_id = p.client_id AND m.id = p.manifest_id
     WHERE p.client_id = $1 AND m.state = 'abierto' GROUP BY 1 HAVING count(*) > 1`,
    [clientId],
  );

test('manifests opened at once list each shipment once, and lose or double no number', async () => {
  const clients = await Promise.all([world.gateway.addClient(), world.gateway.addClient()]);
  const addresses = await Promise.all(clients.map((client) => world.addressOf(client)));
  for (let round = 0; round < scaled(3, 20); round++) {
    for (const client of clients) await world.printed(client, [1, 2]);
    const openings = clients.flatMap(({ clientId }, index) =>
      Array.from({ length: 4 }, () => world.open(clientId, addresses[index] ?? 0)),
    );
    const answers = await Promise.all(openings);
    const opened = answers.filter(({ status }) => status === 200).map(({ body }) => body.results);
    expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(Array(6).fill(409));
    expect(opened).toHaveLength(2);
    for (const { clientId } of clients) {
      expect(await inSeveral(clientId)).toEqual([]);
      const [waiting] = (await world.list({ client: String(clientId) })).results;
      expect(waiting?.listed).toBe(waiting?.bulks);
    }
    // Cancelled and opened again at once: each shipment is free, or in one open manifest.
    await Promise.all(
      opened.flatMap(({ number, client_id }) => [
        world.cancel(number),
        world.open(client_id, addresses[clients.findIndex(({ clientId }) => clientId === client_id)] ?? 0),
      ]),
    );
    for (const { clientId } of clients) expect(await inSeveral(clientId)).toEqual([]);
  }
  const rows = await world.gateway.owner<{ number: number }>('SELECT number FROM manifests ORDER BY number');
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

test('a manifest waits for an order that is being changed, and doesn’t list a shipment that left meanwhile', async () => {
  const client = await world.gateway.addClient();
  const address = await world.addressOf(client);
  const [stays = '', leaves = ''] = await world.printed(client, [1, 1]);
  let opening = Promise.resolve<Opened | null>(null);
  await world.gateway.deps.db.withClient(client.clientId, async (trx) => {
    await runText(
      trx,
      'SELECT FROM orders o JOIN shipments s ON s.order_pk = o.id WHERE s.label = $1 FOR UPDATE OF o',
      [leaves],
    );
    await runText(trx, `UPDATE shipments SET state = 'Retirado', state_code = 'retirado' WHERE label = $1`, [leaves]);
    let settled = false;
    opening = world.open(client.clientId, address).finally(() => {
      settled = true;
    });
    await expect.poll(async () => settled || (await world.gateway.owner(WAITING)).length > 0).toBe(true);
  });
  const opened = await opening;
  expect(opened?.body.results.parcels.map(({ shipment_id }) => shipment_id)).toEqual([stays]);
});

/** Locks that transactions wait for. */
const WAITING = 'SELECT FROM pg_locks WHERE NOT granted';

type Opened = Awaited<ReturnType<CollectionFixture['open']>>;

test('the database refuses a shipment in a second open manifest', async () => {
  const client = await world.gateway.addClient();
  await world.printed(client);
  const { body } = await world.open(client.clientId, await world.addressOf(client));
  const copy = world.gateway.owner(
    `WITH m AS (INSERT INTO manifests (client_id, year, number, pickup_address_id, sender_address, orders, bulks, weight_g, created_at, created_by)
       SELECT client_id, 2000, 1, pickup_address_id, sender_address, orders, bulks, weight_g, created_at, created_by FROM manifests
       WHERE client_id = $1 RETURNING id)
     INSERT INTO manifest_shipments (client_id, manifest_id, shipment_id, label, order_id, n, packages, zip_code, city, weight_g, open)
     SELECT p.client_id, m.id, shipment_id, label, order_id, n, packages, zip_code, city, weight_g, true
     FROM manifest_shipments p, m WHERE p.client_id = $1`,
    [client.clientId],
  );
  await expect(copy).rejects.toMatchObject({ constraint: 'one_open_manifest' });
  expect((await world.read(body.results.number)).bulks).toBe(1);
});

test('a hand-over and a cancellation at once: one of them wins', async () => {
  const client = await world.gateway.addClient();
  const address = await world.addressOf(client);
  for (let round = 0; round < scaled(4, 30); round++) {
    const labels = await world.printed(client, [1, 1]);
    const { number } = (await world.open(client.clientId, address)).body.results;
    const [handed, cancelled] = await Promise.all([world.handOver(number, scansOf(labels)), world.cancel(number)]);
    expect([handed.status, cancelled.status].sort()).toEqual([200, 409]);
    const states = await Promise.all(labels.map((label) => world.statesOf(label)));
    for (const one of states) expect(one).toEqual(handed.status === 200 ? ['Registrado', 'Retirado'] : ['Registrado']);
    if (cancelled.status === 200)
      await world.provider.sendEvents(...labels.map((label) => providerEvent(label, 'retirado', NOW)));
  }
});

test('scans in any order, doubled, late and split over calls record the same events', async () => {
  const client = await world.gateway.addClient();
  const address = await world.addressOf(client);
  const scan = fc.record({ shipment: fc.nat({ max: 4 }), minute: fc.integer({ min: -50, max: 0 }) });
  const calls = fc.array(fc.array(scan, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(calls, fc.boolean(), async (handed, atOnce) => {
      const labels = await world.printed(client, [1, 1, 2]);
      const [surplus = ''] = await (async () => {
        const opened = await world.open(client.clientId, address);
        number = opened.body.results.number;
        return world.printed(client);
      })();
      const codes = [...labels, surplus];
      const bodies = handed.map((scans) =>
        scans.map(({ shipment, minute }) => ({
          code: shipment % 2 ? (codes[shipment] ?? '') : (codes[shipment] ?? '').toLowerCase(),
          at: new Date(NOW.getTime() + minute * MINUTE_MS).toISOString(),
        })),
      );
      // Each call once more, as after an answer that got lost.
      const sent = [...bodies, ...bodies.toReversed()];
      const answers = atOnce
        ? await Promise.all(sent.map((scans) => world.handOver(number, scans)))
        : await sent.reduce<Promise<Answer[]>>(async (before, scans) => {
            const done = await before;
            return [...done, await world.handOver(number, scans)];
          }, Promise.resolve([]));
      expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
      const scanned = new Set(handed.flat().map(({ shipment }) => codes[shipment]));
      for (const label of codes) {
        expect(await world.statesOf(label)).toEqual(scanned.has(label) ? ['Registrado', 'Retirado'] : ['Registrado']);
      }
      const { parcels: shipments, surplus_parcels, collected, bulks } = await world.read(number);
      const collectedLabels = shipments.filter(({ status }) => status === 'collected').map((one) => one.shipment_id);
      expect(new Set([...collectedLabels, ...surplus_parcels.map((one) => one.shipment_id)])).toEqual(scanned);
      expect([collected, bulks]).toEqual([collectedLabels.length, shipments.length]);
      await world.provider.sendEvents(...codes.map((label) => providerEvent(label, 'extraviado', NOW)));
    }),
    { numRuns: scaled(8, 100) },
  );
});

let number = '';
type Answer = Awaited<ReturnType<CollectionFixture['handOver']>>;
