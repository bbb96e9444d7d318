import { useEffect, useRef, useState } from 'react';
import { type RowSelection, type RowSelectionOptions, useRowSelection } from './use-row-selection.ts';

interface BulkActionOptions<T, M extends string> extends Omit<RowSelectionOptions<T>, 'blockedReason' | 'max'> {
  /** Reason blockedReason each mode can't take a row; null when it can. */
  blockedReason: Record<M, (row: T) => string | null>;
  /** Most rows that each mode may take. */
  max: Record<M, number>;
}

/** Picking rows of a list for something that is done with all of them at once: printing, paying. */
export interface BulkAction<T, M extends string> extends Omit<RowSelection<T>, 'selection'> {
  mode: M | null;
  enter: (mode: M) => void;
  leave: () => void;
  /** For the table; none outside of a mode. */
  selection: RowSelection<T>['selection'] | undefined;
}

/**
 * Holds the mode of a list and its selection, over pages, sizes and filters. Leaving the mode gives the focus back to
 * what led into it.
 */
export function useBulkAction<T, M extends string>(options: BulkActionOptions<T, M>): BulkAction<T, M> {
  const { blockedReason, max, ...rest } = options;
  const [mode, setMode] = useState<M | null>(null);
  const { selection, ...rowSelection } = useRowSelection({
    ...rest,
    blockedReason: mode === null ? () => null : blockedReason[mode],
    max: mode === null ? 0 : max[mode],
  });
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    // The checkboxes and the bar are gone, and the focus with them.
    const lost = mode === null && document.activeElement === document.body;
    if (lost && opener.current instanceof HTMLElement) opener.current.focus();
  }, [mode]);
  const go = (next: M | null) => {
    setMode(next);
    rowSelection.clear();
  };
  return {
    ...rowSelection,
    mode,
    enter(next) {
      opener.current = document.activeElement;
      go(next);
    },
    leave: () => go(null),
    selection: mode === null ? undefined : selection,
  };
}
