import { joinSentences } from '#shared/kit/text/sentences.ts';

export interface GridColumn<C extends string> {
  id: C;
  header: string;
}

/** An error of a cell, or of its row as a whole (`column` null). */
export interface GridProblem<C extends string> {
  column: C | null;
  /** Why the value is invalid, in Spanish. */
  reason: string;
}

export interface GridRow<C extends string> {
  /** Row number in the file. */
  id: number;
  cells: Readonly<Record<C, string>>;
  problems: readonly GridProblem<C>[];
  /** Cells to check, whose rows are sent all the same. */
  doubts?: readonly GridProblem<C>[];
  /** Information about a valid row. */
  note?: string | null;
  /** Why a valid row isn't sent. */
  held?: string | null;
}

/** Returns whether a row is listed among the rows with problems. */
export const needsCorrection = <C extends string>({ problems, held }: GridRow<C>) =>
  problems.length > 0 || Boolean(held);

/** Returns whether a row has guessed cells. */
export const isDoubtful = <C extends string>({ doubts = [] }: GridRow<C>) => doubts.length > 0;

/** Returns all reasons of a cell or of a row as sentences; null without any. */
function reasonsAt<C extends string>(marks: readonly GridProblem<C>[], column: C | null): string | null {
  const reasons = new Set(marks.flatMap((mark) => (mark.column === column ? [mark.reason] : [])));
  return joinSentences([...reasons]) || null;
}

/** Returns why one cell should be checked. */
export const cellDoubt = <C extends string>({ doubts = [] }: GridRow<C>, column: C): string | null =>
  reasonsAt(doubts, column);

/** Rows that can be corrected in place; a new object whenever something changed, so that the grid re-renders. */
export interface GridData<C extends string> {
  /** Ids of all rows, in order. */
  ids: readonly number[];
  row: (id: number) => GridRow<C>;
}

/** A cell: the id of its row and the index of its column. */
export interface CellPosition {
  id: number;
  column: number;
}

/** Returns the problems of one cell. */
export const cellProblem = <C extends string>({ problems }: GridRow<C>, column: C): string | null =>
  reasonsAt(problems, column);

/** Whether keeping the value of a cell would settle a doubt: a wrong value can't be kept. */
export const isToKeep = <C extends string>(row: GridRow<C>, column: C) => kindOf(row, column) === 'doubtful';

/** Returns the problems of a row as a whole. */
export const rowProblem = <C extends string>({ problems }: GridRow<C>): string | null => reasonsAt(problems, null);

/** Task at a cell: correct a wrong value, or review a doubtful one. */
export type StopKind = 'wrong' | 'doubtful';

/** Returns the task at a cell; null if it has none. A wrong value is corrected before a doubt about it counts. */
export function kindOf<C extends string>(row: GridRow<C>, column: C): StopKind | null {
  if (cellProblem(row, column) !== null) return 'wrong';
  return cellDoubt(row, column) === null ? null : 'doubtful';
}

/**
 * Returns the next cell of a kind after a position, or the previous one. A row that is invalid as a whole counts as
 * invalid in its first cell.
 *
 * @param from null begins at the first row, or backwards at the last
 * @returns null past the last one
 */
export function nextMarked<C extends string>(
  { row }: GridData<C>,
  ids: readonly number[],
  columns: readonly GridColumn<C>[],
  { kind, from, step }: { kind: StopKind; from: CellPosition | null; step: 1 | -1 },
): CellPosition | null {
  const start = from && ids.includes(from.id) ? ids.indexOf(from.id) : step > 0 ? 0 : ids.length - 1;
  for (let index = start; index >= 0 && index < ids.length; index += step) {
    const id = ids[index] as number;
    const beyond = (column: number) => id !== from?.id || (column - from.column) * step > 0;
    const marked = markedColumns(row(id), columns, kind);
    const found = step > 0 ? marked.find(beyond) : marked.findLast(beyond);
    if (found !== undefined) return { id, column: found };
  }
  return null;
}

function markedColumns<C extends string>(row: GridRow<C>, columns: readonly GridColumn<C>[], kind: StopKind): number[] {
  if (kind === 'wrong' ? row.problems.length === 0 : !isDoubtful(row)) return [];
  const isInvalid = kind === 'wrong' && rowProblem(row) !== null;
  return columns.flatMap(({ id }, index) => ((isInvalid && index === 0) || kindOf(row, id) === kind ? [index] : []));
}

/** Returns the cell at a distance, within the rows; a move past the end of a row continues in the next one. */
export function neighbourCell(
  ids: readonly number[],
  width: number,
  { id, column }: CellPosition,
  by: { columns: number; rows: number },
): CellPosition {
  if (!Number.isFinite(by.columns)) return { id, column: by.columns > 0 ? width - 1 : 0 };
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
  const next = within(ids.indexOf(id) * width + column + by.columns, ids.length * width);
  const row = within(Math.floor(next / width) + by.rows, ids.length);
  return { id: ids[row] ?? id, column: next % width };
}
