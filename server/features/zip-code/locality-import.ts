import Papa from 'papaparse';
import { fold } from '#shared/rules/fold.ts';
import { type Province, type ProvinceLetter, provinceByLetter, provinceByName } from '#shared/rules/provinces.ts';
import { parseZipStart } from '#shared/rules/zip.ts';

/** A locality and its four-digit postal code. Localities may share a code, and a city may have several codes. */
export interface Locality {
  code: string;
  city: string;
  province: ProvinceLetter;
}

/** Why a row was skipped: its line in the file, from 1, and a Spanish message. */
export interface LocalityProblem {
  line: number;
  message: string;
}

const COLUMNS = {
  code: ['code', 'cp', 'codigo_postal'],
  city: ['city', 'localidad'],
  province: ['province', 'provincia'],
} as const;

type Columns = Record<keyof typeof COLUMNS, number>;

/** Maximum length of a city in an order (D1 §5). */
const CITY_MAX = 40;

/**
 * Parses a CSV list of postal codes, separated by `;` or `,`, in UTF-8 (with or without BOM) or Windows-1252. Required
 * columns, in any order and among others: `code`, `cp` or `codigo_postal`; `city` or `localidad`; `province` or
 * `provincia`. A code may be a CPA. A province may be a letter, a name or an alias. Duplicate rows are merged.
 *
 * @returns the valid rows in the order of the file, and a problem for each invalid row; never throws for file contents
 */
export function parseLocalities(file: Uint8Array): { rows: Locality[]; problems: LocalityProblem[] } {
  const text = decode(file);
  const rows = new Map<string, Locality>();
  const problems: LocalityProblem[] = [];
  let columns: Columns | null = null;
  let width = 0;
  let line = 1;
  let read = 0;
  // Parses row by row, so that the cells of the whole file are never in memory at once.
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step({ data, errors, meta }, parser) {
      const rowLine = line;
      line += lineBreaks(text.slice(read, meta.cursor));
      read = meta.cursor;
      const cells = data.map((cell) => cell.replace(/\s+/g, ' ').trim());
      if (cells.every((cell) => cell === '')) return;
      if (!columns) {
        const header = columnsOf(cells);
        if (typeof header === 'string') {
          problems.push({ line: rowLine, message: header });
          parser.abort();
          return;
        }
        [columns, width] = [header, cells.length];
        return;
      }
      const locality = parseLocality(cells, columns, width, errors.length > 0);
      if (typeof locality === 'string') problems.push({ line: rowLine, message: locality });
      else {
        const key = `${locality.code};${locality.province};${fold(locality.city)}`;
        if (!rows.has(key)) rows.set(key, locality);
      }
    },
  });
  if (!columns && problems.length === 0) problems.push({ line: 1, message: 'El archivo está vacío' });
  return { rows: [...rows.values()], problems };
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

// Papa's own detection reads the first rows and may mistake the comma of 'Tierra del Fuego, Antártida e …' for a
// delimiter.
function delimiterOf(text: string): ';' | ',' {
  const header = text.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  return header.includes(';') ? ';' : ',';
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function columnsOf(header: string[]): Columns | string {
  const names = header.map((name) => fold(name).replaceAll(' ', '_'));
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const columns = { code: find(COLUMNS.code), city: find(COLUMNS.city), province: find(COLUMNS.province) };
  const missing = (Object.keys(COLUMNS) as (keyof Columns)[]).filter((column) => columns[column] < 0);
  if (missing.length === 0) return columns;
  return `Falta la columna ${missing.map((column) => COLUMNS[column].join(' o ')).join(', ')}`;
}

function parseLocality(cells: string[], columns: Columns, width: number, badQuotes: boolean): Locality | string {
  if (badQuotes) return 'Las comillas no están bien cerradas';
  if (cells.length !== width) return `Tiene ${cells.length} columnas y el encabezado ${width}`;
  const [code = '', city = '', region = ''] = [cells[columns.code], cells[columns.city], cells[columns.province]];
  const zip = parseZipStart(code);
  if (zip?.digits.length !== 4) return `El código postal '${code}' no es válido`;
  const province: Province | null = provinceByLetter(region) ?? provinceByName(region);
  if (!province) return `La provincia '${region}' no existe`;
  if (zip.province && zip.province !== province.letter) return `El código postal '${code}' no es de ${province.name}`;
  if (city === '') return 'Falta la localidad';
  if (city.length > CITY_MAX) return `La localidad '${city}' tiene más de ${CITY_MAX} caracteres`;
  return { code: zip.digits, city, province: province.letter };
}
