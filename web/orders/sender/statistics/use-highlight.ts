import { useState } from 'react';
import type { Slice } from './slices.ts';

/** The province or slice that is highlighted in chart, legend and table at once. */
export interface Highlight {
  /** Name of the province or slice; null without highlight. */
  name: string | null;
  /** Returns whether a slice is highlighted or contains the highlighted province. */
  isOn(slice: Slice): boolean;
  /** Returns whether the highlight is pinned by a click, since touch screens have no hover. */
  isPinned(name: string): boolean;
  /** Returns pointer handlers that highlight `name` on hover and pin it on click. */
  pointer(name: string): { onPointerEnter: () => void; onPointerLeave: () => void; onClick: () => void };
  /** Returns keyboard focus handlers that highlight `name`. */
  focus(name: string): { onFocus: () => void; onBlur: () => void };
}

export function useHighlight(): Highlight {
  const [hovered, setHovered] = useState<string | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const name = hovered ?? pinned;
  const leave = () => setHovered(null);
  return {
    name,
    isOn: (slice) => name !== null && [slice, ...slice.provinces].some((part) => part.name === name),
    isPinned: (other) => other === pinned,
    pointer: (other) => ({
      onPointerEnter: () => setHovered(other),
      onPointerLeave: leave,
      onClick: () => setPinned((before) => (before === other ? null : other)),
    }),
    focus: (other) => ({ onFocus: () => setHovered(other), onBlur: leave }),
  };
}
