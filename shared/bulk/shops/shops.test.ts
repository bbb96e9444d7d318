import { expect, test } from 'vitest';
import { csvText, type ExportedFile } from '#test/texts/shop-exports.ts';
import { readOrdersOfShop, VALUES } from '#test/texts/shop-orders.ts';
import { shopifyExport } from '#test/texts/shopify-export.ts';
import { tiendanubeExport, tiendanubeRow } from '#test/texts/tiendanube-export.ts';
import { proposeValues, rememberedMapping } from './file-values.ts';
import { losesItems, shopRows } from './shop-rows.ts';
import { splitAddress } from './split-address.ts';
import { tiendanube } from './tiendanube.ts';

const EXPORTS: readonly [shop: string, build: () => ExportedFile][] = [
  ['Tiendanube', tiendanubeExport],
  ['Shopify', shopifyExport],
];

test.each(EXPORTS)('an export of %s is read without a question but for what it truly lacks', async (shop, build) => {
  const file = build();
  const read = await readOrdersOfShop(file.bytes);
  expect(read.format.name).toBe(shop);
  expect(read.leftOut).toEqual(file.leftOut);
  const sheet = read.sheet(VALUES);
  const refused = sheet.problems().map(({ row, column }) => ({ row, column }));
  expect(refused).toEqual(file.missing.map(({ row, column }) => ({ row, column })));
  const sent = sheet.rows('good').map(({ cells }) => cells.nro_orden);
  expect([...new Set(sent)]).toEqual(file.ready);
});

const ANA = {
  'Número de orden': '101',
  Email: 'ana@example.com',
  'Nombre para el envío': 'Ana Paz',
  'Teléfono para el envío': '1158732046',
  'DNI / CUIT': '30111222',
  Dirección: 'Mitre',
  Número: '120',
  Localidad: 'Palermo',
  Ciudad: 'Capital Federal',
  'Código postal': '1425',
  'Provincia o estado': 'Capital Federal',
  País: 'Argentina',
  'Estado de la orden': 'Abierta',
  'Nombre del producto': 'Taza',
  'Precio del producto': '1500.00',
  'Cantidad del producto': '2',
  SKU: 'TZ-1',
};
const JUAN = {
  ...ANA,
  Email: 'juan@example.com',
  'Nombre para el envío': 'Juan Sosa',
  Dirección: 'Belgrano',
  Número: '77',
};
/** The second item of an order: its other cells are empty. */
const PLATE = {
  'Número de orden': '101',
  Email: 'ana@example.com',
  'Nombre del producto': 'Plato',
  'Precio del producto': '900.00',
  'Cantidad del producto': '1',
  SKU: 'PL-1',
};

const readRows = (sales: readonly Record<string, string>[]) =>
  readOrdersOfShop(Buffer.from(csvText([tiendanubeRow(null), ...sales.map(tiendanubeRow)], ';')));

test('damaged letters of an export are doubtful in the cells that they get into, and its headers are repaired', async () => {
  const sale = {
    ...ANA,
    'Nombre para el envío': 'Ana Núñez',
    Dirección: 'Pasaje Ñandú',
    Ciudad: 'C?rdoba',
    'Notas del comprador': 'Mañana',
  };
  const text = csvText([tiendanubeRow(null), tiendanubeRow(sale)], ';');
  const twice = Buffer.from(Buffer.from(text).toString('latin1'));
  const sheet = (await readOrdersOfShop(twice)).sheet(VALUES);
  expect(sheet.rows()[0]?.cells).toMatchObject({ apellido: 'Núñez', calle: 'Pasaje Ñandú', observaciones: 'Mañana' });
  const doubtful = sheet.doubtsOf(2).map(({ column }) => column);
  expect(doubtful).toEqual(expect.arrayContaining(['apellido', 'calle', 'localidad', 'observaciones']));
  expect(doubtful).not.toContain('provincia');
});

const product = { weight: 100, value: 1 };

test('two purchases with one number are two orders, and the second is refused until it has another number', async () => {
  const sheet = (await readRows([ANA, JUAN])).sheet(VALUES);
  expect(sheet.rows().map(({ row, cells }) => [row, cells.nombre, cells.calle])).toEqual([
    [2, 'Ana', 'Mitre'],
    [3, 'Juan', 'Belgrano'],
  ]);
  expect(sheet.rows('good')).toEqual([]);
  expect(sheet.problemsOf(3)).toContainEqual(
    expect.objectContaining({ column: 'nro_orden', reason: expect.stringMatching(/^Número repetido: la fila 2/) }),
  );
  sheet.edit(3, 'nro_orden', '102');
  expect(sheet.rows('good')).toHaveLength(2);
});

