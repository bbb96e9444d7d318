import { describe, expect, test } from 'vitest';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { bulkCells, bulkText, manyCells } from '#test/texts/bulk-file-factory.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';
import type { BulkRules } from './check-order.ts';
import { BulkSheet } from './sheet.ts';

const PRODUCTS = new Map([['taza', { weight: 300, value: 1500 }]]);

const flags = { reverseLogistics: false, fulfillment: false };

const rowsOf = (cells: readonly BulkCells[]): BulkRow[] =>
  cells.map((some, index) => ({ row: index + 2, cells: some, problems: [] }));

function sheetOf(cells: readonly BulkCells[], rules: Partial<BulkRules> = {}): BulkSheet {
  const sheet = new BulkSheet({ ...flags, ...rules });
  sheet.add(rowsOf(cells));
  sheet.check();
  return sheet;
}

const sheetRead = async (csv: string): Promise<BulkRow[]> => (await readBulkFile(csv)).rows;

const readAgain = async (csv: string): Promise<BulkCells[]> => (await sheetRead(csv)).map(({ cells }) => cells);

describe('a sheet', () => {
  test('lists the error of each cell, and the allowed values', () => {
    const sheet = sheetOf([bulkCells(1, { email: 'x', modo_entrega: 'moto' }), bulkCells(2)]);
    expect(sheet.counts()).toEqual({
      rows: 2,
      badRows: 1,
      wrongRows: 1,
      orders: 2,
      badOrders: 1,
      doubtfulRows: 0,
      doubtfulGoodRows: 0,
    });
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
    expect(sheet.counts()).toEqual({
      rows: 2,
      badRows: 0,
      wrongRows: 0,
      orders: 2,
      badOrders: 0,
      doubtfulRows: 0,
      doubtfulGoodRows: 0,
    });
  });

  test('joins the rows of one order number in all spellings that look the same', () => {
    const shipment = (nro_orden: string, envio: string, sku = '') =>
      bulkCells(1, { nro_orden, envio, ...(sku && { sku, cantidad: '1' }) });
    const numbers = ['A – 1', 'A\u00a0- 1', 'A - 1\u200b'];
    expect(sheetOf(numbers.map((number, n) => shipment(number, String(n + 1)))).counts()).toMatchObject({
      orders: 1,
      badRows: 0,
    });
    expect(sheetOf([shipment('a-1', '1'), shipment('A-1', '2')]).counts()).toMatchObject({ orders: 2 });
    const twice = sheetOf([shipment('A - 1', '1', 'TAZA'), shipment('A – 1', '1', 'taza')], { products: PRODUCTS });
    expect(twice.problemsOf(3)).toMatchObject([{ column: null, reason: expect.stringContaining('Fila repetida') }]);
  });

  test('asks about a shipment that its products make heavier than lead', () => {
    const cells = bulkCells(1, { sku: 'Taza', cantidad: '4000', largo_cm: '20', ancho_cm: '15', alto_cm: '10' });
    const heavy = sheetOf([{ ...cells, peso_g: '', valor: '' }], { products: PRODUCTS });
    expect(heavy.doubtsOf(2)).toMatchObject([{ column: 'peso_g', reason: expect.stringContaining('pesa 1.200 kg') }]);
    expect(sheetOf([{ ...cells, cantidad: '1', peso_g: '', valor: '' }], { products: PRODUCTS }).doubtsOf(2)).toEqual(
      [],
    );
  });

  test('that receives provinces of postal codes later has the errors of one that knew them before', () => {
    const cells = [
      bulkCells(1, { nro_orden: 'A-1', envio: '1', cp: '5000', provincia: 'Santa Fe' }),
      bulkCells(2, { nro_orden: 'A-1', envio: '2', cp: '5000', provincia: 'Santa Fe' }),
      bulkCells(3, { cp: 'B1900ABC', provincia: 'Buenos Aires' }),
      bulkCells(4, { cp: '1900', provincia: 'CABA' }),
      bulkCells(5, { cp: '1901', provincia: 'CABA' }),
    ];
    const zips = new Map([
      ['5000', ['X' as const]],
      ['1900', ['B' as const]],
    ]);
    const sheet = sheetOf(cells, { zips: new Map([['5000', ['X' as const]]]) });
    const unknown = [2, 3, 4, 5, 6].map((row) => sheet.unknownZip(row));
    expect(unknown).toEqual([null, null, '1900', '1900', '1901']);
    expect(sheet.addZips(new Map([['1900', ['B']]])).sort()).toEqual([4, 5]);
    expect(sheet.problems()).toEqual(sheetOf(cells, { zips }).problems());
    expect(sheet.problemsOf(5)).toMatchObject([{ column: 'provincia' }]);
    expect(sheet.unknownZip(4)).toBeNull();
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

  test('is exported as a template file, in whole or with the valid orders only', async () => {
    const cells = [bulkCells(1, { observaciones: '=1;"x"' }), bulkCells(2, { email: '' }), bulkCells(3)];
    const sheet = sheetOf(cells);
    expect(await readAgain(sheet.csv())).toEqual(cells);
    expect(await readAgain(sheet.csv('good'))).toEqual([cells[0], cells[2]]);
    expect(await readAgain(sheet.csv('bad'))).toEqual([cells[1]]);
  });

  test('checks products when it has the catalogue', () => {
    const cells = [bulkCells(1, { sku: 'Taza' }), bulkCells(2, { sku: 'NADA' })];
    expect(sheetOf(cells).problems()).toEqual([]);
    expect(sheetOf(cells, { products: PRODUCTS }).problems()).toMatchObject([{ row: 3, column: 'sku', value: 'NADA' }]);
  });
});

const problemsOf = (sheet: BulkSheet) =>
  sheet.problems().map(({ row, column, reason }) => `${row} ${column}: ${reason}`);

describe('the rows of an order', () => {
  test('report all their errors at once', () => {
    const cells = {
      email: 'x',
      provincia: 'Atlántida',
      documento: '',
      cantidad: '2',
      peso_g: 'mucho',
      altura: '12-may',
    };
    expect(problemsOf(sheetOf([bulkCells(1, cells)]))).toEqual([
      '2 altura: La planilla lo convirtió en una fecha. Poné el dato, con la celda como texto',
      '2 sku: Falta el sku de esta cantidad. Poné el sku, o dejá la cantidad vacía',
      '2 email: El email es inválido',
      '2 peso_g: Ingresá un número',
      '2 documento: Este dato es obligatorio',
      '2 provincia: Elegí una provincia de la lista',
    ]);
  });

  test('with the number of another purchase report it once, with their other errors', () => {
    const other = { nro_orden: 'M-1', nombre: 'Ana', apellido: 'Paz', calle: 'Mitre', cp: '12' };
    expect(problemsOf(sheetOf([bulkCells(1), bulkCells(2, other)]))).toEqual([
      '3 nro_orden: Número repetido: la fila 2 tiene el mismo, con otros datos. Poné otro número',
      '3 cp: El código postal no es válido',
    ]);
  });

  test('pasted twice don’t count as two items', () => {
    const item = { email: 'a@example.com', sku: 'TAZA', cantidad: '2' };
    const sheet = sheetOf([bulkCells(1, item), bulkCells(1, { ...item, sku: 'PLATO' }), bulkCells(1, item)]);
    expect(problemsOf(sheet)).toEqual([
      '4 null: Fila repetida: es igual a la fila 2. Quitala o, si son más unidades, sumalas en su cantidad',
    ]);
    expect([2, 3, 4].map((row) => sheet.blockedBy(row) !== null)).toEqual([true, true, false]);
    expect(sheet.counts()).toMatchObject({ rows: 3, badRows: 3, wrongRows: 1 });
    expect(sheet.remove(4).sort()).toEqual([2, 3]);
    expect(sheet.counts()).toMatchObject({ rows: 2, badRows: 0, wrongRows: 0 });
  });

  test('of products take weight and value from the products, at any price', () => {
    const item = (sku: string, valor: string, peso_g = '') =>
      bulkCells(1, { email: 'a@example.com', sku, valor, peso_g, cantidad: '2' });
    expect(problemsOf(sheetOf([item('TAZA', '1500', '300'), item('PLATO', '900', '250')]))).toEqual([]);
    expect(problemsOf(sheetOf([item('TAZA', ''), item('PLATO', '')]))).toEqual([]);
  });

  test('of products above the weight limit are refused before the upload', () => {
    const heavy = new Map([['yunque', { weight: 400_000, value: 1 }]]);
    expect(problemsOf(sheetOf([bulkCells(1, { sku: 'Yunque', cantidad: '3' })], { products: heavy }))).toEqual([
      '2 peso_g: Debe ser menor o igual a 999999',
    ]);
  });

  test('need a product in the fulfillment modes', () => {
    const sheet = sheetOf([bulkCells(1, { modo_entrega: '3' })], { fulfillment: true });
    expect(problemsOf(sheet)).toEqual(['2 sku: Elegí un producto del depósito']);
  });

  test('must have whole units', () => {
    expect(problemsOf(sheetOf([bulkCells(1, { sku: 'TAZA', cantidad: '1,5' })]))).toEqual([
      '2 cantidad: Ingresá unidades enteras, sin decimales',
    ]);
  });

  test('may contain any emoji, which is never cut in half', () => {
    const sheet = sheetOf([
      bulkCells(1, { email: '🎉'.repeat(120), nombre: '🎉'.repeat(30), apellido: '🎉'.repeat(30) }),
    ]);
    expect(problemsOf(sheet)).toEqual(['2 email: El máximo es de 100 caracteres']);
    expect(sheet.problems().every(({ value }) => value.isWellFormed())).toBe(true);
  });
});

test('the remaining rows of a file keep their original numbers after every export and import', async () => {
  const cells = [1, 2, 3, 4].map((n) => bulkCells(n, { email: n % 2 === 0 ? 'x' : 'a@example.com' }));
  const sheet = sheetOf(cells);
  const rest = await sheetRead(sheet.csvToCorrect());
  expect(rest.map(({ row }) => row)).toEqual([3, 5]);
  expect((await sheetRead(sheet.csv('good'))).map(({ row }) => row)).toEqual([2, 4]);
  expect(
    sheet
      .rest()
      .rows()
      .map(({ row }) => row),
  ).toEqual([3, 5]);
});

test('cells lose invisible characters as they are read and corrected, so that rows of an order and SKUs match', async () => {
  const marked = {
    nro_orden: '\u200eM-1\u200b',
    nombre: 'Lu\u00adcía',
    envio: '2',
    sku: 'ta\u200bza',
    peso_g: '\u200e900',
  };
  const rows = await sheetRead(bulkText([bulkCells(1, { envio: '1' }), bulkCells(1, marked)]));
  expect(rows[1]?.cells).toMatchObject({ nro_orden: 'M-1', nombre: 'Lucía', sku: 'taza', peso_g: '900' });
  const sheet = new BulkSheet({ ...flags, products: PRODUCTS });
  sheet.add(rows);
  sheet.check();
  expect([sheet.counts().orders, sheet.problems()]).toEqual([1, []]);
  sheet.edit(3, 'sku', 'ta\u200bza\u202c');
  expect(sheet.problems()).toEqual([]);
  sheet.edit(3, 'sku', '\u200b#N/D');
  expect(sheet.problems()).toMatchObject([{ column: 'sku', value: '#N/D' }]);
});

test('row numbers that don’t increase are ignored', async () => {
  const file = sheetOf([1, 2, 3].map((n) => bulkCells(n))).csv();
  const numbered = (...given: string[]) => file.replace(/^(\d+);/gm, () => `${given.shift()};`);
  const rowsOf = async (text: string) => (await sheetRead(text)).map(({ row }) => row);
  expect(await rowsOf(numbered('7', '3', 'x'))).toEqual([7, 8, 9]);
  expect(await rowsOf(numbered('', '-1', '1e99'))).toEqual([2, 3, 4]);
});

test('a row of MiCorreo becomes a template row, and a row without a number always gets the same number', async () => {
  const header =
    'tipo_producto(obligatorio);largo(obligatorio en CM);ancho(obligatorio en CM);altura(obligatorio en CM);peso(obligatorio en KG);valor_del_contenido(obligatorio en pesos argentinos);provincia_destino(obligatorio);sucursal_destino(x);localidad_destino(x);calle_destino(x);altura_destino(x);piso(opcional);dpto(opcional);codpostal_destino(obligatorio);destino_nombre(obligatorio);destino_email(obligatorio, debe ser un email valido);cod_area_tel(opcional);tel(opcional);cod_area_cel(obligatorio);cel(obligatorio);numero_orden(opcional)';
  const row = (number: string) =>
    `CP;30;20;10;1,5;15000;x;;Córdoba;Bv. Illia;250;3;B;5000;Ana María Paz;a@example.com;;;351;6124480;${number}\n`;
  const file = `${header}\n${row('T-1')}${row('')}${row('')}`;
  const [first, second, third] = await readAgain(file);
  expect(first).toEqual(
    bulkCells(1, {
      nro_orden: 'T-1',
      nombre: 'Ana María',
      apellido: 'Paz',
      documento: 'S/D',
      email: 'a@example.com',
      telefono: '351 6124480',
      calle: 'Bv. Illia',
      altura: '250',
      entre_calle_1: 'S/D',
      barrio: 'Córdoba',
      envio: '1',
      peso_g: '1500',
    }),
  );
  expect(second?.nro_orden).toMatch(/^MC-[0-9A-Z]{5,11}$/);
  expect(third?.nro_orden).toBe(`${second?.nro_orden}-2`);
  expect((await readAgain(file))[1]?.nro_orden).toBe(second?.nro_orden);
  const [shifted] = await sheetRead(file.replace(';1,5;', ';$ 1,5;'));
  expect(shifted?.doubts).toMatchObject([{ column: 'peso_g', reason: expect.stringContaining('signo de pesos') }]);
});

test('a template file contains the typed values', async () => {
  expect(await readAgain(bulkText(manyCells(3)))).toEqual(manyCells(3));
});
