import { type ReactNode, useState } from 'react';
import { UnsavedChangesDialog } from '#web/parts/form/unsaved-changes-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const DEFAULT_TITLE = 'Vas a perder las correcciones de este archivo';

interface DiscardConfirm {
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
export function useDiscardConfirm(corrected: boolean, unsaved: boolean, title = DEFAULT_TITLE): DiscardConfirm {
  const [pendingDiscard, setPendingDiscard] = useState<(() => void) | null>(null);
  return {
    ask: (go) => (corrected ? setPendingDiscard(() => go) : go()),
    dialogs: (
      <>
        <ConfirmDialog
          open={pendingDiscard !== null}
          onOpenChange={(open) => open || setPendingDiscard(null)}
          title={title}
          confirmText="Descartar"
          cancelText="Seguir acá"
          danger
          onConfirm={() => pendingDiscard?.()}
        />
        <UnsavedChangesDialog unsaved={unsaved} title={title} />
      </>
    ),
  };
}
