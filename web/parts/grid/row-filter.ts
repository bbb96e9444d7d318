import { isDoubtful, needsCorrection } from './grid-data.ts';

/** Rows that the grid lists: all, those with problems, or those with guessed cells. */
export type RowFilter = 'all' | 'wrong' | 'doubtful';

/** Conditions of the rows that a filter lists. */
export const ROW_FILTERS = { wrong: needsCorrection, doubtful: isDoubtful };

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
