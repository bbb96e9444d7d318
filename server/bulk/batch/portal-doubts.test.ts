import { expect, test } from 'vitest';
import { BULK_COLUMNS } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { bulkCells, finished, upload } from '#test/texts/bulk-file-factory.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';

const { app, mail } = await sharedApp();

const NAMED = BULK_COLUMNS.filter((column) => column !== 'nombre' && column !== 'apellido');
const MAPPING: BulkMapping = {
  headers: [...NAMED.map((column) => `Mi ${column}`), 'Cliente'],
  columns: {
    ...Object.fromEntries(NAMED.map((column) => [column, { header: `Mi ${column}`, value: '' }])),
    nombre_completo: { header: 'Cliente', value: '' },
  },
  peso_en: 'g',
};

test('a batch keeps the open doubt about a cell of which a person settled another one', async () => {
  const sender = await signUp(app, mail);
  const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false });
  const sides = { largo_cm: '60', alto_cm: '60', ancho_cm: '60' };
  sheet.add([{ row: 2, cells: bulkCells(1, { ...sides, peso_g: '45123' }), problems: [] }]);
  sheet.check();
  const reasons = () => sheet.doubtsOf(2).map(({ column, reason }) => `${column}: ${reason}`);
  expect(reasons()).toEqual([expect.stringMatching(/^peso_g: .*fecha/)]);
  sheet.edit(2, 'peso_g', '45123');
  expect(reasons()).toEqual([]);
  for (const [column, cm] of [
    ['largo_cm', '20'],
    ['alto_cm', '15'],
    ['ancho_cm', '10'],
  ] as const)
    sheet.edit(2, column, cm);
  expect(reasons()).toEqual([expect.stringMatching(/^peso_g: .*plomo/)]);
  const { body } = await upload(app, sender.token, sheet.csv());
  const { logs } = await finished(app, sender.token, body.results.id);
  expect(logs.map(({ resultado, dudas }) => [resultado, dudas])).toEqual([['Procesado', ['peso_g']]]);
});

test('a batch has the doubts that the portal left open about divided cells, and none that a person settled', async () => {
  const sender = await signUp(app, mail);
  const phones = '455-0101 455-0202';
  const line = (n: number, full: string) => {
    const cells = bulkCells(n, { telefono: phones });
    return [...NAMED.map((column) => cells[column]), full].join(';');
  };
  const text = [MAPPING.headers.join(';'), line(1, 'Celina Yamile Castro'), line(2, 'Distribuidora Norte')].join('\n');
  const { rows } = await readBulkFile(`${text}\n`, { mappings: [MAPPING] });
  const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false });
  sheet.add(rows);
  sheet.check();
  expect(sheet.counts()).toMatchObject({ badRows: 0, doubtfulRows: 2 });
  sheet.edit(2, 'telefono', phones);
  for (const column of ['nombre', 'apellido'] as const) sheet.edit(3, column, rows[1]?.cells[column] ?? '');

  const { status, body } = await upload(app, sender.token, sheet.csv());
  expect(status, body.message).toBe(200);
  const { logs, dudas } = await finished(app, sender.token, body.results.id);
  expect(logs.map((log) => [log.id, log.resultado, [...log.dudas].sort()])).toEqual([
    [2, 'Procesado', ['apellido', 'nombre']],
    [3, 'Procesado', ['telefono']],
  ]);
  expect(dudas).toBe(2);
});