test('empty cells of further items contradict nothing', async () => {
  const sheet = (await readRows([ANA, PLATE])).sheet(VALUES);
  expect(sheet.problems()).toEqual([]);
  expect(sheet.rows().map(({ cells }) => cells.valor)).toEqual(['3900']);
});

test('another value of one cell is an error that names both', async () => {
  const sheet = (await readRows([ANA, { ...ANA, 'Nombre del producto': 'Plato', Número: '210' }])).sheet(VALUES);
  expect(sheet.problems()).toEqual([
    expect.objectContaining({
      row: 2,
      reason: 'Número: La fila 3 tiene el mismo número y dice «210». Revisá cuál vale',
    }),
  ]);
});

test.each([
  ['with their value', new Map()],
  [
    'as items',
    new Map([
      ['tz-1', product],
      ['pl-1', product],
    ]),
  ],
])('repeated rows add nothing and are refused until they are removed, %s', async (_how, products) => {
  const bytes = Buffer.from(csvText([tiendanubeRow(null), ...[ANA, PLATE, ANA, PLATE].map(tiendanubeRow)], ';'));
  const sheet = (await readOrdersOfShop(bytes, { products })).sheet(VALUES);
  const once = (
    await readOrdersOfShop(Buffer.from(csvText([tiendanubeRow(null), ...[ANA, PLATE].map(tiendanubeRow)], ';')), {
      products,
    })
  ).sheet(VALUES);
  expect(sheet.rows('good')).toEqual([]);
  for (const row of [4, 5]) {
    expect(sheet.problemsOf(row)[0]?.reason).toMatch(/^Fila repetida: es igual a la fila [23]/);
    sheet.remove(row);
  }
  expect(sheet.rows('good')).toEqual(once.rows('good'));
});

test('a file with another state of the same sale is refused, not counted twice', async () => {
  const sheet = (await readRows([ANA, { ...ANA, 'Estado de la orden': 'Cancelada' }])).sheet(VALUES);
  expect(sheet.rows('good')).toEqual([]);
  expect(sheet.rows()[0]?.cells.valor).toBe('3000');
  expect(sheet.problemsOf(2)[0]?.reason).toMatch(/^Estado de la orden: La fila 3 .*«Cancelada»/);
});

test('items stay while the catalogue is unknown, and lose their products only if a SKU isn’t in it', async () => {
  const { orders, format } = await readRows([ANA]);
  const [order] = orders;
  if (!order) throw new Error('no order');
  const skus = (products: Map<string, typeof product> | undefined) =>
    shopRows(order, format, VALUES, { products }).map(({ cells }) => cells.sku);
  expect(skus(undefined)).toEqual(['TZ-1']);
  expect(skus(new Map([['tz-1', product]]))).toEqual(['TZ-1']);
  expect(skus(new Map())).toEqual(['']);
  expect(
    [undefined, new Map([['tz-1', product]]), new Map()].map((of) => losesItems(order, format, VALUES, of)),
  ).toEqual([false, false, true]);
});

test('an order that loses its products is marked, with their units, if the client keeps a catalogue', async () => {
  const file = await readRows([{ ...ANA, 'Cantidad del producto': '3' }]);
  const [order] = file.orders;
  if (!order) throw new Error('no order');
  const known = new Map([['pl-1', product]]);
  const doubts = (given: Parameters<typeof shopRows>[3]) =>
    shopRows(order, file.format, VALUES, given).flatMap((row) => row.doubts ?? []);
  const lost = 'Va sin productos, solo con su valor: no encontramos «TZ-1» × 3 entre los activos';
  expect(doubts({ products: known })).toEqual([{ row: 2, column: 'sku', value: '', reason: lost }]);
  expect(doubts({ products: known, similarSku: () => 'TZ-2' })).toMatchObject([
    { reason: `${lost}. ¿Quisiste decir «TZ-2»?` },
  ]);
  // A catalogue may be kept in the shop alone.
  expect(doubts({ products: new Map() })).toEqual([]);
});

test('an order with a known product beside an item without a SKU is marked too', async () => {
  const { orders, format } = await readRows([ANA, { ...PLATE, SKU: '' }]);
  const [order] = orders;
  if (!order) throw new Error('no order');
  for (const products of [new Map([['tz-1', product]]), undefined])
    expect(shopRows(order, format, VALUES, { products })).toMatchObject([
      { doubts: [{ column: 'sku', reason: 'Va sin productos, solo con su valor: hay artículos sin SKU' }] },
    ]);
});

