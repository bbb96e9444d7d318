import { useState } from 'react';
import { createStore, type Store, useStore } from '#web/kit/lib/store.ts';
import type { TableSelection } from '#web/kit/ui/table/selection.tsx';

export interface RowSelectionOptions<T> {
  /** Rows of the current page. */
  rows: readonly T[] | undefined;
  keyOf: (row: T) => string;
  /** Returns the label of a row's checkbox. */
  nameOf: (row: T) => string;
  /** Returns why a row can't be selected; null when it can. */
  blockedReason: (row: T) => string | null;
  /** Maximum number of selected rows. */
  max: number;
  /** Rows that the checkbox of a page selects, if it has any. */
  preferred?: TableSelection<T>['preferred'];
  /** Keeps the selection while the user visits other pages. */
  kept?: Store<ReadonlyMap<string, T>>;
}

/** Selected rows of a list. */
export interface RowSelection<T> {
  /** Selected rows of all pages, in the order of their selection. */
  selectedRows: readonly T[];
  /** True when the user tried to select more rows than `max`. */
  atLimit: boolean;
  clear: () => void;
  /** Selects further rows, also of other pages. */
  add: (rows: readonly T[]) => void;
  /** The table's selection. */
  selection: TableSelection<T>;
}

/** Holds the selection of a list across pages, page sizes and filters. */
export function useRowSelection<T>({
  rows = [],
  keyOf,
  nameOf,
  blockedReason,
  max,
  preferred,
  kept,
}: RowSelectionOptions<T>): RowSelection<T> {
  const [own] = useState(() => createStore<ReadonlyMap<string, T>>(new Map()));
  const { set: setSelectedByKey } = kept ?? own;
  const selectedByKey = useStore(kept ?? own);
  const [atLimit, setAtLimit] = useState(false);

  // Uses the latest data of a row: a shipment that was cancelled meanwhile is no longer selected.
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const valid = [...selectedByKey]
    .map(([key, row]) => ({ key, row: now.get(key) ?? row }))
    .filter(({ row }) => blockedReason(row) === null);

  const extend = (selection: Map<string, T>, further: readonly T[]) => {
    const added = further.filter((row) => !selection.has(keyOf(row)) && blockedReason(row) === null);
    const room = Math.max(0, max - selection.size);
    for (const row of added.slice(0, room)) selection.set(keyOf(row), row);
    setAtLimit(added.length > room);
    setSelectedByKey(selection);
  };
  const change = (nextKeys: ReadonlySet<string>) => {
    const kept = new Map(valid.filter(({ key }) => nextKeys.has(key)).map(({ key, row }) => [key, row]));
    extend(
      kept,
      rows.filter((row) => nextKeys.has(keyOf(row))),
    );
  };

  return {
    selectedRows: valid.map(({ row }) => row),
    atLimit,
    clear() {
      setSelectedByKey(new Map());
      setAtLimit(false);
    },
    add: (further) => extend(new Map(valid.map(({ key, row }) => [key, row])), further),
    selection: {
      selected: new Set(valid.map(({ key }) => key)),
      onChange: change,
      blockedReason,
      name: nameOf,
      ...(preferred && { preferred }),
    },
  };
}
