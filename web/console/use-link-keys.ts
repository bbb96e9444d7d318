import type { RefObject } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';

/** Moves the focus along the links of a table's rows with J and K. */
export function useLinkKeys(table: RefObject<HTMLElement | null>): void {
  const move = (step: number) => {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>('td a') ?? [])];
    const next = links.indexOf(document.activeElement as HTMLAnchorElement) + step;
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
  };
  useShortcuts([
    { keys: 'j', label: 'Siguiente', repeats: true, run: () => move(1) },
    { keys: 'k', label: 'Anterior', repeats: true, run: () => move(-1) },
  ]);
}
