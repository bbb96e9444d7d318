import { type ComponentType, useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { alerts } from '#web/lib/alerts.ts';
import type { PaletteProps } from '#web/parts/palette/palette.tsx';

/** Milliseconds after which a page has what it needs, so that the palette's code may come: it then opens at once. */
const CALM = 2_000;

/** The palette's code, which no page waits for; it opens without a network once it is there. */
const load = () => import('#web/parts/palette/palette.tsx');

/** The search palette while it is open, null otherwise, and how to open and close it. */
export function usePalette(): [Palette: ComponentType<PaletteProps> | null, open: (on: boolean) => void] {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), CALM);
    return () => clearTimeout(timer);
  }, []);
  const open = (on: boolean) => {
    if (!on) setPalette(null);
    else
      load().then(
        (module) => setPalette(() => module.default),
        () => alerts.warning(messages.offline),
      );
  };
  return [Palette, open];
}
