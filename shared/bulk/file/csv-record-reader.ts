import papaparse from 'papaparse';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { MAX_COLUMNS, MAX_ROW } from '#shared/bulk/rows/limits.ts';

/** One row of a file, before its columns are interpreted. */
export interface CsvRecord {
  /** Row number as in a spreadsheet: line breaks within a cell don't count, empty rows do. */
  row: number;
  cells: string[];
  /** True when a quote is misplaced. */
  broken: boolean;
}

/** Parses text into rows as it arrives; keeps at most one row in memory. */
export interface RecordReader {
  /** @throws CsvFileError for a row that doesn't end */
  push(text: string): CsvRecord[];
  end(): CsvRecord[];
}

/** Number of first rows that must contain the header. */
const PREVIEW_ROWS = 20;

interface Parsed {
  data: string[][];
  errors: { code: string; row?: number }[];
  meta: { cursor: number };
}

/**
 * @param first number of the first row
 */
export function createRecordReader(delimiter: string, newline: '\n' | '\r', first = 1): RecordReader {
  // Papa's streams need a File or a Node stream; its parser accepts text from any source.
  const parser = new papaparse.Parser({ delimiter, newline });
  let pending = '';
  let row = first;

  function take(last: boolean): CsvRecord[] {
    const { data, errors, meta } = parser.parse(pending, 0, !last) as Parsed;
    const broken = new Set(errors.filter(({ code }) => code === 'InvalidQuotes').map((error) => error.row));
    const open = errors.find(({ code }) => code === 'MissingQuotes');
    if (last && open) throw unclosedQuoteError(row + (open.row ?? data.length - 1));
    const records = data.map((cells, index) => ({ row: row + index, cells, broken: broken.has(index) }));
    row += data.length;
    pending = last ? '' : pending.slice(meta.cursor);
    const wide = records.find(({ cells }) => cells.length > MAX_COLUMNS);
    if (wide) {
      throw new CsvFileError('too_many_columns', `La fila ${wide.row} tiene más de ${MAX_COLUMNS} columnas`);
    }
    if (pending.length > MAX_ROW) throw unterminatedRowError(pending, newline, row);
    return records;
  }

  return {
    push(text) {
      pending += text;
      return take(false);
    },
    end: () => (pending === '' ? [] : take(true)),
  };
}

/** Returns the cells of a text's first rows, as far as they can be parsed. */
export function firstRecords(text: string, delimiter: string, newline: '\n' | '\r'): string[][] {
  return (new papaparse.Parser({ delimiter, newline, preview: PREVIEW_ROWS }).parse(text, 0, false) as Parsed).data;
}

const unclosedQuoteError = (row: number) =>
  new CsvFileError('open_quote', `Hay una comilla (") sin cerrar en la fila ${row}. Corregila y probá de nuevo`);

function unterminatedRowError(pending: string, newline: string, row: number): CsvFileError {
  if (pending.includes('"') && pending.includes(newline)) return unclosedQuoteError(row);
  return rowTooLongError(row);
}

/** Builds the refusal of a row that doesn't end. */
export function rowTooLongError(row: number): CsvFileError {
  const limit = MAX_ROW.toLocaleString('es-AR');
  return new CsvFileError('row_too_long', `La fila ${row} tiene más de ${limit} caracteres. ¿Faltan saltos de línea?`);
}
