import { useState } from 'react';
import type { TableSelection } from '#web/ui/table-selection.tsx';

export interface RowSelectionOptions<T> {
  /** The page that is shown. */
  rows: readonly T[] | undefined;
  keyOf: (row: T) => string;
  /** The row's name for its box. */
  nameOf: (row: T) => string;
  /** Reason blockedReason a row can't be selected; null when it can. */
  blockedReason: (row: T) => string | null;
  /** Maximum number of selected rows. */
  max: number;
}

/** Selected rows of a list. */
export interface RowSelection<T> {
  /** Those of all pages, in the order of their selection. */
  selectedRows: readonly T[];
  /** Somebody tried to pick more than may be. */
  atLimit: boolean;
  clear: () => void;
  /** For the table. */
  selection: TableSelection<T>;
}

/** Holds the selection of a list, over pages, sizes and filters. */
export function useRowSelection<T>({
  rows = [],
  keyOf,
  nameOf,
  blockedReason,
  max,
}: RowSelectionOptions<T>): RowSelection<T> {
  const [selectedByKey, setSelectedByKey] = useState<ReadonlyMap<string, T>>(new Map());
  const [atLimit, setAtLimit] = useState(false);

  // What was read again counts as it is now: a shipment that was cancelled meanwhile is no longer selected.
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const valid = [...selectedByKey]
    .map(([key, row]) => ({ key, row: now.get(key) ?? row }))
    .filter(({ row }) => blockedReason(row) === null);

  const change = (wanted: ReadonlySet<string>) => {
    const kept = new Map(valid.filter(({ key }) => wanted.has(key)).map(({ key, row }) => [key, row]));
    const added = rows.map((row) => [keyOf(row), row] as const).filter(([key]) => wanted.has(key) && !kept.has(key));
    const room = Math.max(0, max - kept.size);
    for (const [key, row] of added.slice(0, room)) kept.set(key, row);
    setAtLimit(added.length > room);
    setSelectedByKey(kept);
  };

  return {
    selectedRows: valid.map(({ row }) => row),
    atLimit,
    clear() {
      setSelectedByKey(new Map());
      setAtLimit(false);
    },
    selection: { selected: new Set(valid.map(({ key }) => key)), onChange: change, blockedReason, name: nameOf },
  };
}
