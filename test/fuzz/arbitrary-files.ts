import fc from 'fast-check';
import { BULK_COLUMNS, type BulkCells, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { fuzzText } from './fuzz-text.ts';

/** Typical cell values, valid and invalid, by column. `#` is replaced by the number of the file. */
const CELLS: Partial<Record<BulkColumn, readonly string[]>> = {
  nro_orden: [
    '',
    'A',
    'F#-1',
    'F#-2',
    'F#-1',
    'F#-📦📦',
    'x'.repeat(20),
    'x'.repeat(21),
    '=1+1',
    '1,23E+15',
    'F#-12-may',
  ],
  modo_entrega: ['1', '2', '3', '4', '9', '', 'Entrega a domicilio', 'logistica inversa', 'Fulfillment', 'moto'],
  nombre: ['', 'Íñigo', '=1+1 Gómez', '#¿NOMBRE?', 'x'.repeat(30), 'x'.repeat(31), '🎉'.repeat(30), '🎉'.repeat(31)],
  apellido: ['', 'Núñez', '#N/D', '@SUM(1)', '12-may', '🎉'.repeat(30)],
  documento: ['28.456.789', 'malo', '', 'AB 123-456', '30-70835592-1', '20-32216766-6', '123456789', 'S/D', '2,8E+07'],
  email: ['', 'x', 'a@b@c.com', 'x?bcc=y@example.com', `${'x'.repeat(98)}🎉@example.com`, 'ana+1@example.com'],
  telefono: ['', '12', '5,49E+12', '(0351) 612-4480', 'no tiene', '+54 9 11 5873-2046'],
  altura: ['S/N', '0', '-1', '12-may', '12/05/2026', 'Km 12', '1127'],
  piso: ['PB', '12-may', 'x'.repeat(11), '-'],
  dpto: ['B', '#REF!', '01-feb'],
  entre_calle_1: ['', 'San Lorenzo', '09-jul'],
  cp: ['5000', '9410', 'V9410ABC', 'X5000ABC', '1425', '12', '', '5000,0', '5,0E+3', '1043', '5999', '9999'],
  provincia: [
    'Córdoba',
    'CABA',
    'Tierra del Fuego',
    'Atlántida',
    '',
    'AR-X',
    'x',
    'GBA',
    'BUENOS AIRES',
    'Capital Federal',
  ],
  localidad: ['', 'Río Cuarto', 'x'.repeat(41)],
  barrio: ['', 'Centro', 'may-24'],
  observaciones: [
    '',
    '=HYPERLINK("http://x")',
    'timbre\r\nroto',
    'a;b"c',
    '🎉'.repeat(250),
    '🎉'.repeat(251),
    '\u0007',
  ],
  envio: ['', '1', '2', '12-may'],
  largo_cm: ['', '0', '30,5', '1.500', 'diez', '10000', '-3', '1e3', '#¡DIV/0!'],
  ancho_cm: ['20', '$ 20', '1,500.0'],
  alto_cm: ['', '10', '9999', '9999,5'],
  peso_g: ['', '900', '0', '2,5', 'mucho', '1000000', '0,4'],
  valor: ['', '15000', '15.000,50', '$ 1.500', '0', '0,4', 'mucho', '10000000', '9999999,6'],
  sku: ['', 'TAZA', 'taza', 'Plato', 'YUNQUE', 'RETIRADO', 'NO-HAY', '7,79E+12', '#N/D', '=1+1'],
  cantidad: ['', '1', '2', '0', '1,5', '10000', '9999', 'dos', '12/05/2026'],
};

/** Generates a cell of a column: a typical value, or any text. */
const cellOf = (column: BulkColumn): fc.Arbitrary<[BulkColumn, string]> =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(CELLS[column] ?? [''])) },
      { weight: 1, arbitrary: fuzzText.map((text) => text.replaceAll('\0', '').toWellFormed()) },
    )
    .map((value) => [column, value]);

/** Generates changes to some cells of a valid row. */
const changes = fc
  .uniqueArray(fc.constantFrom(...BULK_COLUMNS), { maxLength: 4 })
  .chain((columns) => fc.tuple(...columns.map(cellOf)))
  .map((cells) => Object.fromEntries(cells) as Partial<BulkCells>);

/** Generates a row: of a separate order, of the previous row's order, or a copy of the previous row. */
const row = fc.record({
  kind: fc.constantFrom('own', 'own', 'own', 'same order', 'again'),
  changes: fc.oneof({ weight: 2, arbitrary: fc.constant({} as Partial<BulkCells>) }, { weight: 3, arbitrary: changes }),
  /** Adds an empty line above the row. */
  blank: fc.boolean(),
  trailing: fc.constantFrom('', '', '', ';', ';;', ';extra'),
});

