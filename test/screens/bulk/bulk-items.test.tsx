// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMappings } from '#shared/bulk/batches.ts';
import { BULK_COLUMNS, type BulkCells } from '#shared/bulk/layout/columns.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { chooseFile } from '#test/screens/files.ts';
import { button, dialog, dialogsClosed, field } from '#test/screens/typing.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { cell, fileOf, openBulk, openUpload, readinessIs, uploads } from './bulk-form.ts';

/** Columns of a file with prices of single items: the template's, but for the value. */
const HEADERS = BULK_COLUMNS.map((column) => (column === 'valor' ? 'Precio unitario' : column));
const mapping = {
  headers: HEADERS,
  columns: {
    ...Object.fromEntries(BULK_COLUMNS.map((column) => [column, { header: column, value: '' }])),
    valor: { header: '', value: '' },
    precio_unitario: { header: 'Precio unitario', value: '' },
  },
  peso_en: 'g',
};

const fileOfPrices = (...rows: Partial<BulkCells>[]) =>
  [HEADERS, ...rows.map((cells) => Object.values(bulkCells(1, cells)))].map((line) => `${line.join(';')}\n`).join('');

/** Opens the upload dialog of a sender with these products. */
async function openWith(skus: readonly string[]) {
  const [sample] = sampleReply(listProducts).results;
  const results = skus.map(
    (sku, id) => ({ ...sample, id, sku, weight: 250, value: 8000 }) as NonNullable<typeof sample>,
  );
  const replies: Reply[] = [
    reply(listMappings, () => ({ results: [mapping as never] })),
    reply(listProducts, () => ({ results, pagination: { page: 1, pages: 1, total: results.length, limit: 9999 } })),
  ];
  const { user, received } = await openBulk({ replies });
  return { user, received, open: await openUpload(user) };
}

test('a mistyped SKU in a file with prices is corrected in place, and keeps its units', async () => {
  const { user, received, open } = await openWith(['MAN-ROJ-E']);
  const known = { sku: 'MAN-ROJ-E', cantidad: '1', valor: '8000', peso_g: '' };
  chooseFile(fileOfPrices(known, { ...known, sku: 'MAN-R0J-E', cantidad: '3' }));
  await readinessIs('0 filas listas, 1 para corregir y 1 más de las mismas órdenes');
  expect(open).toHaveTextContent('¿Quisiste decir «MAN-ROJ-E»?');
  await user.click(cell('MAN-R0J-E'));
  await user.keyboard('MAN-ROJ-E{Enter}');
  await readinessIs('2 filas listas');
  await user.click(button('Enviar Lote', open));
  await dialogsClosed();
  expect(await fileOf(uploads(received)[0])).toMatch(/"24000";"MAN-ROJ-E";"3"/);
});

test('a price that differs from the catalogue’s stays visible with a doubt, and only sent doubts are counted', async () => {
  const { user, open } = await openWith(['MAN-ROJ-E']);
  const dear = { sku: 'MAN-ROJ-E', cantidad: '2', valor: '9999', peso_g: '500' };
  chooseFile(fileOfPrices(dear, { ...dear, nro_orden: 'M-2', email: 'sin arroba' }));
  await readinessIs('1 fila lista, 1 para corregir · 2 con datos para revisar');
  expect(open).toHaveTextContent('El catálogo dice');
  expect(cell('19998')).toBeVisible();
  await user.click(button('Enviar solo 1 fila lista', open));
  const question = await dialog('Vas a enviar 1 de 2 filas');
  expect(question).toHaveTextContent('1 fila queda acá, para corregir y enviar después.');
  expect(question).toHaveTextContent('Revisá antes 1 fila con datos para revisar.');
});

test('a sender without products reads that the SKUs of a file with prices are dropped', async () => {
  const { open } = await openWith([]);
  chooseFile(fileOfPrices({ sku: 'DE-LA-TIENDA', cantidad: '3', valor: '500' }));
  await readinessIs('1 fila lista');
  await waitFor(() => expect(open).toHaveTextContent('las órdenes van sin SKU ni cantidad, solo con el valor'));
});

