import { encode } from '#shared/bulk/file/encodings.ts';
import type { BULK_COLUMNS, BulkCells } from '#shared/bulk/layout/columns.ts';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';

/** A file as a program of senders writes it, and the readings of its rows. */
export interface ProgramFile {
  program: string;
  bytes: Uint8Array;
  rows: readonly Pick<BulkCells, 'nombre' | 'apellido' | 'calle' | 'localidad'>[];
  /** Whether the file was repaired, so that its cells are doubtful. */
  doubtful: boolean;
}

const PEOPLE = [
  { nombre: 'Íñigo', apellido: 'Muñoz', calle: 'Río Negro', localidad: 'Córdoba' },
  { nombre: 'Ángela', apellido: 'Pérez', calle: 'Güemes', localidad: 'San Martín' },
  { nombre: 'JOSÉ', apellido: 'NÚÑEZ', calle: 'AV. OLAZÁBAL', localidad: 'JUNÍN' },
  { nombre: 'Ana', apellido: 'Vera', calle: 'San Lorenzo', localidad: 'Rosario' },
];

let files = 0;

/** Writes the people's rows. Order numbers are unique, so that files may be uploaded one after the other. */
function textOf(people: typeof PEOPLE, look: { delimiter?: string; newline?: string } = {}): string {
  files += 1;
  return bulkText(
    people.map((person, index) => bulkCells(index, { ...person, nro_orden: `P${files}-${index}` })),
    look,
  );
}

const bytesIn = (encoding: 'windows-1252' | 'macintosh' | 'ibm850', text: string) =>
  encode(text, encoding) as Uint8Array;
const utf8 = (text: string) => new TextEncoder().encode(text);
const readAs = (encoding: 'latin1', bytes: Uint8Array) => Buffer.from(bytes).toString(encoding);
const join = (...parts: Uint8Array[]) => Buffer.concat(parts);
/** Removes the header, to put rows below those of another file. */
const belowHeader = (text: string) => text.slice(text.indexOf('\n') + 1);

const REFERENCES: Readonly<Record<string, string>> = {
  Í: '&Iacute;',
  ñ: '&ntilde;',
  í: '&#237;',
  ó: '&#xF3;',
  Á: '&Aacute;',
  é: '&eacute;',
  ü: '&uuml;',
};
const htmlOf = (text: string) =>
  text.replace(/[^\0-\x7F]/g, (letter) => REFERENCES[letter] ?? `&#${letter.charCodeAt(0)};`);

/** Builds a file of each program. */
export function programFiles(): ProgramFile[] {
  const file = (program: string, bytes: Uint8Array, { rows = PEOPLE, doubtful = false } = {}) => ({
    program,
    bytes,
    rows,
    doubtful,
  });
  const [first = [], second = []] = [PEOPLE.slice(0, 2), PEOPLE.slice(2)];
  return [
    file('Excel in Argentina', bytesIn('windows-1252', textOf(PEOPLE))),
    file('Excel, saved as CSV UTF-8', utf8(`\uFEFF${textOf(PEOPLE)}`)),
    file('Excel, saved as Unicode text', Buffer.from(`\uFEFF${textOf(PEOPLE, { delimiter: '\t' })}`, 'utf16le')),
    file('Excel for Mac', bytesIn('macintosh', textOf(PEOPLE, { newline: '\r' }))),
    file('Numbers', utf8(textOf(PEOPLE, { newline: '\n' }))),
    file('LibreOffice', utf8(textOf(PEOPLE, { delimiter: ',', newline: '\n' }))),
    file('Google Sheets', utf8(textOf(PEOPLE, { delimiter: ',' }))),
    file('an old program for DOS', bytesIn('ibm850', textOf(PEOPLE))),
    file('a shop that escapes HTML', utf8(htmlOf(textOf(PEOPLE, { delimiter: ',' }))), { doubtful: true }),
    file('a shop that escapes HTML, with semicolons', utf8(htmlOf(textOf(PEOPLE))), { doubtful: true }),
    file('a program that reads UTF-8 as ISO-8859-1', utf8(readAs('latin1', utf8(textOf(PEOPLE)))), { doubtful: true }),
    file(
      'a file joined from Google Sheets and Excel',
      join(utf8(textOf(first)), bytesIn('windows-1252', belowHeader(textOf(second)))),
    ),
    file(
      'a file joined from Excel and Excel for Mac',
      join(bytesIn('windows-1252', textOf(first)), bytesIn('macintosh', belowHeader(textOf(second)))),
    ),
    file(
      'a file joined from Excel and an old program for DOS',
      join(bytesIn('windows-1252', textOf(first)), bytesIn('ibm850', belowHeader(textOf(second)))),
    ),
  ];
}

/** Columns with letters beyond ASCII in the files of programs. */
export const PROGRAM_COLUMNS = [
  'nombre',
  'apellido',
  'calle',
  'localidad',
] as const satisfies (typeof BULK_COLUMNS)[number][];
