/** A column of a grid. */
export interface GridColumn<C extends string> {
  id: C;
  header: string;
}

/** What is wrong with a cell, or with its row as a whole. */
export interface GridProblem<C extends string> {
  column: C | null;
  /** Why it can't stay, in Spanish. */
  reason: string;
}

export interface GridRow<C extends string> {
  /** As its file counts it. */
  id: number;
  cells: Readonly<Record<C, string>>;
  problems: readonly GridProblem<C>[];
  /** What is to be known of it and isn't wrong. */
  note?: string | null;
  /** Why it isn't sent though nothing is wrong with it. */
  held?: string | null;
}

/** Whether a row is shown among those with problems. */
export const needsCorrection = <C extends string>({ problems, held }: GridRow<C>) =>
  problems.length > 0 || Boolean(held);

/** Rows that are corrected in place. Another object whenever something changed, so that the grid draws it again. */
export interface GridData<C extends string> {
  /** Every row, in order. */
  ids: readonly number[];
  row: (id: number) => GridRow<C>;
}

/** A cell: a row and the place of a column. */
export interface CellPosition {
  id: number;
  column: number;
}

/** What is wrong with one cell. */
export function cellProblem<C extends string>(row: GridRow<C>, column: C): string | null {
  return row.problems.find((problem) => problem.column === column)?.reason ?? null;
}

/** What is wrong with a row as a whole. */
export function rowProblem<C extends string>(row: GridRow<C>): string | null {
  return row.problems.find((problem) => problem.column === null)?.reason ?? null;
}

/**
 * The next wrong cell after a place, or the one before it; beyond the last one it begins again. A row that is wrong as a
 * whole counts as wrong in its first cell.
 *
 * @returns null when nothing is wrong
 */
export function nextProblem<C extends string>(
  { row }: GridData<C>,
  ids: readonly number[],
  columns: readonly GridColumn<C>[],
  from: CellPosition | null,
  step: 1 | -1 = 1,
): CellPosition | null {
  const start = Math.max(0, from ? ids.indexOf(from.id) : 0);
  const before = from?.column ?? -1;
  for (let offset = 0; offset <= ids.length; offset++) {
    const id = ids[(((start + step * offset) % ids.length) + ids.length) % ids.length];
    if (id === undefined) return null;
    const wrong = wrongColumns(row(id), columns);
    const beyond = (column: number) => offset > 0 || from === null || (column - before) * step > 0;
    const found = step > 0 ? wrong.find(beyond) : wrong.findLast(beyond);
    if (found !== undefined) return { id, column: found };
  }
  return null;
}

function wrongColumns<C extends string>(row: GridRow<C>, columns: readonly GridColumn<C>[]): number[] {
  if (row.problems.length === 0) return [];
  const whole = rowProblem(row) !== null;
  return columns.flatMap(({ id }, index) => ((whole && index === 0) || cellProblem(row, id) !== null ? [index] : []));
}

/** The cell so far away, within the rows; over the end of a row it goes on in the next one. */
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
