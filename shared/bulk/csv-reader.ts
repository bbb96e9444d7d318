import { type BulkLayout, detectLayout } from './column-layout.ts';
import type { BulkColumn } from './columns.ts';
import {
  type CsvRecord,
  createRecordReader,
  firstRecords,
  type RecordReader,
  rowTooLongError,
} from './csv-record-reader.ts';
import { type BulkEncoding, createDecoder } from './detect-encoding.ts';
import { type CellError, CsvFileError, shortened } from './errors.ts';
import { type BulkLimits, DEFAULT_LIMITS, MAX_CELL } from './limits.ts';
import type { BulkMapping } from './mapping.ts';
import { normalizeHeader } from './normalize-header.ts';

/** One row, by template column. */
export interface CsvRow<C extends string> {
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number;
  cells: Record<C, string>;
  /** Errors of reading the row. */
  problems: readonly CellError<C>[];
}

/** One row of a file of orders. */
export type BulkRow = CsvRow<BulkColumn>;

/** Meaning of the columns in a file. */
export interface CsvLayout<C extends string> {
  /** Returns the cells of one row by template column. */
  cellsOf(record: readonly string[]): Record<C, string>;
  /** Returns the row number that the file itself contains; NaN if there is none. */
  rowOf?: (record: readonly string[]) => number;
}

/** A file with a recognised header; its rows are read on demand, once. */
export interface CsvFile<C extends string, L extends CsvLayout<C>> {
  layout: L;
  headers: readonly string[];
  delimiter: string;
  encoding: BulkEncoding;
  /** @throws CsvFileError when a later part of the file can't be decoded */
  rows: AsyncIterable<CsvRow<C>[]>;
}

/** A file of orders with a recognised header. */
export type BulkFile = CsvFile<BulkColumn, BulkLayout>;

export interface ReadOptions {
  limits?: BulkLimits;
  mappings?: readonly BulkMapping[];
}

/** Number of characters for the detection of delimiter and line breaks. */
const SNIFF_CHARS = 65_536;

/** Line by which spreadsheets declare the delimiter; not part of the data. */
const SEP_LINE = /^sep=(.)\r?\n/i;

/** Reads a file of orders in any layout that `detectLayout` recognises. @throws CsvFileError as `openCsvFile` */
export function openBulkFile(
  chunks: AsyncIterable<Uint8Array>,
  { limits = DEFAULT_LIMITS, mappings = [] }: ReadOptions = {},
): Promise<BulkFile> {
  return openCsvFile(chunks, (headers) => detectLayout(headers, mappings), limits);
}

/**
 * Reads a CSV file as a stream, in constant memory (readings S12): `;`, `,` or tab, UTF-8 or Windows-1252, any line
 * break.
 *
 * @param chunks bytes of the file in chunks of any size
 * @param layoutOf recognises the layout by the headers; throws a CsvFileError for unknown headers
 * @throws CsvFileError for a file that is no CSV file or has an unknown header
 */
export async function openCsvFile<C extends string, L extends CsvLayout<C>>(
  chunks: AsyncIterable<Uint8Array>,
  layoutOf: (headers: readonly string[]) => CsvLayout<C> & L,
  limits: BulkLimits,
): Promise<CsvFile<C, L>> {
  const decoder = createDecoder();
  const texts = decoded(chunks, decoder, limits);
  let start = '';
  let more = true;
  while (more && start.length < SNIFF_CHARS) {
    const next = await texts.next();
    if (next.done) more = false;
    else start += next.value;
  }
  const beginning = readHeader(start, more);
  const { reader, headers, delimiter } = beginning;
  const layout = layoutOf(headers);

  async function* rows(): AsyncGenerator<CsvRow<C>[]> {
    let count = 0;
    let blank = 0;
    const numbered = createRowNumbering(layout);
    const taken = (records: readonly CsvRecord[]) => {
      const found = records
        .filter(isFilled)
        .map((record) => rowOf({ ...record, row: numbered(record) }, layout, headers.length));
      count += found.length;
      blank += records.length - found.length;
      if (count > limits.rows || blank > limits.rows) {
        const limit = limits.rows.toLocaleString('es-AR');
        throw new CsvFileError('too_many_rows', `El archivo tiene más de ${limit} filas. Dividilo y subí las partes`);
      }
      return found;
    };
    yield taken(beginning.records);
    if (more) for await (const text of texts) yield taken(reader.push(text));
    if (more) yield taken(reader.end());
    if (count === 0) throw headerOnlyError();
  }

  return { layout, headers, delimiter, encoding: decoder.encoding, rows: rows() };
}

/** Maximum row number in a file's own column: a worksheet has 1,048,576 rows. */
const MAX_ROW_NUMBER = 9_999_999;

