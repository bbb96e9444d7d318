import { type ComponentType, useEffect, useRef, useState } from 'react';
import { messages } from '#shared/kit/messages.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import type { PaletteProps } from '#web/shell/palette/palette.tsx';

/** Milliseconds to wait before the palette's code is preloaded, after the page has loaded. */
const PRELOAD_DELAY_MS = 2_000;

/** Loads the palette's code; once loaded, the palette also opens offline. */
const load = () => import('#web/shell/palette/palette.tsx');

/** Keys typed before a field has loaded. */
interface KeyBuffer {
  text: () => string;
  release: () => void;
}

/** Captures the keyboard: letters are buffered for the field and have no other effect. */
function bufferKeys(): KeyBuffer {
  let text = '';
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
  };
  window.addEventListener('keydown', keep, { capture: true });
  return { text: () => text, release: () => window.removeEventListener('keydown', keep, { capture: true }) };
}

interface PaletteHandle {
  /** Null while the palette is closed. */
  Palette: ComponentType<PaletteProps> | null;
  /** Returns the text that was typed before the palette's code was loaded. */
  typed: () => string;
  open: () => void;
  close: () => void;
}

/** Provides the search palette and functions to open and close it. */
export function usePalette(): PaletteHandle {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  const keyBuffer = useRef<KeyBuffer | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const release = () => {
    keyBuffer.current?.release();
    keyBuffer.current = null;
  };
  // Once the palette is shown, its field has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the palette is shown, and at unmount
  useEffect(() => release, [Palette]);
  return {
    Palette,
    typed: () => keyBuffer.current?.text() ?? '',
    open() {
      if (keyBuffer.current || Palette) return;
      keyBuffer.current = bufferKeys();
      load().then(
        (module) => setPalette(() => module.default),
        () => {
          release();
          alerts.warning(messages.offline);
        },
      );
    },
    close: () => setPalette(null),
  };
}