const KNOWN = { sku: 'MAN-ROJ-E', peso_g: '', valor: '' };
const OWN_NAMES: Partial<Record<string, string>> = { nro_orden: 'Pedido', cantidad: 'Unidades' };

/** A file with a quantity in every row. */
const fileOfQuantities = (names: typeof OWN_NAMES, ...rows: Partial<BulkCells>[]) => {
  const headers = BULK_COLUMNS.map((column) => names[column] ?? column);
  const lines = rows.map((cells, index) => Object.values(bulkCells(index + 1, { cantidad: '2', ...cells })));
  return [headers, ...lines].map((line) => `${line.join(';')}\n`).join('');
};

test('a file with quantities that have no SKU says once what to do, and is sent without its column of quantities', async () => {
  const { user, received, open } = await openWith(['MAN-ROJ-E']);
  chooseFile(fileOfQuantities(OWN_NAMES, {}, {}));
  await waitFor(() => expect(field('Unidades', open)).toHaveValue('cantidad'));
  await user.click(button('Continuar', open));
  await readinessIs('0 filas listas, 2 para corregir');
  expect(open).toHaveTextContent(
    'En el archivo, 2 filas tienen cantidad pero no SKU. Poné los SKU o, si van sin productos, elegí «No se usa» para «Unidades» en «Cambiar columnas».',
  );
  await user.click(button('Cambiar columnas', open));
  await user.selectOptions(field('Unidades', open), '');
  await user.click(button('Continuar', open));
  await readinessIs('2 filas listas');
  expect(open).not.toHaveTextContent('cantidad pero no SKU');
  await user.click(button('Enviar Lote', open));
  await dialogsClosed();
  expect(uploads(received)).toHaveLength(1);
});

test('nobody is advised to drop the quantities that other rows of a file need', async () => {
  const { user, open } = await openWith(['MAN-ROJ-E']);
  chooseFile(fileOfQuantities(OWN_NAMES, {}, KNOWN, {}));
  await waitFor(() => expect(field('Unidades', open)).toHaveValue('cantidad'));
  await user.click(button('Continuar', open));
  await readinessIs('1 fila lista, 2 para corregir');
  expect(open).toHaveTextContent('Poné los SKU o, donde van sin productos, vaciá «Unidades» en el archivo');
});

test('quantities that make the values of a file with prices are not to be emptied', async () => {
  const { open } = await openWith(['MAN-ROJ-E']);
  const known = { sku: 'MAN-ROJ-E', cantidad: '1', valor: '8000', peso_g: '' };
  chooseFile(fileOfPrices(known, { cantidad: '3', valor: '500' }, { cantidad: '2', valor: '400' }));
  await readinessIs('0 filas listas, 2 para corregir y 1 más de las mismas órdenes');
  expect(open).toHaveTextContent(/2 filas tienen cantidad pero no SKU\. Poné los SKU\.(?! o)/);
});

test('quantities of a template that have no SKU are emptied in the file, or in the cell if there is one', async () => {
  const { user, open } = await openWith(['MAN-ROJ-E']);
  chooseFile(fileOfQuantities({}, {}, {}));
  await readinessIs('0 filas listas, 2 para corregir');
  expect(open).toHaveTextContent(
    'En el archivo, 2 filas tienen cantidad pero no SKU. Poné los SKU o, donde van sin productos, vaciá «cantidad» en el archivo y volvé a subirlo.',
  );
  await user.click(button('Elegir otro archivo', open));
  chooseFile(fileOfQuantities({}, {}, KNOWN));
  await readinessIs('1 fila lista, 1 para corregir');
  expect(open).not.toHaveTextContent('cantidad pero no SKU');
  expect(open).toHaveTextContent('Falta el sku de esta cantidad. Poné el sku, o dejá la cantidad vacía');
});
