import { cellAt, hasLines } from '#shared/bulk/cells/cell-at.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { orderKey } from '#shared/bulk/rows/group-rows.ts';
import type { BulkLayout } from './bulk-layout.ts';
import { columnIndexes } from './column-indexes.ts';
import { BULK_COLUMNS, type BulkColumn, DOUBTS_COLUMN, emptyCells, ROW_COLUMN, SETTLED_COLUMN } from './columns.ts';

/** Rows that are rows of the template as they are. */
export const templateRows = {
  mapping: null,
  keyOf: orderKey,
  ordersOf: (rows: readonly BulkRow[]) => ({ rows: [...rows], leftOut: [] }),
};

/** Reason of a doubt that the portal left open about a file of another layout; the reason itself isn't sent. */
const LEFT_OPEN = 'El archivo se podía leer de más de una manera. Revisalo';

export function templateLayout(headers: readonly string[], keys: readonly string[]): BulkLayout<BulkColumn> {
  const at = columnIndexes(headers, keys, BULK_COLUMNS);
  const numbered = keys.indexOf(ROW_COLUMN);
  const namesIn = (record: readonly string[], key: string) =>
    cellAt(record, keys.indexOf(key))
      .split(/ *, */)
      .filter((name) => (BULK_COLUMNS as readonly string[]).includes(name)) as BulkColumn[];
  return {
    ...templateRows,
    kind: 'template',
    ...(numbered >= 0 && { rowOf: (record) => Number(cellAt(record, numbered)) }),
    name: 'Plantilla del portal',
    notes: [],
    headerOf: (column) => column,
    settledOf: (record) => namesIn(record, SETTLED_COLUMN),
    cellsOf(record, doubt) {
      for (const column of namesIn(record, DOUBTS_COLUMN)) doubt(column, LEFT_OPEN);
      const cells = emptyCells();
      for (const [column, index] of at) cells[column as BulkColumn] = cellAt(record, index, hasLines(column));
      return cells;
    },
  };
}
