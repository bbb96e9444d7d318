import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRoutes } from '#server/features/batch/batch.routes.ts';
import type { BatchWork } from '#server/features/batch/batch-queue.ts';
import { workBatch } from '#server/features/batch/batch-work.ts';
import { placeRoutes } from '#server/features/place/place.routes.ts';
import { productRoutes } from '#server/features/product/product.routes.ts';
import { type BatchLog, readBatch, uploadBatch } from '#shared/batches.ts';
import { FileProblem } from '#shared/bulk/problems.ts';
import { openBulkFile } from '#shared/bulk/read-file.ts';
import { BulkSheet } from '#shared/bulk/sheet.ts';
import { createProduct, listProducts } from '#shared/products.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { fileForm } from './bulk-files.ts';
import { effort } from './effort.ts';
import { type Gateway, startGateway, type TestClient } from './gateway.ts';
import { readListedZips } from './listed-zips.ts';
import { bytesOf, randomFile } from './random-files.ts';

const FILES = effort(150, 2500);

let gateway: Gateway;
let client: TestClient;
let zips: ListedZips;
let products: Map<string, { weight: number; value: number }>;
const queued: BatchWork[] = [];
beforeAll(async () => {
  const jobs = { enqueue: async (_trx: unknown, _queue: unknown, work: BatchWork) => void queued.push(work) };
  gateway = await startGateway([batchRoutes, productRoutes, placeRoutes], {}, { jobs } as never);
  client = await gateway.addClient({ logistica_inversa: true });
  await gateway.owner('UPDATE clients SET logistica_inversa = true WHERE client_id = $1', [client.clientId]);
  const measures = { category: 1, length: 1, height: 1, width: 1, active: true };
  for (const product of [
    { sku: 'TAZA', value: 1500, weight: 300 },
    { sku: 'Plato', value: 900, weight: 250 },
    { sku: 'YUNQUE', value: 9_000_000, weight: 400_000 },
    { sku: 'RETIRADO', value: 1, weight: 1, active: false },
  ]) {
    await gateway.call(createProduct, { by: client, body: { ...measures, description: product.sku, ...product } });
  }
  // The browser reads both before it checks a file.
  const query = { page: 1, limit: 9999, filter: { active: 1 } };
  const { body: catalogue } = await gateway.call(listProducts, { by: client, query: query as never });
  products = new Map(catalogue.results.map((product) => [product.sku.toLowerCase(), product]));
  zips = await readListedZips(gateway, client);
});
afterAll(() => gateway?.stop());

async function* chunksOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}

/** What the browser says of a file: why it can't be read, or of each row what is wrong with it. */
async function browserVerdict(bytes: Uint8Array): Promise<string | Record<number, string[]>> {
  try {
    const sheet = new BulkSheet({ reverseLogistics: true, fulfillment: false, strict: false, products, zips });
    const { rows, layout } = await openBulkFile(chunksOf(bytes));
    for await (const part of rows) sheet.add(part);
    sheet.check();
    return Object.fromEntries(
      sheet.rows().map(({ row }) => {
        const own = sheet.problemsOf(row);
        const said = own.map(
          ({ column, value, reason }) => `${column && layout.headerOf(column)} «${value}»: ${reason}`,
        );
        const held = sheet.heldBy(row) === null ? [] : ['held'];
        return [row, own.length > 0 ? said.sort() : held];
      }),
    );
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
}

/** The same of the server, which makes the orders of rows of which it says nothing. */
async function serverVerdict(bytes: Uint8Array): Promise<string | Record<number, string[]>> {
  const response = await gateway.fetch(`/api${uploadBatch.path}`, {
    method: 'POST',
    by: client,
    body: fileForm(bytes),
  });
  const body = (await response.json()) as { message: string; results: { id: number } };
  if (response.status === 422) return body.message;
  expect(response.status, body.message).toBe(200);
  const work = queued.pop() as BatchWork;
  await workBatch(gateway.deps, work, new AbortController().signal);
  const { body: batch } = await gateway.call(readBatch, { by: client, params: { id: work.batchId } });
  expect(batch.estado).toBe('Procesado');
  return Object.fromEntries(batch.logs.map((log) => [log.id, reasonsOf(log)]));
}

function reasonsOf({ resultado, errores }: BatchLog): string[] {
  // An order of an earlier file that has the number by chance: left out, not refused.
  if (resultado !== 'Error') return [];
  if (errores.some(({ motivo }) => motivo.startsWith('No se creó por lo que dice la fila'))) return ['held'];
  return errores.map(({ columna, valor, motivo }) => `${columna} «${valor}»: ${motivo}`).sort();
}

let files = 0;

test('what the browser calls ready the server makes, and what it refuses the server refuses in the same cell', async () => {
  const seen = { unread: 0, rows: 0, ready: 0 };
  await fc.assert(
    fc.asyncProperty(randomFile, async (file) => {
      files += 1;
      const bytes = bytesOf(file, files);
      const browser = await browserVerdict(bytes);
      const server = await serverVerdict(bytes);
      if (typeof browser === 'string') {
        seen.unread += 1;
        // The server names the headers that it doesn't know behind the reason.
        expect(server).toEqual(expect.stringContaining(browser));
        return;
      }
      expect(server).toEqual(browser);
      seen.rows += Object.keys(browser).length;
      seen.ready += Object.values(browser).filter((reasons) => reasons.length === 0).length;
    }),
    { numRuns: FILES },
  );
  // Files that are all refused, or all accepted, would prove little. The limits are far below the usual counts, which vary.
  expect(seen.ready).toBeGreaterThan(FILES / 10);
  expect(seen.rows - seen.ready).toBeGreaterThan(FILES / 10);
  expect(seen.unread).toBeGreaterThan(0);
});
