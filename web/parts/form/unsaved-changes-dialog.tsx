import { useUnsavedChangesGuard } from '#web/lib/unsaved-changes-guard.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface UnsavedChangesDialogProps {
  /** True while something would be lost. */
  unsaved: boolean;
  /** 'Vas a perder los cambios de esta orden'. */
  title: string;
  /** Text about the saved draft, where leaving loses nothing. */
  draftNote?: string;
}

/** Asks before unsaved changes are left, by a link, by "back", or by closing the page. */
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
