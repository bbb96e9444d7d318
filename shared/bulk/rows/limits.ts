/** Limits of one file. `rows` and `bytes` are settings of the server (`BULK_MAX_ROWS`, `BULK_MAX_MB`). */
export interface BulkLimits {
  /** Maximum number of rows below the header. */
  rows: number;
  bytes: number;
}

export const DEFAULT_LIMITS: BulkLimits = { rows: 100_000, bytes: 50 * 1024 * 1024 };

/** Maximum number of columns in a file, and of characters in a cell. Shopify's exports have 79 columns. */
export const MAX_COLUMNS = 200;
export const MAX_CELL = 4096;

/** Number of characters in a row that are read between two pauses, with the cell that exceeds it. */
export const STEP_CHARACTERS = 1000;

/** Maximum number of characters of a name or an address that is divided into its parts: longer ones are something else. */
export const MAX_DIVIDED = 200;

/** Maximum number of characters in a row: a longer row lacks a line break or a quote. */
export const MAX_ROW = 64 * MAX_CELL;

/** Maximum length of a floor and of an apartment (D1 §5). */
export const UNIT_MAX = 10;
