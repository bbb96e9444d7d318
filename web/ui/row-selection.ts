import { useRef } from 'react';

export type RowId = string | number;

/** Which rows are picked; it survives paging because it holds ids, not positions. */
export interface Selection<Row> {
  ids: ReadonlySet<RowId>;
  onChange: (ids: ReadonlySet<RowId>) => void;
  /** Why a row can't be picked, or null when it can. */
  blocked: (row: Row) => string | null;
  /** Name of a row for its checkbox: 'la orden AQ-20418'. */
  nameOf: (row: Row) => string;
  /** Name of the box that picks the whole page. */
  allLabel: string;
}

interface Picker<Row> {
  /** Turns one row; with `extend`, every row from the last one turned to this. */
  toggle: (row: Row, extend: boolean) => void;
  toggleAll: () => void;
  all: 'all' | 'some' | 'none';
}

/** Turns rows of a page on and off, ranges included. */
export function useRowPicker<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => RowId,
  selection: Selection<Row> | undefined,
): Picker<Row> {
  const anchor = useRef<RowId | null>(null);
  const eligible = selection ? rows.filter((row) => selection.blocked(row) === null) : [];
  const picked = eligible.filter((row) => selection?.ids.has(idOf(row)));

  function put(changed: readonly Row[], on: boolean) {
    const ids = new Set(selection?.ids);
    for (const row of changed) on ? ids.add(idOf(row)) : ids.delete(idOf(row));
    selection?.onChange(ids);
  }

  return {
    all: picked.length === 0 ? 'none' : picked.length === eligible.length ? 'all' : 'some',
    toggleAll: () => put(eligible, picked.length < eligible.length),
    toggle(row, extend) {
      if (!selection || selection.blocked(row) !== null) return;
      const on = !selection.ids.has(idOf(row));
      const from = extend ? eligible.findIndex((other) => idOf(other) === anchor.current) : -1;
      const to = eligible.indexOf(row);
      anchor.current = idOf(row);
      put(from < 0 ? [row] : eligible.slice(Math.min(from, to), Math.max(from, to) + 1), on);
    },
  };
}
