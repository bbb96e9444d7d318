import { useState } from 'react';
import type { Slice } from './slices.ts';

/** The province, or the slice of several, that chart, legend and table point out together. */
export interface Highlight {
  /** Null when nothing is pointed at. */
  name: string | null;
  /** Whether a slice stands for what is pointed at. */
  isOn(slice: Slice): boolean;
  /** Whether it was pressed: then it stays, for fingers can't hover. */
  isPinned(name: string): boolean;
  /** What makes a pointer over a part point at `name`. */
  pointer(name: string): { onPointerEnter: () => void; onPointerLeave: () => void; onClick: () => void };
  /** The same for the keyboard. */
  focus(name: string): { onFocus: () => void; onBlur: () => void };
}

export function useHighlight(): Highlight {
  const [pointed, setPointed] = useState<string | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const name = pointed ?? pinned;
  const leave = () => setPointed(null);
  return {
    name,
    isOn: (slice) => name !== null && [slice, ...slice.provinces].some((part) => part.name === name),
    isPinned: (other) => other === pinned,
    pointer: (other) => ({
      onPointerEnter: () => setPointed(other),
      onPointerLeave: leave,
      onClick: () => setPinned((before) => (before === other ? null : other)),
    }),
    focus: (other) => ({ onFocus: () => setPointed(other), onBlur: leave }),
  };
}
