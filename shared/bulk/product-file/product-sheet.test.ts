import { expect, test } from 'vitest';
import { openCsvFile } from '#shared/bulk/file/csv-reader.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { PRODUCT_HEADER, productLine } from './product-columns.ts';
import { productLayout } from './product-layout.ts';
import { ProductSheet } from './product-sheet.ts';

const CATEGORIES = [
  { id: '1', name: 'Indumentaria y calzado' },
  { id: '10', name: 'Otros' },
];

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}

async function sheetOf(text: string, known: string[] = []) {
  const { rows, layout } = await openCsvFile(bytes(text), productLayout, { rows: 100, bytes: 100_000 });
  const sheet = new ProductSheet(CATEGORIES, known);
  for await (const part of rows) sheet.add(part);
  return { sheet, layout };
}

const problemsOf = (sheet: ProductSheet) =>
  sheet.rows().flatMap(({ row }) => sheet.problemsOf(row).map(({ column, reason }) => `${row} ${column}: ${reason}`));

const HEADER = 'sku;descripcion;categoria;valor;largo_cm;alto_cm;ancho_cm;peso_g;activo\r\n';

test('an exported catalogue is imported unchanged, formulas included', async () => {
  const product = (changes: Partial<Product>): Product => ({
    id: 1,
    sku: 'A-1',
    description: 'Remera',
    category: { id: '1', name: 'Indumentaria y calzado' },
    value: 12_500,
    length: 30,
    height: 5,
    width: 20,
    weight: 250,
    active: true,
    ...changes,
  });
  const products = [
    product({}),
    product({ sku: '=1+1', description: '+54 "doble"; con\nsalto', active: false, barcode: '7790001001238' }),
    product({ sku: 'Z', barcode: '0036000291452' }),
    product({ sku: 'C', barcode: 'CAJA-7' }),
    // Codes of the company itself, which would be a GTIN without its first zeros.
    product({ sku: 'D', barcode: '1234565' }),
    product({ sku: 'E', barcode: '123456789012345000' }),
    product({ sku: "'-A", description: '@ñandú', category: { id: '10', name: 'Otros' } }),
  ];
  const text = PRODUCT_HEADER + products.map((one) => productLine(one)).join('');
  expect(text).toContain('"\'=1+1"');
  expect(text).toContain(`"'0036000291452"`);
  const { sheet } = await sheetOf(text);
  expect(problemsOf(sheet)).toEqual([]);
  expect(sheet.products().map(({ product: read }) => read)).toEqual(
    products.map(({ id: _, category, value, ...rest }) => ({
      ...rest,
      category: Number(category.id),
      value: value * 100,
    })),
  );
});

test('a spreadsheet’s own headers, numbers and weights in kilos are recognised and listed in the notes', async () => {
  const { sheet, layout } = await sheetOf(
    'Código,Nombre,Rubro,Precio,Largo,Alto,Ancho,Peso (kg),Color\n7,Mate,OTROS,"$ 1.234,50",10,"12,5",8,"0,3",rojo\n',
  );
  expect(sheet.products()[0]?.product).toEqual({
    sku: '7',
    description: 'Mate',
    category: 10,
    value: 123_500,
    length: 10,
    height: 13,
    width: 8,
    weight: 300,
    active: true,
  });
  const amount = await sheetOf('SKU,Nombre,Rubro,Precio,Largo,Alto,Ancho,Peso (kg)\n7,Mate,Otros,10,10,10,8,$ 3\n');
  expect(doubtsOf(amount.sheet)).toEqual([expect.stringMatching(/^2 peso_g: Tiene signo de pesos/)]);
  expect(layout.notes).toEqual(['La columna «Peso (kg)» se toma en kilos.', 'Estas columnas no se usan: Color.']);
});

test('missing and repeated columns are named', async () => {
  await expect(sheetOf('sku;descripcion;valor\nA;B;1\n')).rejects.toThrow(
    'Al archivo le faltan columnas: categoria, largo_cm, alto_cm, ancho_cm, peso_g.',
  );
  await expect(sheetOf(HEADER.replace('activo', 'sku'))).rejects.toThrow(CsvFileError);
});

