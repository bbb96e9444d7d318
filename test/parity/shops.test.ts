import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRoutes } from '#server/bulk/batch/batch.routes.ts';
import type { BatchJob } from '#server/bulk/batch/batch-queue.ts';
import { processBatch } from '#server/bulk/batch/process-batch.ts';
import { zipCodeRoutes } from '#server/provider/zip-code/zip-code.routes.ts';
import { type BatchLog, readBatch, saveMapping, uploadBatch } from '#shared/bulk/batches.ts';
import { rememberedMapping } from '#shared/bulk/shops/file-values.ts';
import { tiendanube } from '#shared/bulk/shops/tiendanube.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { scaled } from '#test/test-scale.ts';
import { fileForm } from '#test/texts/bulk-file-factory.ts';
import { readListedZips } from '#test/texts/listed-zips.ts';
import { csvText } from '#test/texts/shop-exports.ts';
import { readOrdersOfShop, VALUES } from '#test/texts/shop-orders.ts';
import { tiendanubeRow } from '#test/texts/tiendanube-export.ts';

let gateway: TestGateway;
let client: TestClient;
let zips: ListedZips;
const queued: BatchJob[] = [];
beforeAll(async () => {
  const jobs = { enqueue: async (_trx: unknown, _queue: unknown, work: BatchJob) => void queued.push(work) };
  gateway = await startTestGateway([batchRoutes, zipCodeRoutes], {}, { jobs } as never);
  client = await gateway.addClient();
  await gateway.call(saveMapping, { by: client, body: rememberedMapping(tiendanube, VALUES) });
  zips = await readListedZips(gateway);
});
afterAll(() => gateway?.stop());

const text = fc.oneof(
  fc.string({ maxLength: 70 }),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.constantFrom('', '-', '=1+1', '#N/D', '12-may', '5,49E+12', "'123", 'Mitre 123 3 B', 'S/N', 'Ana Paz', '1425'),
);
const among = (...usual: string[]) => fc.oneof({ weight: 24, arbitrary: fc.constantFrom(...usual) }, text);

const sale = fc.record({
  'Nombre para el envío': among('Ana Paz', 'Lucía', 'El Águila SRL'),
  'Teléfono para el envío': among("'+5491158732046", '11.5873.2046'),
  'DNI / CUIT': among('30111222', '', '20-30111222-3'),
  Email: among('ana@example.com'),
  Dirección: among('Mitre', 'Av. Rivadavia 5050 3 B', 'Calle 50'),
  Número: among('120', '', 'S/N', '120.0'),
  Piso: among('', '3 B', 'PB', 'Torre 2'),
  Localidad: among('Palermo', ''),
  Ciudad: among('CABA', 'Capital Federal'),
  'Código postal': among('1425', 'C1425ABC', 'CP 1425', '1425.0'),
  'Provincia o estado': among('Capital Federal', 'CABA', 'C.A.B.A.'),
  País: among('Argentina', 'AR', ''),
  Moneda: among('ARS', ''),
  'Notas del comprador': text,
  'Nombre del producto': text,
  'Precio del producto': among('1500.00', '0.00', '12.500,50', ''),
  'Cantidad del producto': among('1', '2', '1.0', ''),
  SKU: among('', 'TZ-1'),
});

const ROW_KINDS = fc.oneof(
  { weight: 9, arbitrary: fc.constant('new') },
  { weight: 3, arbitrary: fc.constantFrom('other purchase', 'item', 'repeated') },
);

/** Sales of a file; some have the number of the sale before, as its further items, other purchases or repeated rows. */
const sales = fc.array(fc.record({ cells: sale, as: ROW_KINDS }), { minLength: 1, maxLength: 12 });

const ITEM_HEADERS = ['Nombre del producto', 'Precio del producto', 'Cantidad del producto', 'SKU'] as const;

type Sale = Partial<Record<string, string>>;

/** Numbers the rows of a file. */
function numberedSales(given: readonly { cells: Sale; as: string }[], file: number): Record<string, string>[] {
  const rows: Sale[] = [];
  let number = 0;
  for (const { cells, as } of given) {
    const before = rows.at(-1);
    if (!before || as === 'new') number += 1;
    const item = Object.fromEntries(ITEM_HEADERS.map((header) => [header, cells[header]]));
    const row = before && as === 'repeated' ? before : before && as === 'item' ? item : cells;
    rows.push({ ...row, 'Número de orden': `P${file}-${number}` });
  }
  return rows as Record<string, string>[];
}

let files = 0;

/** Uploads a file and returns the log of each row. */
async function processed(content: string | Uint8Array): Promise<BatchLog[]> {
  const form = fileForm(content);
  const response = await gateway.fetch(`/api${uploadBatch.path}`, { method: 'POST', by: client, body: form });
  expect(response.status, await response.text()).toBe(200);
  const work = queued.pop() as BatchJob;
  await processBatch(gateway.deps, work, new AbortController().signal);
  return (await gateway.call(readBatch, { by: client, params: { id: work.batchId } })).body.logs;
}

test('what the browser lets through of a shop’s export, the server takes', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(sales, async (given) => {
      files += 1;
      const numbered = numberedSales(given, files);
      const rows = numbered.map(tiendanubeRow);
      const bytes = Buffer.from(csvText([tiendanubeRow(null), ...rows], ';'));
      const sheet = (await readOrdersOfShop(bytes, { zips })).sheet(VALUES);
      const good = sheet.rows('good').map(({ row }) => row);
      // Two rows with all of a sale's cells are two purchases or a repeated row: none of them is sent.
      const whole = numbered.filter((row) => row.Dirección !== undefined).map((row) => row['Número de orden']);
      const twice = new Set(whole.filter((number, index) => whole.indexOf(number) !== index));
      expect(sheet.rows('good').filter(({ cells }) => twice.has(cells.nro_orden))).toEqual([]);
      if (good.length === 0) return;
      const logs = await processed(given.length % 2 === 0 ? sheet.csv('good') : bytes);
      // The shop's own file, read by the server: rows that became part of another one share its outcome.
      const made = logs.filter(({ resultado }) => resultado === 'Procesado').map(({ id }) => id);
      expect(made).toEqual(expect.arrayContaining(good));
      const bad = new Set(sheet.rows('bad').map(({ row }) => row));
      expect(made.filter((row) => bad.has(row))).toEqual([]);
      const doubtful = good.filter((row) => sheet.doubtsOf(row).length > 0);
      if (given.length % 2 !== 0)
        expect(logs.flatMap(({ id, dudas }) => (dudas.length > 0 ? [id] : []))).toEqual(doubtful);
      accepted += good.length;
    }),
    { numRuns: scaled(120, 1000) },
  );
  expect(accepted).toBeGreaterThan(50);
});
