import { useState } from 'react';
import type { TableSelection } from '#web/ui/table-selection.tsx';

export interface PicksOptions<T> {
  /** The page that is shown, and how many rows lie before it: what is picked keeps the order of the list. */
  rows: readonly T[] | undefined;
  before: number;
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
  /** Those of all pages, in the order of the list. */
  picked: readonly T[];
  /** Somebody tried to pick more than may be. */
  full: boolean;
  clear: () => void;
  /** For the table. */
  selection: TableSelection<T>;
}

interface Pick<T> {
  row: T;
  place: number;
}

/** Holds what is picked in a list, over pages, sizes and filters. */
export function usePicks<T>({ rows = [], before, keyOf, nameOf, why, most }: PicksOptions<T>): Picks<T> {
  const [picks, setPicks] = useState<ReadonlyMap<string, Pick<T>>>(new Map());
  const [full, setFull] = useState(false);

  // What was read again counts as it is now: a shipment that was cancelled meanwhile is no longer picked.
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const valid = [...picks]
    .map(([key, { row, place }]) => ({ key, row: now.get(key) ?? row, place }))
    .filter(({ row }) => why(row) === null)
    .sort((a, b) => a.place - b.place);

  const change = (wanted: ReadonlySet<string>) => {
    const kept = new Map<string, Pick<T>>(
      valid.filter(({ key }) => wanted.has(key)).map(({ key, row, place }) => [key, { row, place }]),
    );
    const added = rows.flatMap((row, index) => {
      const key = keyOf(row);
      return wanted.has(key) && !kept.has(key) ? [[key, { row, place: before + index }] as const] : [];
    });
    const room = Math.max(0, most - kept.size);
    for (const [key, pick] of added.slice(0, room)) kept.set(key, pick);
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