test('each wrong cell has a reason until it is corrected', async () => {
  const { sheet } = await sheetOf(`${HEADER}A;;Ropa;0;10;10;x;100;quizás\r\nB;Bien;Otros;5;1;1;1;1;NO\r\n`);
  expect(problemsOf(sheet)).toEqual([
    '2 descripcion: La descripción es requerida',
    '2 categoria: La categoría no existe. Puede ser: Indumentaria y calzado, Otros',
    '2 valor: El valor debe ser mayor a 0',
    '2 ancho_cm: Ingresá un número',
    '2 activo: Poné SI o NO',
  ]);
  expect(sheet.counts()).toEqual({ rows: 2, badRows: 1, wrongRows: 1, known: 0, doubtfulRows: 0, doubtfulGoodRows: 0 });
  expect(sheet.products().map(({ product }) => product.active)).toEqual([false]);
  for (const [column, value] of [
    ['descripcion', 'Ahora sí'],
    ['categoria', '10'],
    ['valor', '7'],
    ['ancho_cm', '3'],
    ['activo', ''],
  ] as const) {
    sheet.edit(2, column, value);
  }
  expect(problemsOf(sheet)).toEqual([]);
  expect(sheet.products()).toHaveLength(2);
});

test('a repeated SKU in the file is an error, a SKU of the catalogue is marked and valid', async () => {
  const line = (sku: string) => `${sku};Bien;Otros;5;1;1;1;1;\r\n`;
  const { sheet } = await sheetOf(`${HEADER}${line('A')}${line('a')}${line('B')}`, ['b']);
  expect(problemsOf(sheet)).toEqual(['3 sku: El SKU ya está en la fila 2']);
  expect(sheet.csvToCorrect()).toContain('sku: El SKU ya está en la fila 2');
  expect([2, 3, 4].map((row) => sheet.isKnown(row))).toEqual([false, false, true]);
  expect(sheet.counts()).toEqual({ rows: 3, badRows: 1, wrongRows: 1, known: 1, doubtfulRows: 0, doubtfulGoodRows: 0 });
  expect(sheet.edit(2, 'sku', 'C').sort()).toEqual([2, 3]);
  expect(problemsOf(sheet)).toEqual([]);
});

test('error values and formulas of a spreadsheet are refused in every column', async () => {
  const { sheet } = await sheetOf(
    `${HEADER}#N/D;#¡REF!;#N/A;#VALUE!;#DIV/0!;5;20;250;SI\r\nB;Mate;Otros;1500;=1+1;+1+1;20;#N/D;#N/D\r\n`,
  );
  const error = 'Es un error de la planilla. Poné el dato que va acá';
  expect(problemsOf(sheet)).toEqual([
    ...['sku', 'descripcion', 'categoria', 'valor', 'largo_cm'].map((column) => `2 ${column}: ${error}`),
    '3 largo_cm: Es una fórmula de la planilla. Poné el dato, no la fórmula',
    `3 peso_g: ${error}`,
    `3 activo: ${error}`,
    '3 alto_cm: Ingresá un número',
  ]);
});

test('a price in more than one reading is doubtful, and a weight in kilos is refused', () => {
  const sheet = new ProductSheet([{ id: '1', name: 'Ropa' }], []);
  const cells = {
    sku: 'A',
    descripcion: 'Remera',
    categoria: 'Ropa',
    valor: '1500.000',
    activo: '',
    codigo_barras: '',
  };
  const measures = { largo_cm: '30', alto_cm: '5', ancho_cm: '20', peso_g: '250' };
  sheet.add([
    { row: 2, cells: { ...cells, ...measures }, problems: [] },
    { row: 3, cells: { ...cells, ...measures, sku: 'B', valor: '12,500' }, problems: [] },
    { row: 4, cells: { ...cells, ...measures, sku: 'C', valor: '1', peso_g: '0,250' }, problems: [] },
  ]);
  expect([2, 3, 4].map((row) => sheet.doubtsOf(row).map(({ column }) => column))).toEqual([['valor'], [], []]);
  expect(sheet.counts()).toMatchObject({ badRows: 1, doubtfulRows: 1 });
  expect(sheet.products().map(({ product }) => product.value)).toEqual([150_000, 1_250_000]);
  expect(sheet.problemsOf(4)).toMatchObject([{ column: 'peso_g', reason: expect.stringContaining('kilos') }]);
  sheet.edit(2, 'valor', '1500');
  expect(sheet.counts().doubtfulRows).toBe(0);
});

