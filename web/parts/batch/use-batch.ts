import { useEffect, useRef, useState } from 'react';
import { type Picks, type PicksOptions, usePicks } from './use-picks.ts';

interface BatchOptions<T, M extends string> extends Omit<PicksOptions<T>, 'why' | 'most'> {
  /** What each mode can't take, and why; null when it can. */
  why: Record<M, (row: T) => string | null>;
  /** Most rows that one batch of each mode may hold. */
  most: Record<M, number>;
}

/** Picking rows of a list for something that is done with all of them at once: printing, paying. */
export interface Batch<T, M extends string> extends Omit<Picks<T>, 'selection'> {
  mode: M | null;
  enter: (mode: M) => void;
  leave: () => void;
  /** For the table; none outside of a mode. */
  selection: Picks<T>['selection'] | undefined;
}

/**
 * Holds the mode of a list and what is picked in it, over pages, sizes and filters. Leaving the mode gives the focus back to
 * what led into it.
 */
export function useBatch<T, M extends string>(options: BatchOptions<T, M>): Batch<T, M> {
  const { why, most, ...rest } = options;
  const [mode, setMode] = useState<M | null>(null);
  const { selection, ...picks } = usePicks({
    ...rest,
    why: mode === null ? () => null : why[mode],
    most: mode === null ? 0 : most[mode],
  });
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    // The checkboxes and the bar are gone, and the focus with them.
    const lost = mode === null && document.activeElement === document.body;
    if (lost && opener.current instanceof HTMLElement) opener.current.focus();
  }, [mode]);
  const go = (next: M | null) => {
    setMode(next);
    picks.clear();
  };
  return {
    ...picks,
    mode,
    enter(next) {
      opener.current = document.activeElement;
      go(next);
    },
    leave: () => go(null),
    selection: mode === null ? undefined : selection,
  };
}
