import { useEffect } from 'react';

/** A command of the grid's keyboard. */
export type GridCommand =
  | { kind: 'move'; columns: number; rows: number }
  /** Starts editing the cell; `text` replaces its value. */
  | { kind: 'edit'; text?: string }
  | { kind: 'commit' | 'cancel' | 'clear' };

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -10],
  PageDown: [0, 10],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

/**
 * Returns the command of a key; null leaves the key to the browser. Tab moves only while a cell is edited: otherwise it
 * leaves the grid, to avoid a keyboard trap.
 */
export function gridCommand(event: Key, editing: boolean): GridCommand | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (editing) {
    if (key === 'Enter') return { kind: 'commit' };
    if (key === 'Escape') return { kind: 'cancel' };
    if (key === 'Tab') return { kind: 'move', columns: shiftKey ? -1 : 1, rows: 0 };
    return null;
  }
  const [columns, rows] = ARROWS[key] ?? [];
  if (columns !== undefined && rows !== undefined) return { kind: 'move', columns, rows };
  if (key === 'Enter' || key === 'F2') return { kind: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' };
  return key.length === 1 && key !== ' ' ? { kind: 'edit', text: key } : null;
}

/** Calls `onStep` when F8 (1) or Shift F8 (-1) is pressed anywhere: the focus is on the dialog after the file was read. */
export function useF8(onStep: (step: 1 | -1) => void): void {
  useEffect(() => {
    const onF8 = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.defaultPrevented) return;
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', onF8);
    return () => document.removeEventListener('keydown', onF8);
  });
}
