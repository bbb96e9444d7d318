import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import { isLonger, takeCodePoints } from '#shared/kit/text/code-points.ts';

/** An invalid cell of a file, described for the person who corrects it. */
export interface CellError<C extends string = BulkColumn> {
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number;
  /** Null for an error of the whole row. */
  column: C | null;
  /** The cell's value, shortened. */
  value: string;
  /** Reason in Spanish. */
  reason: string;
}

/** Reason why a whole file can't be read. */
export type CsvFileErrorCode =
  | 'empty'
  | 'header_only'
  | 'not_csv'
  | 'damaged_text'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'row_too_long'
  | 'open_quote'
  | 'unknown_columns'
  | 'repeated_columns';

/** Error of an unreadable file; `message` is Spanish and contains the remedy. */
export class CsvFileError extends Error {
  readonly code: CsvFileErrorCode;
  /** Headers of the file, if they could be read. */
  readonly headers: readonly string[];

  constructor(code: CsvFileErrorCode, message: string, headers: readonly string[] = []) {
    super(message);
    this.name = 'CsvFileError';
    this.code = code;
    this.headers = headers;
  }
}

/** Shortens a value for display next to a reason. */
export function shortened(value: string): string {
  return isLonger(value, 100) ? `${takeCodePoints(value, 99)}…` : value;
}
