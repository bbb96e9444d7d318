import { useEffect, useState } from 'react';
import { history } from '#web/kit/lib/history.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';

/** The two answers to the open question: leave and lose the changes, or stay. */
interface UnsavedChangesChoice {
  leave: () => void;
  stay: () => void;
}

/**
 * Asks before the user leaves unsaved changes. For pages of the portal the caller shows a dialog while the result isn't
 * null; for other addresses the browser asks. An ended session leaves without asking; drafts keep the typed values.
 */
function useUnsavedChangesGuard(unsaved: boolean): UnsavedChangesChoice | null {
  const [go, setGo] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!unsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    const release = history.guard((proceed) => setGo(() => proceed));
    return () => {
      window.removeEventListener('beforeunload', preventUnload);
      release();
      setGo(null);
    };
  }, [unsaved]);

  return (
    go && {
      stay: () => setGo(null),
      leave() {
        setGo(null);
        go();
      },
    }
  );
}

interface UnsavedChangesDialogProps {
  /** True while leaving would lose changes. */
  unsaved: boolean;
  /** 'Vas a perder los cambios de esta orden'. */
  title: string;
  /** Text about the saved draft, which keeps the changes. */
  draftNote?: string;
}

/** Asks before the user leaves unsaved changes by a link, "back", or closing the page. */
export function UnsavedChangesDialog({ unsaved, title, draftNote }: UnsavedChangesDialogProps) {
  const question = useUnsavedChangesGuard(unsaved);
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => open || question?.stay()}
      title={title}
      message={draftNote}
      confirmText="Salir"
      cancelText="Seguir acá"
      danger={!draftNote}
      onConfirm={() => question?.leave()}
    />
  );
}
