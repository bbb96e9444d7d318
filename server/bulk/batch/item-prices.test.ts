import { expect, test } from 'vitest';
import { saveMapping } from '#shared/bulk/batches.ts';
import { BULK_COLUMNS, type BulkCells } from '#shared/bulk/layout/columns.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { bulkCells, finished, upload } from '#test/texts/bulk-file-factory.ts';

const { app, mail } = await sharedApp();

/** Columns of a file with prices of single items: the template's, but for the value. */
const HEADERS = BULK_COLUMNS.map((column) => (column === 'valor' ? 'Precio unitario' : column));

/** Creates a client that has saved the meaning of such a file's columns, and returns its token. */
async function createClient() {
  const { token } = await signUp(app, mail);
  const own = (header: string) => ({ header, value: '' });
  const columns = Object.fromEntries(BULK_COLUMNS.map((column) => [column, own(column === 'valor' ? '' : column)]));
  const body = {
    headers: HEADERS,
    columns: { ...columns, precio_unitario: own('Precio unitario') },
    peso_en: 'g' as const,
  };
  expect((await app.call(saveMapping, { token, body })).status).toBe(200);
  return token;
}

async function batchOf(token: string, rows: readonly Partial<BulkCells>[]) {
  const lines = [HEADERS, ...rows.map((cells) => Object.values(bulkCells(1, cells)))];
  const { status, body } = await upload(app, token, lines.map((line) => `${line.join(';')}\n`).join(''));
  expect(status, body.message).toBe(200);
  return finished(app, token, body.results.id);
}

test('a file with prices that is uploaded as it is loses no known product, and marks what its orders don’t store', async () => {
  const token = await createClient();
  const measures = { category: 1, length: 1, height: 1, width: 1, active: true, weight: 300, value: 8000 };
  const product = { ...measures, sku: 'MAN-ROJ-E', description: 'Manta' };
  expect((await app.call(createProduct, { token, body: product })).status).toBe(200);
  const known = { sku: 'MAN-ROJ-E', cantidad: '1', valor: '8000', peso_g: '300' };
  const { logs } = await batchOf(token, [
    { ...known, nro_orden: 'PED-A' },
    { ...known, nro_orden: 'PED-A', sku: 'MAN-R0J-E', cantidad: '3' },
    { ...known, nro_orden: 'PED-B', cantidad: '2', valor: '9999', peso_g: '600' },
    { ...known, nro_orden: 'PED-C', sku: 'OTRO-99', cantidad: '2' },
    { ...known, nro_orden: 'PED-D' },
  ]);
  expect(logs.map(({ id, resultado, dudas }) => [id, resultado, dudas])).toEqual([
    [2, 'Error', []],
    [3, 'Error', []],
    [4, 'Procesado', ['Precio unitario']],
    [5, 'Procesado', ['sku']],
    [6, 'Procesado', []],
  ]);
  expect(logs[1]?.errores).toMatchObject([{ columna: 'sku', valor: 'MAN-R0J-E' }]);
});

test('a client without products has no doubt about the SKUs of such a file', async () => {
  const token = await createClient();
  const { logs } = await batchOf(token, [{ sku: 'OTRO-99', cantidad: '2', valor: '500' }]);
  expect(logs.map(({ resultado, dudas }) => [resultado, dudas])).toEqual([['Procesado', []]]);
});
