import { type ReactNode, Suspense, useState } from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';

const ShortcutsDialog = lazyWithPreload(() => import('./shortcuts-dialog.tsx'));

/** Provides the dialog that lists the shortcuts of the page, and what opens it. */
export function useShortcutsList(): { dialog: ReactNode; showShortcuts: () => void } {
  const [open, setOpen] = useState(false);
  const dialog = open && (
    <Suspense fallback={null}>
      <ShortcutsDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { dialog, showShortcuts: () => setOpen(true) };
}
