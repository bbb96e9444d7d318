import { useCallback, useMemo, useReducer } from 'react';
import type { GridData, GridProblem, GridRow } from '#web/kit/grid/grid-data.ts';

/** The editable rows of a file and their errors. */
export interface Sheet<C extends string, N> {
  rows(): { row: number; cells: Record<C, string> }[];
  problemsOf(row: number): GridProblem<C>[];
  counts(): N;
  /** Returns the guessed cells of a row, to be checked by a person. */
  doubtsOf?(row: number): readonly GridProblem<C>[];
  /** Returns why a valid row isn't sent; null otherwise. */
  blockedBy?(row: number): string | null;
  /** Removes a row and returns the rows whose problems may have changed. */
  remove?(row: number): number[];
  /** Changes a cell and returns the rows whose problems may have changed. */
  edit(row: number, column: C, value: string): number[];
}

interface SheetState<C extends string, N> {
  data: GridData<C>;
  counts: N;
  edit: (row: number, column: C, value: string) => void;
  remove: (row: number) => void;
  /** Shows the problems of rows that were checked again without an edit. */
  refresh: (rows: readonly number[]) => void;
}

/**
 * Provides the rows of a sheet for the grid; a row becomes a new object only when it changed.
 *
 * @param noteOf returns a note for a valid row; must be a stable function, because a new one re-renders all rows
 */
export function useSheet<C extends string, N>(
  sheet: Sheet<C, N>,
  noteOf?: (row: number) => string | null,
): SheetState<C, N> {
  const [revision, bump] = useReducer((count: number) => count + 1, 0);
  const cells = useMemo(
    () => new Map<number, Record<C, string>>(sheet.rows().map((row) => [row.row, row.cells])),
    [sheet],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sheet or new notes invalidate all rows
  const rowCache = useMemo(() => new Map<number, GridRow<C>>(), [sheet, noteOf]);
  const [removed, countRemoved] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells stay the same object after a removal
  const ids = useMemo(() => [...cells.keys()], [cells, removed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet stays the same object after a correction
  const data = useMemo(() => {
    const row = (id: number): GridRow<C> => {
      const cachedRow = rowCache.get(id);
      if (cachedRow) return cachedRow;
      const note = noteOf?.(id) ?? null;
      const newRow = {
        id,
        cells: cells.get(id) as Record<C, string>,
        problems: sheet.problemsOf(id),
        doubts: sheet.doubtsOf?.(id) ?? [],
        note,
        held: sheet.blockedBy?.(id) ?? null,
      };
      rowCache.set(id, newRow);
      return newRow;
    };
    return { ids, row };
  }, [sheet, noteOf, cells, ids, rowCache, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet stays the same object after a correction
  const counts = useMemo(() => sheet.counts(), [sheet, revision]);

  const refresh = useCallback(
    (rows: readonly number[]) => {
      for (const row of rows) rowCache.delete(row);
      bump();
    },
    [rowCache],
  );
  const edit = useCallback(
    (id: number, column: C, value: string) => {
      const changedRows = sheet.edit(id, column, value);
      cells.set(id, { ...(cells.get(id) as Record<C, string>), [column]: value.trim() });
      refresh(changedRows);
    },
    [sheet, cells, refresh],
  );
  const remove = useCallback(
    (id: number) => {
      const changedRows = sheet.remove?.(id) ?? [];
      cells.delete(id);
      countRemoved();
      refresh([id, ...changedRows]);
    },
    [sheet, cells, refresh],
  );
  return { data, counts, edit, remove, refresh };
}
