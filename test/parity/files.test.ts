import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRoutes } from '#server/bulk/batch/batch.routes.ts';
import type { BatchJob } from '#server/bulk/batch/batch-queue.ts';
import { processBatch } from '#server/bulk/batch/process-batch.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { zipCodeRoutes } from '#server/provider/zip-code/zip-code.routes.ts';
import { type BatchLog, readBatch, uploadBatch } from '#shared/bulk/batches.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { bytesOf, fileArbitraries } from '#test/fuzz/arbitrary-files.ts';
import { scaled } from '#test/test-scale.ts';
import { fileForm } from '#test/texts/bulk-file-factory.ts';
import { readListedZips } from '#test/texts/listed-zips.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';

let gateway: TestGateway;
let client: TestClient;
let zips: ListedZips;
let products: Map<string, { weight: number; value: number }>;
const queued: BatchJob[] = [];
beforeAll(async () => {
  const jobs = { enqueue: async (_trx: unknown, _queue: unknown, work: BatchJob) => void queued.push(work) };
  gateway = await startTestGateway([batchRoutes, productRoutes, zipCodeRoutes], {}, { jobs } as never);
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
  // The browser loads both before it checks a file.
  const query = { page: 1, limit: 9999, filter: { active: 1 } };
  const { body: catalogue } = await gateway.call(listProducts, { by: client, query: query as never });
  products = new Map(catalogue.results.map((product) => [product.sku.toLowerCase(), product]));
  zips = await readListedZips(gateway);
});
afterAll(() => gateway?.stop());

/** Begins the entry of a cell that is sent but has to be checked. */
const DOUBT = 'duda: ';
const isDoubt = (reason: string) => reason.startsWith(DOUBT);

/** Reason of a row whose order number an earlier file has. */
const OMITTED = 'omitida';

/** Returns the browser's result for a file: why it can't be read, or the errors of each row. */
async function browserVerdict(bytes: Uint8Array): Promise<string | Record<number, string[]>> {
  try {
    const sheet = new BulkSheet({ reverseLogistics: true, fulfillment: false, strict: false, products, zips });
    const { rows, file } = await readBulkFile(bytes);
    const { layout } = file;
    sheet.add(rows);
    sheet.check();
    return Object.fromEntries(
      sheet.rows().map(({ row }) => {
        const own = sheet.problemsOf(row);
        const messages = own.map(
          ({ column, value, reason }) => `${column && layout.headerOf(column)} «${value}»: ${reason}`,
        );
        if (own.length > 0) return [row, messages.sort()];
        if (sheet.blockedBy(row) !== null) return [row, ['held']];
        const doubtful = sheet.doubtsOf(row).map(({ column }) => `${DOUBT}${column && layout.headerOf(column)}`);
        return [row, [...new Set(doubtful)].sort()];
      }),
    );
  } catch (error) {
    if (error instanceof CsvFileError) return error.message;
    throw error;
  }
}

/** Returns the server's result for a file; the server also creates the orders of valid rows. */
async function serverVerdict(bytes: Uint8Array): Promise<string | Record<number, string[]>> {
  const response = await gateway.fetch(`/api${uploadBatch.path}`, {
    method: 'POST',
    by: client,
    body: fileForm(bytes),
  });
  const body = (await response.json()) as { message: string; results: { id: number } };
  if (response.status === 422) return body.message;
  expect(response.status, body.message).toBe(200);
  const work = queued.pop() as BatchJob;
  await processBatch(gateway.deps, work, new AbortController().signal);
  const { body: batch } = await gateway.call(readBatch, { by: client, params: { id: work.batchId } });
  expect(batch.estado).toBe('Procesado');
  return Object.fromEntries(batch.logs.map((log) => [log.id, reasonsOf(log)]));
}

function reasonsOf({ resultado, errores, mensaje, dudas }: BatchLog): string[] {
  // An order number may collide with an earlier file: omitted, not refused. Numbers of this file are new.
  if (resultado === 'Omitido') return mensaje.includes(`F${files}-`) ? [mensaje] : [OMITTED];
  if (resultado === 'Procesado') return dudas.map((header) => `${DOUBT}${header}`).sort();
  if (errores.some(({ motivo }) => motivo.startsWith('No se creó por lo que dice la fila'))) return ['held'];
  return errores.map(({ columna, valor, motivo }) => `${columna} «${valor}»: ${motivo}`).sort();
}

let files = 0;

type Verdict = Awaited<ReturnType<typeof browserVerdict>>;

/** Expects the same result from browser and server, and returns it. */
async function verdictOf(bytes: Uint8Array): Promise<Verdict> {
  const browser = await browserVerdict(bytes);
  const server = await serverVerdict(bytes);
  // The server appends unknown headers to the reason.
  if (typeof browser === 'string') expect(server).toEqual(expect.stringContaining(browser));
  else expect(server).toEqual(withOmitted(browser, server));
  return browser;
}

/** Returns the browser's result with the rows that the server omitted: no browser knows the orders of earlier files. */
function withOmitted(browser: Record<number, string[]>, server: Verdict): Record<number, string[]> {
  const isOmitted = (row: string, reasons: string[]) =>
    typeof server !== 'string' && server[Number(row)]?.[0] === OMITTED && reasons.every(isDoubt);
  return Object.fromEntries(
    Object.entries(browser).map(([row, reasons]) => [row, isOmitted(row, reasons) ? [OMITTED] : reasons]),
  );
}

/** Returns which rows were refused, in order; null for a refused file. */
const refusals = (verdict: Verdict) =>
  typeof verdict === 'string' ? null : Object.values(verdict).map((reasons) => !reasons.every(isDoubt));

// Asserts the known results of each file, so that a check that refuses or accepts everything fails.
test.each<[string, keyof typeof fileArbitraries, number, (rows: number) => boolean[] | null | undefined]>([
  ['all rows of a valid file are accepted', 'right', 20, (rows) => Array(rows).fill(false)],
  ['only the row of a wrong cell is refused', 'wrong', 20, (rows) => [...Array(rows - 1).fill(false), true]],
  ['unreadable files are refused as a whole', 'unreadable', 10, () => null],
  ['browser and server accept the same rows of any file, and refuse the same cells', 'any', 100, () => undefined],
])('%s', async (_what, kind, usual, sure) => {
  await fc.assert(
    fc.asyncProperty(fileArbitraries[kind] as typeof fileArbitraries.any, async (file) => {
      files += 1;
      const verdict = await verdictOf(bytesOf(file, files));
      const known = sure(file.rows.length);
      if (known !== undefined) expect(refusals(verdict)).toEqual(known);
    }),
    { numRuns: scaled(usual, usual * 20) },
  );
});
