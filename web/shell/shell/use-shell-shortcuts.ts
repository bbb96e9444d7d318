import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { COMMAND_KEY, startShortcuts, useShortcuts } from '#web/kit/lib/shortcuts.ts';
import type { MenuEntry } from '#web/kit/ui/overlay/menu-entries.tsx';
import { paths } from '#web/paths.ts';

/** Focuses the first field of the page's first form. */
function focusFirstFilter(): void {
  document.querySelector<HTMLElement>('main form :is(input, select):not([type=hidden])')?.focus();
}

/** Shortcuts of every page: search, menu pages, new order, first filter, list of shortcuts. */
export function useShellShortcuts(menu: readonly MenuEntry[], search: () => void, showList: () => void): void {
  const navigate = useNavigate();
  useEffect(startShortcuts, []);
  useShortcuts([
    { keys: `${COMMAND_KEY} K`, label: 'Buscar', run: search },
    ...menu
      .filter(({ shortcut }) => shortcut)
      .map(({ to, label, shortcut = '' }) => ({ keys: shortcut, label, run: () => void navigate(to) })),
    { keys: 'n', label: 'Nueva Orden', run: () => void navigate(paths.newOrder) },
    { keys: '/', label: 'Ir al primer filtro', run: focusFirstFilter },
    { keys: '?', label: 'Ver los atajos', run: showList },
  ]);
}
