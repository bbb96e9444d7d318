import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablePdf } from '#server/drawing/table-pdf.ts';
import { kilograms } from '#shared/kit/text/format.ts';
import { printRunSheet } from '#shared/orders/staff-collections.ts';
import { printManifest } from '#shared/orders/staff-manifests.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { type CollectionFixture, startCollectionFixture } from '#test/fixtures/collection-fixture.ts';

let world: CollectionFixture;
beforeAll(async () => {
  world = await startCollectionFixture();
});
afterAll(() => world?.gateway.stop());

const headers = () => world.provider.headers;

async function printed(number: string) {
  const { status, bytes } = await world.gateway.call(printManifest, { headers: headers(), params: { number } });
  expect(status).toBe(200);
  return readPdf(bytes);
}

test('a manifest’s PDF has its number as a barcode, its list, its totals and two signatures', async () => {
  const client = await world.gateway.addClient();
  const labels = await world.printed(client, [1, 2]);
  const { body } = await world.open(client.clientId, await world.addressOf(client));
  const { number, company, weight, sender_address, parcels: shipments } = body.results;
  const { title, pages } = await printed(number);
  expect(title).toBe(`Manifiesto ${number}`);
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[210, 297]]);
  expect(pages[0]?.codes).toMatchObject([{ text: number, format: 'Code128' }]);
  const text = pages[0]?.text ?? '';
  for (const part of [company, sender_address.street_name, `Total: 3 bultos de 2 órdenes, ${kilograms(weight)}`]) {
    expect(text.replaceAll('\n', ' ')).toContain(part);
  }
  for (const label of labels) expect(text).toContain(label);
  for (const { zip_code, city } of shipments)
    expect([text.includes(zip_code), text.includes(city)]).toEqual([true, true]);
  expect(text).toContain('Entregó: firma');
  expect(text).toContain('Recibió: firma');
  expect(
    (await world.gateway.call(printManifest, { headers: headers(), params: { number: 'COL-2026-999999' } })).status,
  ).toBe(404);
  await world.cancel(number);
  expect((await printed(number)).title).toBe(`Manifiesto ${number} · ANULADO`);
});

test('a manifest’s PDF breaks no label’s id, however wide its letters are', async () => {
  const client = await world.gateway.addClient();
  const [label] = await world.printed(client, [1]);
  const widest = 'WWWWWWWWWWW-100';
  await world.gateway.owner('UPDATE shipments SET label = $1 WHERE label = $2', [widest, label]);
  const { body } = await world.open(client.clientId, await world.addressOf(client));
  expect((await printed(body.results.number)).pages[0]?.text).toContain(widest);
});

test('the run sheet lists addresses with their numbers, and what the sender says about hours', async () => {
  const client = await world.gateway.addClient();
  await world.printed(client, [2]);
  await world.gateway.owner(`UPDATE sender_addresses SET other_info = 'De 9 a 13, tocar timbre' WHERE client_id = $1`, [
    client.clientId,
  ]);
  const query = { filter: { client: String(client.clientId) } };
  const { status, bytes } = await world.gateway.call(printRunSheet, { headers: headers(), query });
  expect(status).toBe(200);
  const { title, pages } = await readPdf(bytes);
  expect(title).toMatch(/^Hoja de ruta, 20\/03\/2026/);
  const [{ results, totals }] = [await world.list(query.filter)];
  const text = (pages[0]?.text ?? '').replaceAll('\n', ' ');
  for (const part of [results[0]?.company, results[0]?.address.street_name, 'De 9 a 13, tocar timbre']) {
    expect(text).toContain(part);
  }
  expect(text).toContain(`Total: 2 bultos de 1 orden, ${kilograms(totals.weight)}`);
});

test('five thousand shipments fill pages with the number and the columns on each, and every row once', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => [String(index + 1), `FILA${String(index).padStart(5, '0')}`]);
  const bytes = await buffer(
    tablePdf({
      title: 'Manifiesto COL-2026-000123',
      barcode: 'COL-2026-000123',
      facts: ['Remitente: Tienda'],
      columns: [
        { header: 'N.º', share: 1, align: 'right' },
        { header: 'Etiqueta', share: 9 },
      ],
      rows,
      totals: 'Total: 5.000 bultos',
      signatures: ['Entregó', 'Recibió'],
      createdAt: new Date(0),
    }),
  );
  const { pages } = await readPdf(bytes, { scan: false });
  expect(pages.length).toBeGreaterThan(50);
  const found = pages.flatMap(({ text }) => text.match(/FILA\d{5}/g) ?? []);
  expect(found).toEqual(rows.map(([, label]) => label));
  for (const [index, { text, stretches }] of pages.entries()) {
    expect(text).toContain(`Página ${index + 1} de ${pages.length}`);
    expect(text).toContain('COL-2026-000123');
    expect(Math.max(...stretches.map(({ baseline }) => baseline))).toBeLessThan(287);
  }
  expect(pages.filter(({ text }) => text.includes('Total: 5.000 bultos'))).toHaveLength(1);
});
