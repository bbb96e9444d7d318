import { type ReactNode, useState } from 'react';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';

const ShortcutsDialog = lazyWithPreload(() => import('./shortcuts-dialog.tsx'));

/** Provides the dialog that lists the shortcuts of the page, and what opens it. */
export function useShortcutsList(): { dialog: ReactNode; showShortcuts: () => void } {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = open && (
    <LazyDialog onFailure={close}>
      <ShortcutsDialog onClose={close} />
    </LazyDialog>
  );
  return { dialog, showShortcuts: () => setOpen(true) };
}
