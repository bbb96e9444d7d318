import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCsvFile } from '#shared/bulk/file/csv-reader.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from '#shared/bulk/product-file/product-columns.ts';
import { productLayout } from '#shared/bulk/product-file/product-layout.ts';
import { ProductSheet } from '#shared/bulk/product-file/product-sheet.ts';
import { scaled } from '#test/test-scale.ts';
import { type JudgedRow, judgeMapped, judgeTemplate, storedOf } from '#test/texts/judge-cells.ts';
import { csvText } from '#test/texts/shop-exports.ts';
import { readOrdersOfShop, VALUES } from '#test/texts/shop-orders.ts';
import { tiendanubeRow } from '#test/texts/tiendanube-export.ts';

/** Columns of numbers: how many of the stored unit each written unit is, and how the stored number is rounded. */
const COLUMNS = {
  valor: { units: { '': 1, $: 1, ' pesos': 1 }, round: Math.round, digits: 7 },
  peso_g: { units: { '': 1, ' g': 1, ' kg': 1000 }, round: Math.ceil, digits: 6 },
  largo_cm: { units: { '': 1, ' cm': 1, ' m': 100, ' mm': 0.1 }, round: Math.ceil, digits: 4 },
  // A part of a unit is refused.
  cantidad: { units: { '': 1, ' u': 1, ' unidades': 1 }, round: (value: number) => value, digits: 4 },
} as const;

type NumberColumn = keyof typeof COLUMNS;

const grouped = (whole: string, separator: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, separator);

/** Units with three decimals: 1.500 kg is one and a half. */
const WITH_THREE_DECIMALS = [' kg', ' m'];

interface Parts {
  whole: string;
  decimals: string;
  thousands: string;
  unit: string;
}

/** Returns the number by decision 0077: three digits behind a single separator are thousands, but decimals of kilos and metres. */
function normalValue({ whole, decimals, thousands, unit }: Parts): number {
  const hasThreeDecimals = WITH_THREE_DECIMALS.includes(unit);
  const isOneGroup = /^[.,]$/.test(thousands) && whole.length > 3 && whole.length < 7;
  if (decimals === '' && isOneGroup && hasThreeDecimals) return Number(`${whole.slice(0, -3)}.${whole.slice(-3)}`);
  if (decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && !hasThreeDecimals) return Number(whole + decimals);
  return Number(`${whole}.${decimals || 0}`);
}

/** A number as a person or a program writes it into one of some columns, and its value in the stored unit. */
const written = (...columns: NumberColumn[]) =>
  fc.constantFrom(...columns).chain((column) =>
    fc
      .record({
        whole: fc.integer({ min: 0, max: 10 ** COLUMNS[column].digits - 1 }).map(String),
        decimals: fc.constantFrom('', '', '0', '00', '000', '5', '25', '125', '50', '500'),
        thousands: fc.constantFrom('', '', '.', ',', "'", '’', ' ', '\u00a0'),
        point: fc.constantFrom('.', ','),
        mark: fc.constantFrom('', '', "'", ' ', '$ ', '="'),
        unit: fc.constantFrom(...Object.keys(COLUMNS[column].units)),
      })
      .filter(({ thousands, point }) => thousands !== point)
      .map(({ whole, decimals, thousands, point, mark, unit }) => {
        const number = grouped(whole, thousands) + (decimals === '' ? '' : point + decimals) + unit;
        const factor = (COLUMNS[column].units as Record<string, number>)[unit] ?? 1;
        const value = Math.round(normalValue({ whole, decimals, thousands, unit }) * factor * 1_000_000) / 1_000_000;
        const isAmount = mark === '$ ' && column !== 'valor';
        const mayBeMetres = column === 'largo_cm' && unit === '' && value < 10 && !Number.isInteger(value);
        return {
          column,
          typed: mark === '="' ? `="${number}"` : `${mark}${number}`,
          // No number is certain to have been meant.
          value: isAmount || mayBeMetres ? Number.NaN : value,
        };
      }),
  );

/** What became of a row: the stored number, whether a person has to check it, or that the row is refused. */
type Outcome = { stored: number; isDoubtful: boolean } | 'refused';

const outcome = ({ order, doubtful }: JudgedRow, column: NumberColumn): Outcome =>
  order ? { stored: Number(storedOf(order, column)), isDoubtful: doubtful[column] !== undefined } : 'refused';