/**
 * Numbers rows by the file's own column if there is one. Numbers always increase: they identify the rows of an upload
 * and mark its progress.
 */
function createRowNumbering(layout: CsvLayout<string>): (record: CsvRecord) => number {
  const { rowOf: givenBy } = layout;
  if (!givenBy) return ({ row }) => row;
  let last = 1;
  return ({ cells }) => {
    const given = givenBy(cells);
    last = Number.isInteger(given) && given > last && given <= MAX_ROW_NUMBER ? given : last + 1;
    return last;
  };
}

const emptyFileError = () => new CsvFileError('empty', 'El archivo está vacío');
const headerOnlyError = () => new CsvFileError('header_only', 'El archivo tiene encabezado pero ninguna fila');

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  decoder: ReturnType<typeof createDecoder>,
  { bytes: limit }: BulkLimits,
): AsyncGenerator<string> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw fileTooLargeError(limit);
    yield decoder.push(chunk);
  }
  if (size === 0) throw emptyFileError();
  yield decoder.end();
}

/** Builds the refusal of a file above the size limit. */
export function fileTooLargeError(bytes: number): CsvFileError {
  const limit = Math.floor(bytes / 1024 / 1024);
  return new CsvFileError('too_large', `El archivo pesa más de ${limit} MB. Dividilo y subí las partes`);
}

const isFilled = ({ cells }: CsvRecord) => cells.some((cell) => cell.trim() !== '' && cell.trim() !== '\x1a');

interface ParsedHeader {
  reader: RecordReader;
  delimiter: string;
  headers: string[];
  /** Records after the header in the first part of the file. */
  records: CsvRecord[];
}

/** Finds the header and the delimiter: the delimiter that splits the header into the most columns. */
function readHeader(start: string, more: boolean): ParsedHeader {
  if (/^\s*(?:<(?:!doctype|html|table|\?xml)|[[{])/i.test(start)) {
    throw new CsvFileError('not_csv', 'El archivo no es un CSV. Exportalo como CSV y probá de nuevo');
  }
  const hint = SEP_LINE.exec(start);
  const text = hint ? start.slice(hint[0].length) : start;
  const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  const delimiter = hint?.[1] ?? detectDelimiter(text, newline);
  const reader = createRecordReader(delimiter, newline, hint ? 2 : 1);
  const records = reader.push(text);
  if (!more) records.push(...reader.end());
  const header = records.findIndex(isFilled);
  if (header < 0 && more) throw rowTooLongError(1);
  if (header < 0) throw emptyFileError();
  const headers = (records[header]?.cells ?? []).map((cell) => cell.trim());
  return { reader, delimiter, headers, records: records.slice(header + 1) };
}

function detectDelimiter(text: string, newline: '\n' | '\r'): string {
  const columns = (delimiter: string) => {
    const header = firstRecords(text, delimiter, newline).find((cells) => cells.some((cell) => cell.trim() !== ''));
    return (header ?? []).filter((cell) => normalizeHeader(cell) !== '').length;
  };
  return [';', ',', '\t'].reduce((best, delimiter) => (columns(delimiter) > columns(best) ? delimiter : best));
}

function rowOf<C extends string>(
  { row, cells: record, broken }: CsvRecord,
  layout: CsvLayout<C>,
  columns: number,
): CsvRow<C> {
  const problems: CellError<C>[] = [];
  const wrong = (value: string, reason: string) =>
    problems.push({ row, column: null, value: shortened(value.trim()), reason });
  if (broken) wrong(record.find((cell) => cell.includes('"')) ?? '', 'Hay una comilla (") fuera de lugar');
  const extra = record.slice(columns).find((cell) => cell.trim() !== '');
  if (extra !== undefined) wrong(extra, `La fila tiene más celdas que el encabezado (${columns})`);
  const long = record.find((cell) => cell.length > MAX_CELL);
  if (long !== undefined) wrong(long, `La celda tiene más de ${MAX_CELL.toLocaleString('es-AR')} caracteres`);
  const cells = layout.cellsOf(record);
  if (record.some((cell) => cell.includes('\uFFFD'))) problems.push(...undecodableCellErrors(row, cells));
  return { row, cells, problems };
}

function undecodableCellErrors<C extends string>(row: number, cells: Record<C, string>): CellError<C>[] {
  const reason = 'Tiene un carácter que no se pudo leer. Guardá el archivo como CSV UTF-8';
  return (Object.entries(cells) as [C, string][])
    .filter(([, value]) => value.includes('\uFFFD'))
    .map(([column, value]) => ({ row, column, value: shortened(value), reason }));
}
