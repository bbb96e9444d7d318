import { afterAll, beforeAll, expect, test } from 'vitest';
import { money } from '#shared/kit/text/format.ts';
import { exportManifest, printManifest } from '#shared/orders/staff-manifests.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { type CollectionFixture, scansOf, startCollectionFixture } from '#test/fixtures/collection-fixture.ts';
import { shipment } from '#test/fixtures/order-factory.ts';

let world: CollectionFixture;
beforeAll(async () => {
  world = await startCollectionFixture();
});
afterAll(() => world?.gateway.stop());

const headers = () => world.provider.headers;

/** Reads the file of a manifest: the names of its columns, and its rows. */
async function file(number: string) {
  const { status, bytes } = await world.gateway.call(exportManifest, { headers: headers(), params: { number } });
  expect(status).toBe(200);
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  const [names = [], ...rows] = lines.map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}

test('a manifest says what each shipment is declared for and their sum, on screen, on paper and in its file', async () => {
  const client = await world.gateway.addClient();
  const labels: string[] = [];
  for (const items_value of [1234, 1, 870_000])
    labels.push(...(await world.printed(client, [1], { shipments: [shipment({ items_value })] })));
  // Products have centavos.
  await world.gateway.owner('UPDATE shipments SET value_cents = value_cents + 56 WHERE label = $1', [labels[0]]);
  const { body } = await world.open(client.clientId, await world.addressOf(client));
  const { number, parcels: shipments, value } = body.results;
  expect(shipments.map((one) => [one.shipment_id, one.value])).toEqual([
    [labels[0], 1234.56],
    [labels[1], 1],
    [labels[2], 870_000],
  ]);
  expect(value).toBe(871_235.56);

  const answer = await world.gateway.call(printManifest, { headers: headers(), params: { number } });
  const text = (await readPdf(answer.bytes)).pages[0]?.text.replaceAll('\n', ' ') ?? '';
  const printed = (pesos: number) => money(pesos).replaceAll('\u00A0', ' ');
  for (const pesos of [1234.56, 1, 870_000]) expect(text).toContain(printed(pesos));
  expect(text).toContain(`${printed(871_235.56)} declarados`);

  const rows = await file(number);
  expect(rows.map((row) => [row['Nro.'], row.Etiqueta, row['Valor declarado'], row['En el retiro']])).toEqual([
    ['1', labels[0], '1234,56', 'Por entregar'],
    ['2', labels[1], '1,00', 'Por entregar'],
    ['3', labels[2], '870000,00', 'Por entregar'],
  ]);
});

test('surplus shipments follow in the file without a number, and don’t count in the sum of the list', async () => {
  const client = await world.gateway.addClient();
  const [listed = ''] = await world.printed(client);
  const { body } = await world.open(client.clientId, await world.addressOf(client));
  const { number, value } = body.results;
  const [surplus = ''] = await world.printed(client);
  await world.handOver(number, scansOf([listed, surplus]));
  expect((await file(number)).map((row) => [row['Nro.'], row.Etiqueta])).toEqual([
    ['1', listed],
    ['', surplus],
  ]);
  expect((await world.read(number)).value).toBe(value);
});

test('a sender’s session and an unknown number get no file', async () => {
  const client = await world.gateway.addClient();
  await world.printed(client);
  const { body } = await world.open(client.clientId, await world.addressOf(client));
  const { number } = body.results;
  expect((await world.gateway.call(exportManifest, { by: client, params: { number } })).status).toBe(401);
  const unknown = { number: 'COL-2026-999999' };
  expect((await world.gateway.call(exportManifest, { headers: headers(), params: unknown })).status).toBe(404);
});