/** Reads a product file of one row, valid but for one cell. */
async function readProduct(column: Exclude<NumberColumn, 'cantidad'>, typed: string): Promise<Outcome> {
  const cells: Record<ProductColumn, string> = {
    sku: 'A-1',
    descripcion: 'Remera',
    categoria: 'Otros',
    activo: 'SI',
    codigo_barras: '',
    valor: '900',
    largo_cm: '30',
    alto_cm: '5',
    ancho_cm: '20',
    peso_g: '250',
    [column]: typed,
  };
  const text = csvText([PRODUCT_COLUMNS, PRODUCT_COLUMNS.map((name) => cells[name])], ';');
  const { rows } = await openCsvFile(asChunks(text), productLayout, { rows: 10, bytes: 10_000 });
  const sheet = new ProductSheet([{ id: '10', name: 'Otros' }], []);
  for await (const part of rows) sheet.add(part);
  const [{ row, product } = {}] = sheet.products();
  if (row === undefined || !product) return 'refused';
  const stored = { valor: product.value / 100, largo_cm: product.length, peso_g: product.weight };
  return { stored: stored[column], isDoubtful: sheet.doubtsOf(row).some((doubt) => doubt.column === column) };
}

async function* asChunks(text: string) {
  yield new TextEncoder().encode(text);
}

const SALE = {
  'Número de orden': '101',
  Email: 'ana@example.com',
  'Nombre para el envío': 'Ana Paz',
  'DNI / CUIT': '30111222',
  'Teléfono para el envío': '1158732046',
  Dirección: 'Mitre',
  Número: '120',
  Localidad: 'Palermo',
  Ciudad: 'Capital Federal',
  'Provincia o estado': 'Capital Federal',
  'Código postal': '1425',
  País: 'Argentina',
  'Estado de la orden': 'Abierta',
  'Nombre del producto': 'Taza',
  'Cantidad del producto': '1',
  SKU: 'TZ-1',
};

/** Reads the export of a shop with one item of a price. */
async function readPrice(typed: string): Promise<Outcome> {
  const rows = [tiendanubeRow(null), tiendanubeRow({ ...SALE, 'Precio del producto': typed })];
  const sheet = (await readOrdersOfShop(Buffer.from(csvText(rows, ';')))).sheet(VALUES);
  const [row] = sheet.rows('good');
  if (!row) return 'refused';
  return {
    stored: Number(row.cells.valor),
    isDoubtful: sheet.doubtsOf(row.row).some(({ column }) => column === 'valor'),
  };
}

/** Whether a row is refused, left to a person, or stores the number as it was written. */
const isRight = (found: Outcome, column: NumberColumn, value: number) =>
  found === 'refused' || found.isDoubtful || found.stored === COLUMNS[column].round(value);

test('plain numbers are stored without a question by every kind of file', async () => {
  const certain = (stored: number) => ({ stored, isDoubtful: false });
  for (const column of ['valor', 'peso_g', 'largo_cm'] as const)
    expect(await readProduct(column, '40')).toEqual(certain(40));
  expect(await readProduct('peso_g', '2 kg')).toEqual(certain(2000));
  for (const read of [readPrice, (typed: string) => readProduct('valor', typed)]) {
    expect([await read('$ 1.500,00'), await read('40,00')]).toEqual([certain(1500), certain(40)]);
  }
  expect(outcome(await judgeTemplate({ sku: 'TZ-1', cantidad: '40 u' }), 'cantidad')).toEqual(certain(40));
});

test('a number is stored as it was written, or with a doubt, or its row is refused, alike in a template and a mapped file', async () => {
  await fc.assert(
    fc.asyncProperty(written('valor', 'peso_g', 'largo_cm', 'cantidad'), async ({ column, typed, value }) => {
      const cells = { ...(column === 'cantidad' && { sku: 'TZ-1' }), [column]: typed };
      const found = outcome(await judgeTemplate(cells), column);
      expect(outcome(await judgeMapped(cells), column)).toEqual(found);
      expect(isRight(found, column, value), JSON.stringify(found)).toBe(true);
    }),
    { numRuns: scaled(500, 20_000) },
  );
});

test('a number of a product file is stored as it was written, or with a doubt, or its row is refused', async () => {
  await fc.assert(
    fc.asyncProperty(written('valor', 'peso_g', 'largo_cm'), async ({ column, typed, value }) => {
      const found = await readProduct(column as Exclude<NumberColumn, 'cantidad'>, typed);
      expect(isRight(found, column, value), JSON.stringify(found)).toBe(true);
    }),
    { numRuns: scaled(500, 6000) },
  );
});

test('a price of a shop is stored as it was written, or with a doubt, or its row is refused; zero counts as missing', async () => {
  await fc.assert(
    fc.asyncProperty(written('valor'), async ({ typed, value }) => {
      const found = await readPrice(typed);
      const isMissing = Math.round(value) === 0;
      expect(isRight(found, 'valor', isMissing ? Number(VALUES.valor) : value), JSON.stringify(found)).toBe(true);
    }),
    { numRuns: scaled(100, 4000) },
  );
});
