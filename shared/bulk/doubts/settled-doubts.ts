import { hasLines, plainCell } from '#shared/bulk/cells/cell-at.ts';
import type { CsvRow } from '#shared/bulk/file/csv-reader.ts';
import type { CellError } from '#shared/bulk/rows/errors.ts';
import { isSameName } from './divided-text.ts';

/**
 * The doubts of a file's cells that a person settled by keeping the values. Another value of the cell is another doubt, as is another
 * reason, which names the cells that it follows from.
 */
export class SettledDoubts<C extends string> {
  readonly #keys: Set<string>;

  /** @param settled those of another sheet, some of whose rows this one has */
  constructor(settled?: SettledDoubts<C>) {
    this.#keys = new Set(settled ? settled.#keys : []);
  }

  /** @param value the whole cell, which the doubt shortens */
  add(doubt: CellError<C>, value: string): void {
    this.#keys.add(keyOf(doubt, value));
  }

  has(doubt: CellError<C>, value: string): boolean {
    return this.#keys.size > 0 && this.#keys.has(keyOf(doubt, value));
  }
}

/**
 * Returns a row with another value of a cell, without reading errors and reading doubts of the former value. Settles the doubts about a
 * value that is kept; of a divided name, the doubt about the other part as well.
 *
 * @param value as typed
 * @param doubts the open doubts of the row
 */
export function editCell<C extends string>(
  { row, cells, ...read }: CsvRow<C>,
  { column, value }: { column: C; value: string },
  { doubts: open, settled }: { doubts: readonly CellError<C>[]; settled: SettledDoubts<C> },
): CsvRow<C> {
  const cell = plainCell(value, hasLines(column));
  const kept = cell === cells[column] ? open.filter((doubt) => doubt.column === column) : [];
  for (const doubt of kept) settled.add(doubt, cell);
  const problems = read.problems.filter((problem) => problem.column !== null && problem.column !== column);
  const doubts = read.doubts?.filter((doubt) => doubt.column !== column && !kept.some((one) => isSameName(one, doubt)));
  return { row, cells: { ...cells, [column]: cell }, problems, ...(doubts && { doubts }) };
}

const keyOf = <C extends string>({ row, column, reason }: CellError<C>, value: string) =>
  JSON.stringify([row, column, value, reason]);
