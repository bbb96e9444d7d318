import { useCallback, useMemo, useReducer } from 'react';
import type { GridData, GridProblem, GridRow } from '#web/parts/grid/grid-data.ts';

/** The rows of a file in a person's hands, as they are checked. */
export interface Sheet<C extends string, N> {
  rows(): { row: number; cells: Record<C, string> }[];
  problemsOf(row: number): GridProblem<C>[];
  counts(): N;
  /** Why a row isn't sent though nothing is wrong with it. */
  blockedBy?(row: number): string | null;
  /** Leaves a row out and answers the rows whose problems may have changed. */
  remove?(row: number): number[];
  /** Answers the rows whose problems may have changed. */
  edit(row: number, column: C, value: string): number[];
}

interface SheetState<C extends string, N> {
  data: GridData<C>;
  counts: N;
  edit: (row: number, column: C, value: string) => void;
  remove: (row: number) => void;
}

/**
 * The rows of a sheet as the grid draws them; a row is another object only when something of it changed.
 *
 * @param noteOf what is to be said of a row that isn't wrong; the same function as long as it says the same
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another sheet, or with other notes, are drawn anew
  const drawn = useMemo(() => new Map<number, GridRow<C>>(), [sheet, noteOf]);
  const [removed, countRemoved] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are the same object after a removal
  const ids = useMemo(() => [...cells.keys()], [cells, removed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet is the same object after a correction
  const data = useMemo(() => {
    const row = (id: number): GridRow<C> => {
      const known = drawn.get(id);
      if (known) return known;
      const note = noteOf?.(id) ?? null;
      const made = {
        id,
        cells: cells.get(id) as Record<C, string>,
        problems: sheet.problemsOf(id),
        note,
        held: sheet.blockedBy?.(id) ?? null,
      };
      drawn.set(id, made);
      return made;
    };
    return { ids, row };
  }, [sheet, noteOf, cells, ids, drawn, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet is the same object after a correction
  const counts = useMemo(() => sheet.counts(), [sheet, revision]);

  const edit = useCallback(
    (id: number, column: C, value: string) => {
      const touched = sheet.edit(id, column, value);
      cells.set(id, { ...(cells.get(id) as Record<C, string>), [column]: value.trim() });
      for (const row of touched) drawn.delete(row);
      bump();
    },
    [sheet, cells, drawn],
  );
  const remove = useCallback(
    (id: number) => {
      const touched = sheet.remove?.(id) ?? [];
      cells.delete(id);
      for (const row of [id, ...touched]) drawn.delete(row);
      countRemoved();
      bump();
    },
    [sheet, cells, drawn],
  );
  return { data, counts, edit, remove };
}
