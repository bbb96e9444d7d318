import { type ReactNode, useState } from 'react';
import { LeaveDialog } from '#web/parts/form/leave-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const LOSS = 'Vas a perder las correcciones de este archivo';

interface Loss {
  /** Goes on, after asking when something would be lost. */
  ask: (go: () => void) => void;
  /** To be put on the screen once. */
  dialogs: ReactNode;
}

/**
 * Asks before what was corrected in a file is lost.
 *
 * @param corrected something was
 * @param unsaved the page shouldn't be left: something was corrected, or is on its way
 * @param title says what would be lost
 */
export function useLoss(corrected: boolean, unsaved: boolean, title = LOSS): Loss {
  const [losing, setLosing] = useState<(() => void) | null>(null);
  return {
    ask: (go) => (corrected ? setLosing(() => go) : go()),
    dialogs: (
      <>
        <ConfirmDialog
          open={losing !== null}
          onOpenChange={(open) => open || setLosing(null)}
          title={title}
          confirmText="Descartar"
          cancelText="Seguir acá"
          danger
          onConfirm={() => losing?.()}
        />
        <LeaveDialog unsaved={unsaved} title={title} />
      </>
    ),
  };
}
