/** What one file may hold. `rows` and `bytes` are settings of the server (`BULK_MAX_ROWS`, `BULK_MAX_MB`). */
export interface BulkLimits {
  /** Rows below the header. */
  rows: number;
  bytes: number;
}

export const DEFAULT_LIMITS: BulkLimits = { rows: 100_000, bytes: 50 * 1024 * 1024 };

/** Most columns of a file, and most characters of a cell. */
export const MAX_COLUMNS = 64;
export const MAX_CELL = 4096;

/** Most characters of one row: one that is longer has lost its line break or a quote. */
export const MAX_ROW = MAX_COLUMNS * MAX_CELL;
