import { describe, expect, test } from 'vitest';
import { bulkCells, bulkText, manyCells } from '#test/bulk-files.ts';
import type { BulkCells } from './columns.ts';
import { gramsOf, measure, wholePesos } from './numbers.ts';
import { type BulkRow, openBulkFile } from './read-file.ts';
import { BulkSheet } from './sheet.ts';
import { suggestColumns } from './suggest.ts';

const flags = { reverseLogistics: false, fulfillment: false };

const rowsOf = (cells: readonly BulkCells[]): BulkRow[] =>
  cells.map((some, index) => ({ row: index + 2, cells: some, problems: [] }));

function sheetOf(cells: readonly BulkCells[], skus?: ReadonlySet<string>): BulkSheet {
  const sheet = new BulkSheet({ ...flags, ...(skus && { skus }) });
  sheet.add(rowsOf(cells));
  sheet.check();
  return sheet;
}

async function readAgain(csv: string): Promise<BulkCells[]> {
  const chunks = (async function* () {
    yield new TextEncoder().encode(csv);
  })();
  const found: BulkCells[] = [];
  for await (const rows of (await openBulkFile(chunks)).rows) found.push(...rows.map(({ cells }) => cells));
  return found;
}

describe('a sheet', () => {
  test('says what is wrong with each cell, and what to choose from', () => {
    const sheet = sheetOf([bulkCells(1, { email: 'x', modo_entrega: 'moto' }), bulkCells(2)]);
    expect(sheet.counts()).toEqual({ rows: 2, badRows: 1, orders: 2, badOrders: 1 });
    expect(sheet.problems()).toEqual([
      {
        row: 2,
        column: 'modo_entrega',
        value: 'moto',
        reason: 'El valor no es válido. Puede ser: 1 Entrega a domicilio, 2 Retiro en punto de entrega',
      },
      { row: 2, column: 'email', value: 'x', reason: 'El email es inválido' },
    ]);
  });

  test('checks the order of a corrected cell again, and both orders of a row that moves', () => {
    const pair = { nro_orden: 'A-1', envio: '1' };
    const sheet = sheetOf([bulkCells(1, pair), bulkCells(1, { ...pair, cp: '5001' }), bulkCells(3)]);
    expect(sheet.problemsOf(3)).toMatchObject([{ column: 'cp' }, { column: 'envio' }]);
    expect(sheet.edit(3, 'nro_orden', 'B-1').sort()).toEqual([2, 3]);
    expect(sheet.problems()).toEqual([]);
    expect(sheet.counts()).toMatchObject({ orders: 3, badRows: 0 });
    sheet.edit(4, 'valor', '-5');
    expect(sheet.problemsOf(4)).toMatchObject([{ column: 'valor', value: '-5', reason: 'Debe ser mayor a 0' }]);
    sheet.remove(4);
    expect(sheet.counts()).toEqual({ rows: 2, badRows: 0, orders: 2, badOrders: 0 });
  });

  test('is checked in slices', () => {
    const sheet = new BulkSheet(flags);
    sheet.add(rowsOf(manyCells(10).map((cells) => ({ ...cells, email: '' }))));
    let turns = 0;
    expect(sheet.check(() => turns++ < 4)).toBe(false);
    expect(sheet.counts().badRows).toBe(4);
    expect(sheet.check()).toBe(true);
    expect(sheet.counts().badRows).toBe(10);
  });

  test('is written back as a file of our template, the good ones alone too', async () => {
    const cells = [bulkCells(1, { observaciones: '=1;"x"' }), bulkCells(2, { email: '' }), bulkCells(3)];
    const sheet = sheetOf(cells);
    expect(await readAgain(sheet.csv())).toEqual(cells);
    expect(await readAgain(sheet.csv('good'))).toEqual([cells[0], cells[2]]);
    expect(await readAgain(sheet.csv('bad'))).toEqual([cells[1]]);
  });

  test('knows products where it is told which there are', () => {
    const cells = [bulkCells(1, { sku: 'Taza' }), bulkCells(2, { sku: 'NADA' })];
    expect(sheetOf(cells).problems()).toEqual([]);
    expect(sheetOf(cells, new Set(['taza'])).problems()).toMatchObject([{ row: 3, column: 'sku', value: 'NADA' }]);
  });
});

test('numbers are read as people in Argentina write them', () => {
  expect(
    ['1500', '1.500', '1500,2', '1.500,00', '1500.4', '1,500.0', '$ 1.500', '-3', 'diez', '1e5', ''].map(measure),
  ).toEqual(['1500', '1500', '1501', '1500', '1501', '1500', '1500', '-3', 'diez', '1e5', '']);
  expect(['1500,49', '1500,5', '$1.500'].map(wholePesos)).toEqual(['1500', '1501', '1500']);
  expect(['1,5', '1.5', '1.500', '0,1', '2', '0,0001', 'x'].map(gramsOf)).toEqual([
    '1500',
    '1500',
    '1500',
    '100',
    '2000',
    '1',
    'x',
  ]);
});

test('a row of MiCorreo becomes one of ours, and one without number gets the same each time', async () => {
  const header =
    'tipo_producto(obligatorio);largo(obligatorio en CM);ancho(obligatorio en CM);altura(obligatorio en CM);peso(obligatorio en KG);valor_del_contenido(obligatorio en pesos argentinos);provincia_destino(obligatorio);sucursal_destino(x);localidad_destino(x);calle_destino(x);altura_destino(x);piso(opcional);dpto(opcional);codpostal_destino(obligatorio);destino_nombre(obligatorio);destino_email(obligatorio, debe ser un email valido);cod_area_tel(opcional);tel(opcional);cod_area_cel(obligatorio);cel(obligatorio);numero_orden(opcional)';
  const row = (number: string) =>
    `CP;30;20;10;1,5;15000;x;;Córdoba;Bv. Illia;250;3;B;5000;Ana María Paz;a@example.com;;;351;6124480;${number}\n`;
  const file = `${header}\n${row('T-1')}${row('')}${row('')}`;
  const [first, second, third] = await readAgain(file);
  expect(first).toEqual(
    bulkCells(1, {
      ...{ nro_orden: 'T-1', nombre: 'Ana María', apellido: 'Paz', documento: 'S/D', email: 'a@example.com' },
      ...{ telefono: '351 6124480', calle: 'Bv. Illia', altura: '250', entre_calle_1: 'S/D', barrio: 'Córdoba' },
      ...{ envio: '1', peso_g: '1500' },
    }),
  );
  expect(second?.nro_orden).toMatch(/^MC-[0-9A-Z]{5,11}$/);
  expect(third?.nro_orden).toBe(`${second?.nro_orden}-2`);
  expect((await readAgain(file))[1]?.nro_orden).toBe(second?.nro_orden);
});

test('unknown headers are guessed, each once', () => {
  expect(suggestColumns(['N° Pedido', 'Pedido', 'Nombre', 'Dirección', 'Número', 'CP', 'e-mail', 'Correo'])).toEqual({
    nro_orden: 'Pedido',
    nombre: 'Nombre',
    calle: 'Dirección',
    altura: 'Número',
    cp: 'CP',
    email: 'e-mail',
  });
});

test('a file of our template holds what was typed', async () => {
  expect(await readAgain(bulkText(manyCells(3)))).toEqual(manyCells(3));
});