test('a name or an address that is too long isn’t read but refused', async () => {
  const long = 'Mitre 120 '.repeat(30);
  const sheet = (await readRows([{ ...ANA, 'Nombre para el envío': long, Dirección: long }])).sheet(VALUES);
  expect(sheet.problems().map(({ column, reason }) => `${column}: ${reason}`)).toEqual(
    expect.arrayContaining([
      'nombre: El nombre tiene más de 200 caracteres. Acortá el dato',
      'calle: La dirección tiene más de 200 caracteres. Acortá el dato',
    ]),
  );
});

test.each([
  ['3', ['piso']],
  ['3 B', []],
  ['Piso 3', []],
])('the unit «%s» is doubtful in %j', (unit, doubtful) => {
  const found = splitAddress({ street: 'Mitre', number: '120', unit });
  expect({ piso: found.cells.piso, doubtful: found.doubtful }).toEqual({ piso: '3', doubtful });
});

test('the values of the shop’s last file are proposed, but no delivery mode that was withdrawn since', () => {
  const saved = [rememberedMapping(tiendanube, { ...VALUES, modo_entrega: '4', largo_cm: '44' })];
  expect(proposeValues(tiendanube, saved, ['1', '4'])).toMatchObject({ modo_entrega: '4', largo_cm: '44' });
  expect(proposeValues(tiendanube, saved, ['1', '2'])).toMatchObject({ modo_entrega: '1', largo_cm: '44' });
});

test('a price with thousands is one, and a price in more than one reading is doubtful', async () => {
  const read = async (price: string) => {
    const sheet = (await readRows([{ ...ANA, 'Precio del producto': price, 'Cantidad del producto': '1' }])).sheet(
      VALUES,
    );
    return { valor: sheet.rows()[0]?.cells.valor, doubts: sheet.doubtsOf(2).map(({ column }) => column) };
  };
  expect(await read('12,500')).toEqual({ valor: '12500', doubts: [] });
  expect(await read('12500.00')).toEqual({ valor: '12500', doubts: [] });
  expect(await read('1500.000')).toEqual({ valor: '1500', doubts: ['valor'] });
});

test('a quantity in more than one reading is doubtful in the value and in the item, and one that is no whole number is refused', async () => {
  const read = async (quantity: string, products = new Map<string, typeof product>()) => {
    const text = csvText([tiendanubeRow(null), tiendanubeRow({ ...ANA, 'Cantidad del producto': quantity })], ';');
    const sheet = (await readOrdersOfShop(Buffer.from(text), { products })).sheet(VALUES);
    const { valor, cantidad } = sheet.rows()[0]?.cells ?? {};
    return [
      valor || cantidad,
      sheet.doubtsOf(2).map(({ column }) => column),
      [...new Set(sheet.problemsOf(2).map(({ column }) => column))],
    ];
  };
  const known = new Map([['tz-1', product]]);
  expect(await read('1,000')).toEqual(['1500000', ['valor'], []]);
  expect(await read('1,000', known)).toEqual(['1000', ['cantidad'], []]);
  expect(await read('2.00')).toEqual(['3000', [], []]);
  for (const quantity of ['1,5', '10-dic', '-2']) {
    expect(await read(quantity)).toEqual([quantity, expect.anything(), ['valor']]);
    expect(await read(quantity, known)).toEqual([quantity, [], ['cantidad']]);
  }
});

test('a date in the place of a house number is refused, and nothing is read from it', async () => {
  const sheet = (await readRows([{ ...ANA, Número: '2026-12-10', Piso: '10-dic' }])).sheet(VALUES);
  expect(sheet.problemsOf(2)).toContainEqual(
    expect.objectContaining({ column: 'calle', reason: expect.stringContaining('fecha') }),
  );
  expect(sheet.rows()[0]?.cells).toMatchObject({ altura: '', piso: '', dpto: '' });
});

test('a phone that a spreadsheet shortened is refused, and no other number is made of it', async () => {
  const sheet = (await readRows([{ ...ANA, 'Teléfono para el envío': '5,49116E+12' }])).sheet(VALUES);
  expect(sheet.problems()).toMatchObject([{ column: 'telefono', value: '5,49116E+12' }]);
});

test('rows whose order numbers look the same are of one order', async () => {
  const numbers = ['A-101', 'A‑101', 'A\u2011101'];
  const rows = numbers.map((number, index) => ({ ...ANA, 'Número de orden': number, SKU: `TZ-${index}` }));
  const text = csvText([null, ...rows].map(tiendanubeRow), ';');
  const { orders } = await readOrdersOfShop(new TextEncoder().encode(text));
  expect(orders.map(({ cells, rows: own }) => [cells.order, own.length])).toEqual([['A-101', 3]]);
});
