import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { useUnsavedChangesGuard } from './unsaved-changes-guard.ts';

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
