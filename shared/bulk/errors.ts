import { isLonger, takeCodePoints } from '#shared/code-points.ts';
import type { BulkColumn } from './columns.ts';

/** One wrong cell of a file, in the words of whoever has to correct it. */
export interface CellError<C extends string = BulkColumn> {
  /** Row as a spreadsheet counts it: the header is the first. */
  row: number;
  /** Null when it is the row as a whole. */
  column: C | null;
  /** What stands there, shortened. */
  value: string;
  /** Why it can't stay, in Spanish. */
  reason: string;
}

/** Why a whole file can't be read. */
export type CsvFileErrorCode =
  | 'empty'
  | 'header_only'
  | 'not_csv'
  | 'utf16'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'row_too_long'
  | 'open_quote'
  | 'unknown_columns'
  | 'repeated_columns';

/** A file that can't be read; `message` is Spanish and says what to do. */
export class CsvFileError extends Error {
  readonly code: CsvFileErrorCode;
  /** Headers of the file, where they could be read. */
  readonly headers: readonly string[];

  constructor(code: CsvFileErrorCode, message: string, headers: readonly string[] = []) {
    super(message);
    this.name = 'CsvFileError';
    this.code = code;
    this.headers = headers;
  }
}

/** A value as it is shown beside a reason. */
export function shortened(value: string): string {
  return isLonger(value, 100) ? `${takeCodePoints(value, 99)}…` : value;
}
