import { damageOf, repairRow } from '#shared/bulk/doubts/damaged-cells.ts';
import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import { type CellError, CsvFileError, shortened } from '#shared/bulk/rows/errors.ts';
import { type BulkLimits, MAX_CELL, STEP_CHARACTERS } from '#shared/bulk/rows/limits.ts';
import { emptyFileError, isFilled, readHeader } from './csv-header.ts';
import type { CsvRecord } from './csv-record-reader.ts';
import { controlsReason } from './damaged-text.ts';
import { createDecoder } from './detect-encoding.ts';
import type { BulkEncoding } from './encodings.ts';

/** One row, by template column. */
export interface CsvRow<C extends string> {
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number;
  cells: Record<C, string>;
  /** Errors of reading the row. */
  problems: readonly CellError<C>[];
  /** Cells whose values were guessed, repaired, or look damaged: a person should check them, but they are sent. */
  doubts?: readonly CellError<C>[];
  /** Columns whose doubts a person settled before the file was written. */
  settled?: readonly C[];
  /** What the file says where the cell was converted: the whole address of a street, kilos of grams. */
  typed?: Readonly<Partial<Record<C, string>>>;
}

/** One row of a file of orders. */
export type BulkRow = CsvRow<BulkColumn>;

/** Meaning of the columns in a file. */
export interface CsvLayout<C extends string> {
  /**
   * Returns the cells of one row by template column.
   *
   * @param doubt receives each column whose cell was guessed, with the reason
   * @param refuse receives each column whose cell can't be read, with the reason
   * @param typed receives what the file says for each column whose cell was converted, with its unit
   */
  cellsOf(
    record: readonly string[],
    doubt: (column: C, reason: string) => void,
    refuse: (column: C, reason: string) => void,
    typed: (column: C, text: string) => void,
  ): Record<C, string>;
  /** Returns the row number that the file itself contains; NaN if there is none. */
  rowOf?: (record: readonly string[]) => number;
  /** Returns the columns whose doubts a person settled before, by the file's own column. */
  settledOf?: (record: readonly string[]) => readonly C[];
}

/** A file with a recognised header; its rows are read on demand, once. */
export interface CsvFile<C extends string, L extends CsvLayout<C>> {
  layout: L;
  headers: readonly string[];
  delimiter: string;
  encoding: BulkEncoding;
  /**
   * Single rows, none where the file has blank ones.
   *
   * @throws CsvFileError when a later part of the file can't be decoded
   */
  rows: AsyncIterable<CsvRow<C>[]>;
}

/** Lets other work go on, if it has waited long enough. */
export type Pause = () => Promise<void>;

/** Number of bytes that are divided into rows at once. */
const STEP_BYTES = 65_536;

/** Number of characters for the detection of delimiter and line breaks. */
const SNIFF_CHARS = 65_536;

/**
 * Reads a CSV file as a stream, in constant memory (readings S12): `;`, `,` or tab, any encoding of
 * `createDecoder`, any line break. Repairs damaged text, and marks it as doubtful.
 *
 * @param chunks bytes of the file in chunks of any size
 * @param layoutOf recognises the layout by the headers; throws a CsvFileError for unknown headers
 * @param pause called between lines, cells and rows: yields to the event loop where other work must go on
 * @throws CsvFileError for a file that is no CSV file or has an unknown header
 */
export async function openCsvFile<C extends string, L extends CsvLayout<C>>(
  chunks: AsyncIterable<Uint8Array>,
  layoutOf: (headers: readonly string[]) => CsvLayout<C> & L,
  limits: BulkLimits,
  pause: Pause = async () => undefined,
): Promise<CsvFile<C, L>> {
  const decoder = createDecoder({ marksGuesses: true });
  const texts = decoded(chunks, decoder, limits, pause);
  let start = '';
  let more = true;
  while (more && start.length < SNIFF_CHARS) {
    const next = await texts.next();
    if (next.done) more = false;
    else start += next.value;
  }
  const { reader, headers, delimiter, records, layout } = readHeader(start, more, layoutOf);

  async function* rows(): AsyncGenerator<CsvRow<C>[]> {
    let count = 0;
    let blank = 0;
    const numbered = createRowNumbering(layout);
    async function* taken(records: readonly CsvRecord[]): AsyncGenerator<CsvRow<C>[]> {
      for (const record of records) {
        if (isFilled(record)) count += 1;
        else blank += 1;
        if (count > limits.rows || blank > limits.rows) throw tooManyRowsError(limits);
        if (isFilled(record)) {
          const steps = rowOf({ ...record, row: numbered(record) }, layout, { columns: headers.length, delimiter });
          let step = steps.next();
          for (; !step.done; step = steps.next()) await pause();
          yield [step.value];
        } else yield [];
        await pause();
      }
    }
    yield* taken(records);
    if (more) for await (const text of texts) yield* taken(reader.push(text));
    if (more) yield* taken(reader.end());
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

function tooManyRowsError({ rows }: BulkLimits): CsvFileError {
  const limit = rows.toLocaleString('es-AR');
  return new CsvFileError('too_many_rows', `El archivo tiene más de ${limit} filas. Dividilo y subí las partes`);
}

const headerOnlyError = () => new CsvFileError('header_only', 'El archivo tiene encabezado pero ninguna fila');

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  decoder: ReturnType<typeof createDecoder>,
  { bytes: limit }: BulkLimits,
  pause: Pause,
): AsyncGenerator<string> {
  async function joined(parts: Iterable<string>): Promise<string> {
    let text = '';
    for (const part of parts) {
      text += part;
      await pause();
    }
    return text;
  }
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw fileTooLargeError(limit);
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      yield await joined(decoder.push(chunk.subarray(at, at + STEP_BYTES)));
    }
  }
  if (size === 0) throw emptyFileError();
  yield await joined(decoder.end());
}

