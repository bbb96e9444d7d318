import { gzipSync } from 'node:zlib';
import { BULK_COLUMNS } from '#shared/bulk/layout/columns.ts';
import type { CsvFileErrorCode } from '#shared/bulk/rows/errors.ts';
import { bulkCells, bulkText, manyCells } from './bulk-file-factory.ts';

/** Expected result of a file: the reason of its refusal, or the number of orders and invalid rows. */
export type ExpectedResult = CsvFileErrorCode | { orders: number; wrong?: number };

type Content = string | Uint8Array;

/** Row limit that the corpus assumes. */
export const CORPUS_ROWS = 2000;

let numbers = 0;

/** Builds a valid row with a unique number: files of the corpus may be uploaded one after the other. */
const one = (changes: Parameters<typeof bulkCells>[1] = {}) => {
  numbers += 1;
  return bulkCells(numbers, { nro_orden: `C-${numbers}`, nombre: 'José', localidad: 'Córdoba', ...changes });
};

const text = (changes?: Parameters<typeof bulkCells>[1]) => bulkText([one(changes)]);
const header = BULK_COLUMNS.join(';');
const latin = (value: string) => Buffer.from(value, 'latin1');
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16();

const MICORREO =
  'tipo_producto(obligatorio);largo(obligatorio en CM);ancho(obligatorio en CM);altura(obligatorio en CM);peso(obligatorio en KG);valor_del_contenido(obligatorio en pesos argentinos);provincia_destino(obligatorio);sucursal_destino(obligatorio solo en caso de no ingresar localidad de destino);localidad_destino(obligatorio solo en caso de no ingresar sucursal de destino);calle_destino(obligatorio solo en caso de no ingresar sucursal de destino);altura_destino(obligatorio solo en caso de no ingresar sucursal de destino);piso(opcional);dpto(opcional);codpostal_destino(obligatorio);destino_nombre(obligatorio);destino_email(obligatorio, debe ser un email valido);cod_area_tel(opcional);tel(opcional);cod_area_cel(obligatorio);cel(obligatorio);numero_orden(opcional)';
const correo = (number: string, changes: { peso?: string; branch?: boolean; name?: string } = {}) => {
  const { peso = '1,5', branch = false, name = 'José Luis Peña' } = changes;
  const place = branch ? 'X5000;;;' : ';Córdoba;Bv. Illia;250';
  return `CP;10;20;30;${peso};15.000,50;X;${place};3;B;5000;${name};jose@example.com;;;351;6124480;${number}\r\n`;
};

const shipments = (count: number) => {
  const number = one().nro_orden;
  return bulkText(
    Array.from({ length: count }, (_, index) =>
      one({ nro_orden: number, envio: String(index + 1), nombre: 'Ana', email: 'a@example.com' }),
    ),
  );
};