const doubtsOf = (sheet: ProductSheet) =>
  sheet.rows().flatMap(({ row }) => sheet.doubtsOf(row).map(({ column, reason }) => `${row} ${column}: ${reason}`));

test('measures that no shipment has are doubtful, as they are in an order', async () => {
  const line = (weight: string, side = '10') => `${weight}-${side};Bien;Otros;5000;${side};10;10;${weight};\r\n`;
  const { sheet } = await sheetOf(`${HEADER}${line('900')}${line('900000')}${line('1')}${line('5000', '1000')}`);
  expect(problemsOf(sheet)).toEqual([]);
  expect(doubtsOf(sheet)).toEqual([
    '3 peso_g: El producto pesa 900 kg en 10 × 10 × 10 cm, más que si fuera de plomo.',
    '4 peso_g: El producto pesa 1 g en 10 × 10 × 10 cm, menos que la caja vacía.',
    '5 largo_cm: El producto mide 1.000 cm de largo.',
  ]);
  sheet.edit(3, 'peso_g', '900');
  expect(sheet.doubtsOf(3)).toEqual([]);
});

test('a SKU that looks changed by a spreadsheet is one if the catalogue has it', async () => {
  const lines = ['12E-34', '12-MAR', 'ENE-24'].map((sku) => `${sku};Bien;Otros;5000;10;10;10;900;\r\n`).join('');
  const { sheet } = await sheetOf(HEADER + lines);
  expect(problemsOf(sheet)).toEqual([expect.stringMatching(/^2 sku: La planilla acortó/)]);
  const date = 'La planilla puede haberlo convertido en una fecha. Revisalo';
  expect(doubtsOf(sheet)).toEqual([`3 sku: ${date}`, `4 sku: ${date}`]);
  const { sheet: known } = await sheetOf(HEADER + lines, ['12e-34', '12-mar', 'ene-24']);
  expect([...problemsOf(known), ...doubtsOf(known)]).toEqual([]);
});

test.each([
  ['1001.0', 'agregado decimales'],
  ['1,001', 'separadores de miles'],
  ['1.001.000', 'separadores de miles'],
  ['1,001.00', 'separadores de miles'],
  ['dic-10', 'convertido en una fecha'],
  ['2026-12-10', 'convertido en una fecha'],
  ['10/12/2026', 'convertido en una fecha'],
])('a new SKU «%s», which a spreadsheet may have made of another one, is doubtful', async (sku, reason) => {
  const line = `"${sku}";Bien;Otros;5000;10;10;10;900;\r\n`;
  const { sheet } = await sheetOf(HEADER + line, ['1001']);
  expect(doubtsOf(sheet)).toEqual([expect.stringContaining(reason)]);
  const { sheet: known } = await sheetOf(HEADER + line, ['1001', sku]);
  expect(doubtsOf(known)).toEqual([]);
});

test.each(['1001', '1-2-3', '10.5', 'A-1001.0', '0,001', 'DIC-REMERA', '7790001001238'])(
  'a new SKU «%s» is certain',
  async (sku) => {
    const { sheet } = await sheetOf(`${HEADER}"${sku}";Bien;Otros;5000;10;10;10;900;\r\n`);
    expect([...problemsOf(sheet), ...doubtsOf(sheet)]).toEqual([]);
  },
);

