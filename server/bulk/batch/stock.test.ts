import { expect, test } from 'vitest';
import { exportFulfillment } from '#shared/warehouse/fulfillment.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import { createStockedClient } from '#test/fixtures/client-factory.ts';
import { bulkCells, bulkText, finished, upload } from '#test/texts/bulk-file-factory.ts';

const { app, mail } = await sharedApp();

test('rows of warehouse modes take stock in file order, and missing stock is an error of its cell', async () => {
  const { token, marker } = await createStockedClient(app, mail, 'lote');
  const sku = `SKU-${marker}`;
  const rows = [
    { sku, cantidad: '600' },
    { sku: sku.toLowerCase(), cantidad: '400', modo_entrega: '5' },
    { sku, cantidad: '1' },
    { sku: '', cantidad: '' },
    { sku, cantidad: '700', modo_entrega: '1' },
  ];
  const file = bulkText(rows.map((row, index) => bulkCells(index + 1, { modo_entrega: '3', ...row })));
  const { body } = await upload(app, token, file);
  const batch = await finished(app, token, body.results.id);
  expect(batch).toMatchObject({ ordenes: 3, errores: 2 });
  const wrong = batch.logs.filter(({ tipo }) => tipo === 'error');
  expect(wrong.map(({ id, errores }) => ({ row: id, errores }))).toEqual([
    { row: 4, errores: [{ columna: 'cantidad', valor: '1', motivo: `No hay stock suficiente de ${sku}: quedan 0` }] },
    { row: 5, errores: [{ columna: 'sku', valor: '', motivo: 'Elegí un producto del depósito' }] },
  ]);
  const orders = await app.call(exportFulfillment, { token, body: {} });
  expect(orders.body.data[0].pedidos).toHaveLength(2);
  expect(await findStockDrift(app.owner)).toEqual([]);
});
