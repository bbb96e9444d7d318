import { type ReactNode, useState } from 'react';
import { UnsavedChangesDialog } from '#web/kit/form/unsaved-changes-dialog.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';

const DEFAULT_TITLE = 'Vas a perder las correcciones de este archivo';

interface DiscardConfirm {
  /** Calls `go`, after a confirmation if corrections would be lost. */
  ask: (go: () => void) => void;
  /** Dialogs to render once on the screen. */
  dialogs: ReactNode;
}

/**
 * Asks before corrections of a file are lost.
 *
 * @param corrected whether there are corrections
 * @param unsaved whether leaving the page would lose corrections or a running upload
 * @param title names what would be lost
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
