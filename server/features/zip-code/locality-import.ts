import Papa from 'papaparse';
import { fold } from '#shared/rules/fold.ts';
import { type Province, type ProvinceLetter, provinceByLetter, provinceByName } from '#shared/rules/provinces.ts';
import { parseZipStart } from '#shared/rules/zip.ts';

/** A locality and its postal code of four digits. Several have the same code, and a city may have several codes. */
export interface Locality {
  code: string;
  city: string;
  province: ProvinceLetter;
}

/** A row that was left out, by its line in the file (the first is 1), and why, in Spanish. */
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

/** The longest city that an order takes (D1 §5). */
const CITY_MAX = 40;

/**
 * Reads a list of postal codes: separated by `;` or `,`, in UTF-8 with or without BOM or in Windows-1252, with a header
 * `code`, `cp` or `codigo_postal`, `city` or `localidad`, `province` or `provincia`, in any order and among others.
 * A code may be a CPA and a province a letter, a name or an alias. Rows that say the same are one row.
 *
 * @returns the good rows in the file's order, and each bad one as a problem; nothing is thrown for what a file says
 */
export function parseLocalities(file: Uint8Array): { rows: Locality[]; problems: LocalityProblem[] } {
  const text = decode(file);
  const rows = new Map<string, Locality>();
  const problems: LocalityProblem[] = [];
  let columns: Columns | null = null;
  let width = 0;
  let line = 1;
  let read = 0;
  // Row by row, so that the whole file never stands in memory as cells too.
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step({ data, errors, meta }, parser) {
      const own = line;
      line += lineBreaks(text.slice(read, meta.cursor));
      read = meta.cursor;
      const cells = data.map((cell) => cell.replace(/\s+/g, ' ').trim());
      if (cells.every((cell) => cell === '')) return;
      if (!columns) {
        const header = columnsOf(cells);
        if (typeof header === 'string') {
          problems.push({ line: own, message: header });
          parser.abort();
          return;
        }
        [columns, width] = [header, cells.length];
        return;
      }
      const place = parseLocality(cells, columns, width, errors.length > 0);
      if (typeof place === 'string') problems.push({ line: own, message: place });
      else {
        const key = `${place.code};${place.province};${fold(place.city)}`;
        if (!rows.has(key)) rows.set(key, place);
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

// Given, not guessed: a guess from the first rows may fall for the commas of 'Tierra del Fuego, Antártida e …'.
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