/** Unusual and hostile files, each with its expected result. @param megabytes size limit of a file */
export const corpus = (
  megabytes: number,
): readonly (readonly [name: string, content: () => Content, verdict: ExpectedResult])[] => [
  // Common files.
  ['the template in UTF-8', () => text(), { orders: 1 }],
  ['UTF-8 with its mark', () => `\uFEFF${text()}`, { orders: 1 }],
  ['Windows-1252', () => latin(text({ calle: 'Pasaje Ñandú' })), { orders: 1 }],
  [
    'commas between cells',
    () =>
      bulkText([one({ observaciones: 'casa, al fondo' })], { delimiter: ',' }).replace(
        'casa, al fondo',
        '"casa, al fondo"',
      ),
    { orders: 1 },
  ],
  ['tabs between cells', () => bulkText([one()], { delimiter: '\t' }), { orders: 1 }],
  ['line feeds', () => bulkText([one(), one()], { newline: '\n' }), { orders: 2 }],
  ['carriage returns alone', () => bulkText([one(), one()], { newline: '\r' }), { orders: 2 }],
  ['mixed line breaks', () => `${header}\n${text().split('\r\n')[1]}\r\n${text().split('\r\n')[1]}\n`, { orders: 2 }],
  ['no line break at the end', () => text().trimEnd(), { orders: 1 }],
  ['empty rows between', () => text().replace('\r\n', '\r\n\r\n;;;;\r\n'), { orders: 1 }],
  ['empty rows above the header', () => `\r\n\r\n${text()}`, { orders: 1 }],
  ['blanks around cells', () => text({ email: '  ana@example.com\u00a0', cp: ' 5000 ' }), { orders: 1 }],
  [
    'every cell in quotes',
    () =>
      text()
        .split('\r\n')
        .map((row) =>
          row
            .split(';')
            .map((cell) => `"${cell}"`)
            .join(';'),
        )
        .slice(0, 2)
        .join('\r\n'),
    { orders: 1 },
  ],
  ['a line break within a cell', () => text({ observaciones: 'timbre\r\nroto' }), { orders: 1 }],
  ['quotes within a cell', () => text({ observaciones: 'dice "no está"' }), { orders: 1 }],
  ['a hint of the delimiter', () => `sep=;\r\n${text()}`, { orders: 1 }],
  ['a hint of another delimiter', () => `sep=|\r\n${text().replaceAll(';', '|')}`, { orders: 1 }],
  [
    'headers in capitals, joined otherwise',
    () => text().replace(header, header.toUpperCase().replaceAll('_', ' ')),
    { orders: 1 },
  ],
  ['headers with asterisks', () => text().replace(header, header.replaceAll(';', '*;')), { orders: 1 }],
  [
    'columns in another order',
    () =>
      text()
        .split('\r\n')
        .map((row) => row.split(';').reverse().join(';'))
        .join('\r\n'),
    { orders: 1 },
  ],
  [
    'further columns',
    () => text().trimEnd().replace(header, `${header};motivo;total`).concat(';nada;9'),
    { orders: 1 },
  ],
  [
    'without the columns that may be left out',
    () =>
      text()
        .split('\r\n')
        .map((row) => row.split(';').slice(0, -2).join(';'))
        .join('\r\n'),
    { orders: 1 },
  ],
  ['delimiters at the end of rows', () => text().replace(/\r\n$/, ';;;\r\n'), { orders: 1 }],
  ['rows that end early', () => text().replace(/;;\r\n$/, '\r\n'), { orders: 1 }],
  ['decimal commas', () => text({ valor: '1500,00', peso_g: '900,5', largo_cm: '30,2' }), { orders: 1 }],
  ['dots between thousands', () => text({ valor: '$ 1.500', peso_g: '1.500' }), { orders: 1 }],
  ['cells made harmless by an apostrophe', () => text({ telefono: "'+54 11 4444-5555" }), { orders: 1 }],
  ['phones with a plus', () => text({ telefono: '+54 9 351 612-4480' }), { orders: 1 }],
  ['emoji and other scripts', () => text({ observaciones: '🏠 по-русски 中文', nombre: 'Zoë' }), { orders: 1 }],
  ['an old mark of the end', () => `${text()}\x1a`, { orders: 1 }],
  ['a file of MiCorreo', () => `\uFEFF${MICORREO}\r\n${correo('MC-A')}`, { orders: 1 }],
  [
    'a file of MiCorreo in Windows-1252',
    () => latin(`${MICORREO}\r\n${correo('MC-B', { peso: '0.5' })}`),
    { orders: 1 },
  ],
  [
    'rows of MiCorreo without a number',
    () => `${MICORREO}\r\n${correo('')}${correo('')}${correo('', { peso: '2' })}`,
    { orders: 3 },
  ],
  ['rows of MiCorreo to a branch', () => `${MICORREO}\r\n${correo('MC-C', { branch: true })}`, { orders: 1 }],
  ['rows of MiCorreo to nobody', () => `${MICORREO}\r\n${correo('MC-D', { name: '' })}`, { orders: 0, wrong: 1 }],
  ['an order of a hundred shipments', () => shipments(100), { orders: 1 }],
  // Files with invalid rows.
  ['an order of 101 shipments', () => shipments(101), { orders: 0, wrong: 101 }],
  [
    'the same row twice',
    () => {
      const cells = one();
      return bulkText([cells, cells]);
    },
    { orders: 0, wrong: 2 },
  ],
  ['a cell of five thousand characters', () => text({ observaciones: 'x'.repeat(5000) }), { orders: 0, wrong: 1 }],
  ['more cells than headers', () => text().replace(/\r\n$/, ';;de más\r\n'), { orders: 0, wrong: 1 }],
  [
    'quotes within a quoted cell',
    () => bulkText([one(), one()]).replace('Bv. Chacabuco', '"Bv. "Florencio" Chacabuco"'),
    { orders: 1, wrong: 1 },
  ],
  [
    'UTF-8 that breaks in the middle',
    () =>
      Buffer.concat([
        Buffer.from(text().trimEnd()),
        Buffer.from('\r\n'),
        Buffer.from(bulkText([one({ barrio: 'A?B' })]).split('\r\n')[1] as string, 'latin1').map((byte) =>
          byte === 63 ? 0xff : byte,
        ),
      ]),
    { orders: 1, wrong: 1 },
  ],
  ['a formula in text that is free', () => text({ observaciones: '=HYPERLINK("http://x")' }), { orders: 1 }],
  ['a formula for a name', () => text({ nombre: '@SUM(1)' }), { orders: 0, wrong: 1 }],
  ['what Excel makes of a missing value', () => latin(text({ apellido: '#¿NOMBRE?' })), { orders: 0, wrong: 1 }],
  ['what Excel makes of a house number', () => text({ altura: '12-may' }), { orders: 0, wrong: 1 }],
  ['what Excel makes of a long number', () => text({ telefono: '5,49E+12' }), { orders: 0, wrong: 1 }],
  ['a quantity of nothing', () => text({ cantidad: '2' }), { orders: 0, wrong: 1 }],
  [
    'an emoji where a reason is cut',
    () => text({ email: `${'x'.repeat(98)}🎉${'x'.repeat(10)}` }),
    { orders: 0, wrong: 1 },
  ],
  [
    'text that is SQL or HTML',
    () => text({ nombre: "'; DROP TABLE x;--", calle: '<script>alert(1)</script>' }),
    { orders: 1 },
  ],
  ['text that turns the writing', () => text({ nombre: 'a\u202eb' }), { orders: 1 }],
  [
    'a column and a number of a prototype',
    () => text({ nro_orden: '__proto__' }).replace(header, `${header};__proto__`),
    { orders: 1 },
  ],
  [
    'numbers out of all bounds',
    () => text({ peso_g: '9'.repeat(400), valor: '1e309', cantidad: '-1', sku: 'X' }),
    { orders: 0, wrong: 1 },
  ],
  // Files that are no CSV files.
  ['nothing', () => '', 'empty'],
  ['a mark alone', () => '\uFEFF', 'empty'],
  ['empty rows alone', () => '\r\n;;;\r\n\r\n', 'empty'],
  ['the header alone', () => `${header}\r\n`, 'header_only'],
  ['the header without a line break', () => header, 'header_only'],
  ['the header with empty rows', () => `${header}\r\n;;;;\r\n\r\n`, 'header_only'],
  ['a renamed xlsx', () => bytes('PK\x03\x04\x14\x00\x06\x00', [0, 1, 2], text()), 'not_csv'],
  ['a renamed xls', () => bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', text()), 'not_csv'],
  ['a PDF', () => bytes('%PDF-1.7\n', text()), 'not_csv'],
  ['a picture', () => bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR'), 'not_csv'],
  ['a compressed bomb', () => gzipSync(Buffer.alloc(20_000_000)), 'not_csv'],
  ['a web page', () => `<html><table><tr><td>${text()}</td></tr></table></html>`, 'not_csv'],
  ['a null byte far behind', () => bulkText(manyCells(1000)).replace('Chacabuco', 'Chaca\0buco'), 'not_csv'],
  ['UTF-16, little end first', () => Buffer.from(`\uFEFF${text()}`, 'utf16le'), { orders: 1 }],
  ['UTF-16, big end first', () => utf16be(`\uFEFF${text()}`), { orders: 1 }],
  ['UTF-16 without its mark', () => Buffer.from(text(), 'utf16le'), { orders: 1 }],
  ['a quote out of place', () => text().replace('Bv. Chacabuco', '"Bv." Chacabuco'), 'open_quote'],
  ['an open quote', () => text({ observaciones: 'x' }).replace(';x;', ';"x;'), 'open_quote'],
  [
    'an open quote before many rows',
    () => bulkText(manyCells(1900)).replace('Bv. Chacabuco', '"Bv. Chacabuco'),
    'open_quote',
  ],
  ['a line as long as the limit', () => Buffer.alloc(megabytes * 1_000_000, 'a'), 'row_too_long'],
  [
    'a row as long as the limit',
    () => Buffer.concat([Buffer.from(text()), Buffer.alloc(megabytes * 1_000_000, 'a')]),
    'row_too_long',
  ],
  [
    'as much as the limit, of quotes',
    () => Buffer.concat([Buffer.from(text()), Buffer.alloc(megabytes * 1_000_000, '"')]),
    'row_too_long',
  ],
  [
    'as much as the limit, of delimiters',
    () => Buffer.concat([Buffer.from(text()), Buffer.alloc(megabytes * 1_000_000, ';')]),
    'row_too_long',
  ],
  [
    'more than the limit',
    () => bulkText(manyCells(1999).map((cells) => ({ ...cells, observaciones: 'x'.repeat(megabytes * 530) }))),
    'too_large',
  ],
  ['more rows than the limit', () => bulkText(manyCells(2001)), 'too_many_rows'],
  [
    'two hundred and one columns',
    () => `${header};${Array.from({ length: 201 }, (_, n) => `c${n}`).join(';')}\r\n`,
    'too_many_columns',
  ],
  ['ten thousand columns', () => `${'a;'.repeat(10_000)}\r\n${'1;'.repeat(10_000)}\r\n`, 'too_many_columns'],
  ['a column twice', () => text().replace(header, `${header};email`), 'repeated_columns'],
  ['a required column missing', () => text().replace(';barrio;', ';zona;'), 'unknown_columns'],
  ['columns of somebody else', () => 'Name,Email,Total\r\nAna,ana@example.com,10\r\n', 'unknown_columns'],
  ['rows without a header', () => text().split('\r\n').slice(1).join('\r\n'), 'unknown_columns'],
  ['JSON', () => JSON.stringify([one(), one()]), 'not_csv'],
  ['a poem', () => 'Setenta balcones hay en esta casa,\nsetenta balcones y ninguna flor.\n', 'unknown_columns'],
];
