import { useCallback, useMemo, useReducer, useRef } from 'react';
import type { BulkCells, BulkColumn } from '#shared/bulk/columns.ts';
import type { BulkSheet } from '#shared/bulk/sheet.ts';
import type { GridData, GridRow } from '#web/parts/grid/grid-data.ts';

type Counts = ReturnType<BulkSheet['counts']>;

interface SheetInHand {
  data: GridData<BulkColumn>;
  counts: Counts;
  edit: (row: number, column: BulkColumn, value: string) => void;
}

/** The rows of a sheet as the grid draws them; a row is another object only when something of it changed. */
export function useSheet(sheet: BulkSheet): SheetInHand {
  const [revision, bump] = useReducer((count: number) => count + 1, 0);
  const cells = useMemo(() => new Map<number, BulkCells>(sheet.rows().map((row) => [row.row, row.cells])), [sheet]);
  const drawn = useRef({ sheet, rows: new Map<number, GridRow<BulkColumn>>() });
  if (drawn.current.sheet !== sheet) drawn.current = { sheet, rows: new Map() };
  const ids = useMemo(() => [...cells.keys()], [cells]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet is the same object after a correction
  const data = useMemo(() => {
    const row = (id: number): GridRow<BulkColumn> => {
      const { rows } = drawn.current;
      const known = rows.get(id);
      if (known) return known;
      const made = { id, cells: cells.get(id) as BulkCells, problems: sheet.problemsOf(id) };
      rows.set(id, made);
      return made;
    };
    return { ids, row };
  }, [sheet, cells, ids, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet is the same object after a correction
  const counts = useMemo(() => sheet.counts(), [sheet, revision]);

  const edit = useCallback(
    (id: number, column: BulkColumn, value: string) => {
      const touched = sheet.edit(id, column, value);
      cells.set(id, { ...(cells.get(id) as BulkCells), [column]: value.trim() });
      for (const row of touched) drawn.current.rows.delete(row);
      bump();
    },
    [sheet, cells],
  );
  return { data, counts, edit };
}