/** Formats of a readable file; optional columns may be missing. */
const readableLook = {
  delimiter: fc.constantFrom(';', ';', ',', '\t'),
  newline: fc.constantFrom('\r\n', '\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'windows-1252', 'windows-1252', 'utf-16'),
  title: fc.constantFrom('', '', '', '\n', 'Ventas de mayo', 'Pedidos;'),
  quoteAll: fc.boolean(),
  numbered: fc.boolean(),
  without: fc.constantFrom<BulkColumn[]>([], [], ['piso', 'dpto', 'envio'], ['sku', 'cantidad']),
};

/** Formats that make a file unreadable: a required column is missing. */
const unreadable = fc.record({
  ...readableLook,
  without: fc.constantFrom<BulkColumn[]>(['email'], ['cp', 'piso'], ['nro_orden']),
});

const readable = fc.record(readableLook);
const someRows = fc.array(row, { minLength: 1, maxLength: 6 });

/** Generates valid rows, each a separate order. */
const rightRows = (minLength: number) =>
  fc.array(
    fc.record({
      kind: fc.constant('own'),
      changes: fc.constant({} as Partial<BulkCells>),
      blank: fc.boolean(),
      trailing: fc.constantFrom('', ';', ';;'),
    }),
    { minLength, maxLength: 4 },
  );

/** Generates a row of a separate order with one invalid cell. */
const wrongRow = fc
  .constantFrom<[BulkColumn, string]>(
    ['nombre', ''],
    ['nombre', '#¿NOMBRE?'],
    ['apellido', 'x'.repeat(31)],
    ['email', 'a@b@c.com'],
    ['cp', '12'],
    ['provincia', 'Tierra del Fuego'],
    ['modo_entrega', 'moto'],
    ['largo_cm', 'diez'],
    ['peso_g', '0'],
    ['valor', 'mucho'],
  )
  .map(([column, cell]) => ({ kind: 'own', changes: { [column]: cell }, blank: false, trailing: '' }));

/** Generators of files, by the expected result. A generated file gets new order numbers each time. */
export const fileArbitraries = {
  /** All rows become orders. */
  right: fc.record({ rows: rightRows(1), look: readable }),
  /** The last row is refused; the others become orders. */
  wrong: fc.record({ rows: fc.tuple(rightRows(1), wrongRow).map(([rows, last]) => [...rows, last]), look: readable }),
  /** The whole file is refused. */
  unreadable: fc.record({ rows: someRows, look: unreadable }),
  /** No expectation. */
  any: fc.record({
    rows: someRows,
    look: fc.oneof({ weight: 4, arbitrary: readable }, { weight: 1, arbitrary: unreadable }),
  }),
};

type ArbitraryFile = typeof fileArbitraries.any extends fc.Arbitrary<infer T> ? T : never;

/** Writes the bytes of a file. Order numbers contain the file's number, so that files don't share orders. */
export function bytesOf({ rows, look: how }: ArbitraryFile, file: number): Uint8Array {
  const columns = BULK_COLUMNS.filter((column) => !how.without.includes(column));
  const cell = (text: string) =>
    how.quoteAll || /["\r\n]/.test(text) || text.includes(how.delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (cells: readonly string[], behind = '') => cells.join(how.delimiter) + behind + how.newline;
  const made: BulkCells[] = [];
  const lines = rows.map(({ kind, changes: changed, blank, trailing }, index) => {
    const before = made.at(-1);
    const own = bulkCells(index, { nro_orden: `F#-${index + 10}` });
    const base = kind === 'own' || !before ? own : before;
    const cells = { ...base, ...(kind === 'again' ? {} : changed) };
    made.push(cells);
    const written = columns.map((column) => cell(cells[column].replaceAll('F#', `F${file}`)));
    const numbers = how.numbered ? [String(index * 3 + 5)] : [];
    const behind = trailing.replaceAll(';', how.delimiter);
    return (blank ? how.newline : '') + line([...numbers, ...written], behind);
  });
  const header = line([...(how.numbered ? ['fila'] : []), ...columns]);
  const title = how.title === '' ? '' : how.title.replace('\n', how.newline) + how.newline;
  const text = title + header + lines.join('');
  if (how.encoding === 'windows-1252') return Buffer.from(text, 'latin1');
  if (how.encoding === 'utf-16') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  return Buffer.from(how.encoding === 'utf-8' ? text : `\uFEFF${text}`);
}
