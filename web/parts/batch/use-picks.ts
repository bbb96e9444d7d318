import { useState } from 'react';
import type { TableSelection } from '#web/ui/table-selection.tsx';

export interface PicksOptions<T> {
  /** The page that is shown. */
  rows: readonly T[] | undefined;
  keyOf: (row: T) => string;
  /** The row's name for its box. */
  nameOf: (row: T) => string;
  /** Why a row can't be picked; null when it can. */
  why: (row: T) => string | null;
  /** Most rows that may be picked. */
  most: number;
}

/** The picked rows of a list. */
export interface Picks<T> {
  /** Those of all pages, in the order in which they were picked. */
  picked: readonly T[];
  /** Somebody tried to pick more than may be. */
  full: boolean;
  clear: () => void;
  /** For the table. */
  selection: TableSelection<T>;
}

/** Holds what is picked in a list, over pages, sizes and filters. */
export function usePicks<T>({ rows = [], keyOf, nameOf, why, most }: PicksOptions<T>): Picks<T> {
  const [picks, setPicks] = useState<ReadonlyMap<string, T>>(new Map());
  const [full, setFull] = useState(false);

  // What was read again counts as it is now: a shipment that was cancelled meanwhile is no longer picked.
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const valid = [...picks]
    .map(([key, row]) => ({ key, row: now.get(key) ?? row }))
    .filter(({ row }) => why(row) === null);

  const change = (wanted: ReadonlySet<string>) => {
    const kept = new Map(valid.filter(({ key }) => wanted.has(key)).map(({ key, row }) => [key, row]));
    const added = rows.map((row) => [keyOf(row), row] as const).filter(([key]) => wanted.has(key) && !kept.has(key));
    const room = Math.max(0, most - kept.size);
    for (const [key, row] of added.slice(0, room)) kept.set(key, row);
    setFull(added.length > room);
    setPicks(kept);
  };

  return {
    picked: valid.map(({ row }) => row),
    full,
    clear() {
      setPicks(new Map());
      setFull(false);
    },
    selection: { selected: new Set(valid.map(({ key }) => key)), onChange: change, why, name: nameOf },
  };
}
