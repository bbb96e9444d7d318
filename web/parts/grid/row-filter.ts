import {
  type CellPosition,
  type GridColumn,
  type GridData,
  isDoubtful,
  needsCorrection,
  nextMarked,
} from './grid-data.ts';

/** Rows that the grid lists: all, those with problems, or those with guessed cells. */
export type RowFilter = 'all' | 'wrong' | 'doubtful';

/** Conditions of the rows that a filter lists. */
const ROW_FILTERS = { wrong: needsCorrection, doubtful: isDoubtful };

/** Returns the rows that a filter lists. */
export const idsOf = <C extends string>({ ids, row }: GridData<C>, filter: RowFilter): readonly number[] =>
  filter === 'all' ? ids : ids.filter((id) => ROW_FILTERS[filter](row(id)));

/** The list that follows the end of a list. */
const FOLLOWING: Readonly<Record<RowFilter, RowFilter | null>> = { all: null, wrong: 'doubtful', doubtful: 'wrong' };

/**
 * Returns the next cell to correct or to review after a position, and the filter that lists its row: the errors are followed by
 * the cells to review, and these by the errors that are left.
 *
 * @param shown listed rows, some of which may have been corrected since
 * @returns null when nothing is left to correct or to review
 */
export function nextStop<C extends string>(
  data: GridData<C>,
  columns: readonly GridColumn<C>[],
  { filter, shown }: { filter: RowFilter; shown: readonly number[] },
  from: CellPosition | null,
  step: 1 | -1,
): { filter: RowFilter; cell: CellPosition } | null {
  const next = nextMarked(data, shown, columns, from, step);
  if (next) return { filter, cell: next };
  const following = FOLLOWING[filter];
  const other = following && nextMarked(data, idsOf(data, following), columns, null, step);
  if (other) return { filter: following, cell: other };
  const again = nextMarked(data, shown, columns, null, step);
  return again && { filter, cell: again };
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