const CODES = HEADER.replace('activo', 'activo;Código de barras');
const coded = (sku: string, code: string) => `${sku};Bien;Otros;5000;10;10;10;900;;${code}\r\n`;

test('bar codes are read, and an empty cell or a file without them leaves those of the catalogue', async () => {
  const { sheet } = await sheetOf(CODES + coded('A', '7 790001 001238') + coded('B', '') + coded('C', '036000291452'));
  expect([...problemsOf(sheet), ...doubtsOf(sheet)]).toEqual([]);
  const codes = ({ product }: { product: object }) => ('barcode' in product ? product.barcode : 'the catalogue’s');
  expect(sheet.products().map(codes)).toEqual(['7790001001238', 'the catalogue’s', '0036000291452']);
  const { sheet: without } = await sheetOf(`${HEADER}A;Bien;Otros;5000;10;10;10;900;\r\n`);
  expect(without.products().map(codes)).toEqual(['the catalogue’s']);
});

test('bar codes that lost digits in a spreadsheet are refused, and zeros are restored with a doubt', async () => {
  const typed = ['7,79E+12', '7790001001238,00', '7790001001239', 'ñandú', '36000291452', '123456789012345000'];
  const { sheet } = await sheetOf(CODES + typed.map((code, index) => coded(`S${index}`, code)).join(''));
  expect(problemsOf(sheet)).toEqual([
    '2 codigo_barras: La planilla acortó el número. Poné todos sus dígitos, con la celda como texto',
    '3 codigo_barras: La planilla le agregó decimales. Poné el número sin ellos, con la celda como texto',
    '4 codigo_barras: El código de barras no es válido: revisá el último dígito',
    expect.stringMatching(/^5 codigo_barras: El código de barras no es válido: lleva números/),
  ]);
  expect(doubtsOf(sheet)).toEqual([
    '6 codigo_barras: La celda dice 36000291452: la planilla puede haberle sacado ceros de adelante. Revisalo',
    '7 codigo_barras: La planilla puede haber cambiado sus últimos dígitos por ceros. Revisalo',
  ]);
  expect(sheet.products()[0]?.product.barcode).toBe('0036000291452');
});

test('a bar code that is marked as text, or typed in the grid, has all its digits', async () => {
  const { sheet } = await sheetOf(
    CODES + coded('A', '"=""1234565"""') + coded('B', "'36000291452") + coded('C', '1234565'),
  );
  expect(doubtsOf(sheet)).toEqual([expect.stringMatching(/^4 codigo_barras: La celda dice 1234565: /)]);
  sheet.edit(4, 'codigo_barras', '7654321');
  expect(doubtsOf(sheet)).toEqual([]);
  expect(sheet.products().map(({ product }) => product.barcode)).toEqual(['1234565', '36000291452', '7654321']);
});

test('a bar code in two rows is an error until one of them changes', async () => {
  const { sheet } = await sheetOf(CODES + coded('A', '036000291452') + coded('B', '0036000291452'));
  expect(problemsOf(sheet)).toEqual(['3 codigo_barras: El código de barras ya está en la fila 2']);
  expect(sheet.csvToCorrect()).toContain(`"'0036000291452"`);
  expect(sheet.edit(2, 'codigo_barras', '7790001001238').sort()).toEqual([2, 3]);
  expect(problemsOf(sheet)).toEqual([]);
});

test('a doubtful value of a product that a person keeps is settled', async () => {
  const { sheet } = await sheetOf(`${HEADER}A;Taza;10;12.5;30;5;20;250;SI\r\n`);
  expect(sheet.doubtsOf(2).map(({ column }) => column)).toEqual(['valor']);
  sheet.edit(2, 'valor', '12.5');
  sheet.edit(2, 'descripcion', 'Taza azul');
  expect([sheet.doubtsOf(2), sheet.counts().doubtfulRows]).toEqual([[], 0]);
  sheet.edit(2, 'valor', '13.5');
  expect(sheet.counts().doubtfulRows).toBe(1);
});