/** Builds the refusal of a file above the size limit. */
export function fileTooLargeError(bytes: number): CsvFileError {
  const limit = Math.floor(bytes / 1024 / 1024);
  return new CsvFileError('too_large', `El archivo pesa más de ${limit} MB. Dividilo y subí las partes`);
}

/** Reads a row. Stops after each `STEP_CHARACTERS`. */
function* rowOf<C extends string>(
  { row, cells: written, broken }: CsvRecord,
  layout: CsvLayout<C>,
  { columns, delimiter }: { columns: number; delimiter: string },
): Generator<void, CsvRow<C>> {
  const { cells: record, notes } = yield* repairRow(written, delimiter);
  const problems: CellError<C>[] = [];
  const wrong = (value: string, reason: string) =>
    problems.push({ row, column: null, value: shortened(value.trim()), reason });
  if (broken) wrong(record.find((cell) => cell.includes('"')) ?? '', 'Hay una comilla (") fuera de lugar');
  const extra = record.slice(columns).find((cell) => cell.trim() !== '');
  if (extra !== undefined) wrong(extra, `La fila tiene más celdas que el encabezado (${columns})`);
  const long = record.find((cell) => cell.length > MAX_CELL);
  if (long !== undefined) wrong(long, `La celda tiene más de ${MAX_CELL.toLocaleString('es-AR')} caracteres`);
  const guessed: [column: C, reason: string][] = [];
  const refused: [column: C, reason: string][] = [];
  const typed: Partial<Record<C, string>> = {};
  const cells = layout.cellsOf(
    // A longer cell is refused: nothing more is read in it.
    long === undefined ? record : record.map((cell) => cell.slice(0, MAX_CELL)),
    (column, reason) => guessed.push([column, reason]),
    (column, reason) => refused.push([column, reason]),
    (column, text) => {
      typed[column] = text;
    },
  );
  const errorOf = ([column, reason]: [column: C, reason: string]): CellError<C> => ({
    row,
    column,
    value: shortened(cells[column]),
    reason,
  });
  problems.push(...refused.map(errorOf));
  if (record.some((cell) => cell.includes('\uFFFD'))) problems.push(...undecodableCellErrors(row, cells));
  const damaged: typeof guessed = [];
  let read = 0;
  for (const [column, value] of Object.entries(cells) as [C, string][]) {
    const controls = value.length > MAX_CELL ? null : controlsReason(value);
    if (controls) problems.push(errorOf([column, controls]));
    const reason = value === '' || value.includes('\uFFFD') ? null : damageOf(column, value, notes);
    if (reason) damaged.push([column, reason]);
    read += value.length;
    if (read < STEP_CHARACTERS) continue;
    read = 0;
    yield;
  }
  const settled = layout.settledOf?.(record) ?? [];
  const isConverted = Object.keys(typed).length > 0;
  return {
    row,
    cells,
    problems,
    ...(damaged.length + guessed.length > 0 && { doubts: [...damaged, ...guessed].map(errorOf) }),
    ...(settled.length > 0 && { settled }),
    ...(isConverted && { typed }),
  };
}

function undecodableCellErrors<C extends string>(row: number, cells: Record<C, string>): CellError<C>[] {
  const reason = 'Tiene un carácter que no se pudo leer. Guardá el archivo como CSV UTF-8';
  return (Object.entries(cells) as [C, string][])
    .filter(([, value]) => value.includes('\uFFFD'))
    .map(([column, value]) => ({ row, column, value: shortened(value), reason }));
}
