import {
  type CellPosition,
  type GridColumn,
  type GridData,
  isDoubtful,
  needsCorrection,
  nextMarked,
  type StopKind,
} from './grid-data.ts';

/** Rows that the grid lists: all, those with problems, or those with guessed cells. */
export type RowFilter = 'all' | 'wrong' | 'doubtful';

/** Conditions of the rows that a filter lists. */
const ROW_FILTERS = { wrong: needsCorrection, doubtful: isDoubtful };

/** Returns the rows that a filter lists. */
export const idsOf = <C extends string>({ ids, row }: GridData<C>, filter: RowFilter): readonly number[] =>
  filter === 'all' ? ids : ids.filter((id) => ROW_FILTERS[filter](row(id)));

/** Returns the kind of cells that a person steps through first: errors, if there are any. */
export const firstKind = <C extends string>({ ids, row }: GridData<C>): StopKind =>
  ids.some((id) => row(id).problems.length > 0) ? 'wrong' : 'doubtful';

const FOLLOWING: Readonly<Record<StopKind, StopKind>> = { wrong: 'doubtful', doubtful: 'wrong' };

/**
 * Returns the next cell to correct or to review after a position, and the filter that lists its row. In every list the errors of all
 * rows are followed by the cells to review, and these by the errors that are left.
 *
 * @param shown listed rows, some of which may have been corrected since
 * @param kind kind of the last stop, which the list of all rows needs: the other lists have a kind of their own
 * @returns null when nothing is left to correct or to review
 */
export function nextStop<C extends string>(
  data: GridData<C>,
  columns: readonly GridColumn<C>[],
  { filter, shown, kind: last }: { filter: RowFilter; shown: readonly number[]; kind: StopKind },
  from: CellPosition | null,
  step: 1 | -1,
): { filter: RowFilter; kind: StopKind; cell: CellPosition } | null {
  const kind = filter === 'all' ? last : filter;
  const following = FOLLOWING[kind];
  const other = filter === 'all' ? { filter, ids: shown } : { filter: following, ids: idsOf(data, following) };
  const candidates = [
    () => ({ filter, kind, cell: nextMarked(data, shown, columns, { kind, from, step }) }),
    () => ({
      filter: other.filter,
      kind: following,
      cell: nextMarked(data, other.ids, columns, { kind: following, from: null, step }),
    }),
    () => ({ filter, kind, cell: nextMarked(data, shown, columns, { kind, from: null, step }) }),
  ];
  for (const candidate of candidates) {
    const { cell, ...stop } = candidate();
    if (cell) return { ...stop, cell };
  }
  return null;
}

/** Selectors of the cells that a filter is about. */
export const MARKED_CELLS: Readonly<Record<RowFilter, string>> = {
  all: 'td[aria-invalid]',
  wrong: 'td[aria-invalid]',
  doubtful: 'td[data-doubtful]',
};

/** Texts of a list without rows. */
export const NO_ROWS: Readonly<Record<RowFilter, string>> = {
  all: 'No hay filas con problemas.',
  wrong: 'No hay filas con problemas.',
  doubtful: 'No hay filas para revisar.',
};
