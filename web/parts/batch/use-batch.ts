import { useState } from 'react';
import type { TableSelection } from '#web/ui/table-selection.tsx';

interface BatchOptions<T, M extends string> {
  /** The page that is shown, and how many rows lie before it: what is picked keeps the order of the list. */
  rows: readonly T[] | undefined;
  before: number;
  keyOf: (row: T) => string;
  /** The row's name for its box. */
  nameOf: (row: T) => string;
  /** What each mode can't take, and why; null when it can. */
  why: Record<M, (row: T) => string | null>;
  /** Most rows that one batch of each mode may hold. */
  most: Record<M, number>;
}

/** Picking rows of a list for something that is done with all of them at once: printing, paying. */
export interface Batch<T, M extends string> {
  mode: M | null;
  enter: (mode: M) => void;
  leave: () => void;
  clear: () => void;
  /** The picked rows of all pages, in the order of the list. */
  picked: readonly T[];
  /** Somebody tried to pick more than may be. */
  full: boolean;
  /** For the table; none outside of a mode. */
  selection: TableSelection<T> | undefined;
}

interface Pick<T> {
  row: T;
  place: number;
}

/** Holds the mode of a list and what is picked in it, over pages, sizes and filters. */
export function useBatch<T, M extends string>(options: BatchOptions<T, M>): Batch<T, M> {
  const { rows = [], before, keyOf, nameOf, why, most } = options;
  const [mode, setMode] = useState<M | null>(null);
  const [picks, setPicks] = useState<ReadonlyMap<string, Pick<T>>>(new Map());
  const [full, setFull] = useState(false);

  const clear = () => {
    setPicks(new Map());
    setFull(false);
  };
  const go = (next: M | null) => {
    setMode(next);
    clear();
  };
  if (mode === null) {
    return { mode, enter: go, leave: () => go(null), clear, picked: [], full: false, selection: undefined };
  }

  // What was read again counts as it is now: a shipment that was cancelled meanwhile is no longer picked.
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const valid = [...picks]
    .map(([key, { row, place }]) => ({ key, row: now.get(key) ?? row, place }))
    .filter(({ row }) => why[mode](row) === null)
    .sort((a, b) => a.place - b.place);

  const change = (wanted: ReadonlySet<string>) => {
    const kept = new Map<string, Pick<T>>(
      valid.filter(({ key }) => wanted.has(key)).map(({ key, row, place }) => [key, { row, place }]),
    );
    const added = rows.flatMap((row, index) => {
      const key = keyOf(row);
      return wanted.has(key) && !kept.has(key) ? [[key, { row, place: before + index }] as const] : [];
    });
    const room = Math.max(0, most[mode] - kept.size);
    for (const [key, pick] of added.slice(0, room)) kept.set(key, pick);
    setFull(added.length > room);
    setPicks(kept);
  };

  return {
    mode,
    enter: go,
    leave: () => go(null),
    clear,
    picked: valid.map(({ row }) => row),
    full,
    selection: { selected: new Set(valid.map(({ key }) => key)), onChange: change, why: why[mode], name: nameOf },
  };
}
