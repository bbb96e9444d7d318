import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import { bulkCells } from './bulk-file-factory.ts';
import { bytesIn, type Cells, COMMAS, EXCEL, type RealFile, utf8, written } from './written-files.ts';

let numbers = 0;

/** Rows of the template below its header, each an order of its own. */
const template = (...rows: Partial<Record<BulkColumn, string>>[]): Cells[] => [
  BULK_COLUMNS,
  ...rows.map((changes) => {
    numbers += 1;
    const cells = bulkCells(numbers, { nro_orden: `R-${numbers}`, ...changes });
    return BULK_COLUMNS.map((column) => cells[column]);
  }),
];

const PEOPLE = [
  { nombre: 'Íñigo', apellido: 'Muñoz', calle: 'Av. Güemes', altura: '1127', piso: '3º', dpto: 'B' },
  { nombre: 'José María', apellido: "O'Higgins", calle: '9 de Julio', altura: '450', piso: '', dpto: '' },
] as const;
const READ = [
  'Íñigo/Muñoz, Av. Güemes 1127 3º B, 5000 Córdoba, 900 g, $ 15000',
  "José María/O'Higgins, 9 de Julio 450, 5000 Córdoba, 900 g, $ 15000",
];

/** Builds a file of each spreadsheet program. */
export const realFiles = (): RealFile[] => [
  {
    program: 'Excel in Argentina, with what it makes of dates, long numbers and decimals',
    bytes: bytesIn(
      'windows-1252',
      written(
        template(
          ...PEOPLE,
          { altura: '12-may' },
          { piso: '46366', valor: '12.500,00', peso_g: '1.500' },
          { telefono: '5,49E+12' },
          { documento: '28.456.789', largo_cm: '30,5', valor: '$ 1.250' },
        ),
        EXCEL,
      ).replaceAll(/\r\n/g, ';;\r\n'),
    ),
    orders: [
      ...READ,
      '! altura: fecha',
      'Lucía/Benítez, Bv. Chacabuco 1127 46366 B, 5000 Córdoba, 1500 g, $ 12500 ? piso: 10/12/2026',
      '! telefono: acortó',
      'Lucía/Benítez, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 1250',
    ],
  },
  {
    program: 'LibreOffice, with all texts in quotes',
    bytes: utf8(
      written(template(...PEOPLE, { dpto: "'12", cp: "'5000", peso_g: '1500.00' }), { ...COMMAS, quotesAll: true }),
    ),
    orders: [...READ, 'Lucía/Benítez, Bv. Chacabuco 1127 3 12, 5000 Córdoba, 1500 g, $ 15000'],
  },
  {
    program: 'Google Sheets, with commas and lines within cells',
    bytes: utf8(
      written(template(...PEOPLE, { calle: 'Bv. Chacabuco\n', valor: '$15,000.00', peso_g: '1,500' }), {
        ...COMMAS,
        newline: '\r\n',
      }),
    ),
    orders: [...READ, 'Lucía/Benítez, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 1500 g, $ 15000'],
  },
  {
    program: 'Numbers on a Mac, with the name of its table above',
    bytes: utf8(
      `Tabla 1${';'.repeat(BULK_COLUMNS.length - 1)}\n${written(template(...PEOPLE, { altura: '1127,0' }), { ...EXCEL, newline: '\n' })}`,
    ),
    orders: [...READ, 'Lucía/Benítez, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 15000'],
  },
  {
    program: 'Excel on an old Mac',
    bytes: bytesIn('macintosh', written(template(...PEOPLE, { piso: 'Planta Baja' }), { ...EXCEL, newline: '\r' })),
    orders: [...READ, 'Lucía/Benítez, Bv. Chacabuco 1127 PB B, 5000 Córdoba, 900 g, $ 15000'],
  },
  {
    program: 'a program for DOS, with blanks up to the width of its columns',
    bytes: bytesIn(
      'ibm850',
      written(
        template(...PEOPLE, { altura: '001127' }).map((cells) => cells.map((cell) => cell.padEnd(14))),
        EXCEL,
      ),
    ),
    orders: [...READ, 'Lucía/Benítez, Bv. Chacabuco 001127 3 B, 5000 Córdoba, 900 g, $ 15000'],
  },
  {
    program: 'Excel, as Unicode text with tabs',
    bytes: Buffer.from(
      `\uFEFF${written(template(...PEOPLE, { cp: 'X5000ABC' }), { ...EXCEL, delimiter: '\t' })}`,
      'utf16le',
    ),
    orders: [...READ, 'Lucía/Benítez, Bv. Chacabuco 1127 3 B, X5000ABC Córdoba, 900 g, $ 15000'],
  },
  {
    program: 'a program that writes HTML and decimals of zero',
    bytes: utf8(
      written(
        template({ nombre: 'I&ntilde;aki', altura: '1127.0', piso: '3.0', cp: '5000.0' }, { nombre: 'Mu\uFFFDoz' }),
        EXCEL,
      ),
    ),
    orders: [
      'Iñaki/Benítez, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 15000 ? nombre: códigos de HTML',
      '! nombre: no se pudo leer',
    ],
  },
];
