import { useEffect, useRef, useState } from 'react';
import { type RowSelection, type RowSelectionOptions, useRowSelection } from './use-row-selection.ts';

interface BulkActionOptions<T, M extends string>
  extends Omit<RowSelectionOptions<T>, 'blockedReason' | 'max' | 'preferred'> {
  /** Returns why a mode can't take a row; null when it can. */
  blockedReason: Record<M, (row: T) => string | null>;
  /** Maximum number of rows in each mode. */
  max: Record<M, number>;
  /** Rows that the checkbox of a page selects in a mode, if it has any. */
  preferred?: Partial<Record<M, RowSelectionOptions<T>['preferred']>>;
}

/** Mode and selection of a list for an action on many rows at once: printing, paying. */
export interface BulkAction<T, M extends string> extends Omit<RowSelection<T>, 'selection'> {
  mode: M | null;
  enter: (mode: M) => void;
  leave: () => void;
  /** The table's selection; undefined outside of a mode. */
  selection: RowSelection<T>['selection'] | undefined;
}

/**
 * Holds the mode and the selection of a list across pages, page sizes and filters. Leaving a mode returns the focus to
 * the control that entered it.
 */
export function useBulkAction<T, M extends string>(options: BulkActionOptions<T, M>): BulkAction<T, M> {
  const { blockedReason, max, preferred, ...rest } = options;
  const [mode, setMode] = useState<M | null>(null);
  const { selection, ...rowSelection } = useRowSelection({
    ...rest,
    blockedReason: mode === null ? () => null : blockedReason[mode],
    max: mode === null ? 0 : max[mode],
    ...(mode !== null && preferred?.[mode] && { preferred: preferred[mode] }),
  });
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    // The checkboxes and the bar are removed, and with them the focused element.
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
