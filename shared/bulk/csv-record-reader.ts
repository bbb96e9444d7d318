import papaparse from 'papaparse';
import { CsvFileError } from './errors.ts';
import { MAX_COLUMNS, MAX_ROW } from './limits.ts';

/** One row of a file, whatever its columns mean. */
export interface CsvRecord {
  /** As a spreadsheet counts it: line breaks within a cell don't count, empty rows do. */
  row: number;
  cells: string[];
  /** A quote stands where none can be. */
  broken: boolean;
}

/** Turns text into rows as it arrives, keeping no more of it than one row. */
export interface RecordReader {
  /** @throws CsvFileError for a row without end */
  push(text: string): CsvRecord[];
  end(): CsvRecord[];
}

/** Rows within which a header must come. */
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
  // Papa's own streams want a File or a Node stream; its parser takes text wherever that comes from.
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

/** The cells of the first rows of a text, as far as they can be told apart. */
export function firstRecords(text: string, delimiter: string, newline: '\n' | '\r'): string[][] {
  return (new papaparse.Parser({ delimiter, newline, preview: PREVIEW_ROWS }).parse(text, 0, false) as Parsed).data;
}

const unclosedQuoteError = (row: number) =>
  new CsvFileError('open_quote', `Hay una comilla (") sin cerrar en la fila ${row}. Corregila y probá de nuevo`);

function unterminatedRowError(pending: string, newline: string, row: number): CsvFileError {
  if (pending.includes('"') && pending.includes(newline)) return unclosedQuoteError(row);
  return rowTooLongError(row);
}

/** Refusal of a row that doesn't end. */
export function rowTooLongError(row: number): CsvFileError {
  const most = MAX_ROW.toLocaleString('es-AR');
  return new CsvFileError('row_too_long', `La fila ${row} tiene más de ${most} caracteres. ¿Faltan saltos de línea?`);
}
