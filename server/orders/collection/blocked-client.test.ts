import { afterAll, beforeAll, expect, test } from 'vitest';
import { printRunSheet } from '#shared/orders/staff-collections.ts';
import { listManifests } from '#shared/orders/staff-manifests.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { type CollectionFixture, startCollectionFixture } from '#test/fixtures/collection-fixture.ts';

let world: CollectionFixture;
beforeAll(async () => {
  world = await startCollectionFixture();
});
afterAll(() => world?.gateway.stop());

const REASON = 'Deuda vencida';

test('the collections, the manifest and the run sheet of a blocked client have the block, until it ends', async () => {
  const client = await world.gateway.addClient();
  await world.printed(client, [1]);
  const { number, blocked_reason } = (await world.open(client.clientId, await world.addressOf(client))).body.results;
  expect(blocked_reason).toBeNull();
  const { headers } = world.provider;
  const filter = { client: String(client.clientId) };
  const reasons = async () => [
    (await world.list(filter)).results.map((one) => one.blocked_reason),
    (await world.gateway.call(listManifests, { headers, query: { filter } })).body.results.map(
      (one) => one.blocked_reason,
    ),
    [(await world.read(number)).blocked_reason],
  ];
  const sheet = async () => {
    const { bytes } = await world.gateway.call(printRunSheet, { headers, query: { filter } });
    return (await readPdf(bytes)).pages[0]?.text.replaceAll('\n', ' ') ?? '';
  };
  const block = (reason: string | null) =>
    world.gateway.owner(
      `UPDATE clients SET blocked_reason = $2, blocked_at = CASE WHEN $2::text IS NULL THEN NULL ELSE current_moment() END
       WHERE client_id = $1`,
      [client.clientId, reason],
    );
  await block(REASON);
  expect(await reasons()).toEqual([[REASON], [REASON], [REASON]]);
  // The sheet travels: the reason stays on the screen.
  expect(await sheet()).toContain('BLOQUEADO: consultar antes de ir');
  expect(await sheet()).not.toContain(REASON);
  await block(null);
  expect(await reasons()).toEqual([[null], [null], [null]]);
  expect(await sheet()).not.toContain('BLOQUEADO');
});
