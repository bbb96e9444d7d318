import { useLeaveGuard } from '#web/lib/leave-guard.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  /** True while something would be lost. */
  unsaved: boolean;
  /** 'Vas a perder los cambios de esta orden'. */
  title: string;
  /** How what was typed is kept, where leaving loses nothing. */
  kept?: string;
}

/** Asks before unsaved changes are left, by a link, by "back", or by closing the page. */
export function LeaveDialog({ unsaved, title, kept }: LeaveDialogProps) {
  const question = useLeaveGuard(unsaved);
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => open || question?.stay()}
      title={title}
      message={kept}
      confirmText="Salir"
      cancelText="Seguir acá"
      danger={!kept}
      onConfirm={() => question?.leave()}
    />
  );
}
