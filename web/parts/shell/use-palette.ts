import { type ComponentType, useEffect, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { alerts } from '#web/lib/alerts.ts';
import type { PaletteProps } from '#web/parts/palette/palette.tsx';
import { bufferKeys, type KeyBuffer } from './key-buffer.ts';

/** Milliseconds after which a page has what it needs, so that the palette's code may come: it then opens at once. */
const PRELOAD_DELAY_MS = 2_000;

/** The palette's code, which no page waits for; it opens without a network once it is there. */
const load = () => import('#web/parts/palette/palette.tsx');

interface PaletteHandle {
  /** Null while it is closed. */
  Palette: ComponentType<PaletteProps> | null;
  /** What was typed between its call and its coming. */
  typed: () => string;
  open: () => void;
  close: () => void;
}

/** The search palette, and how to open and close it. */
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
  // Its field has the focus by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has come, and when the page goes
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
