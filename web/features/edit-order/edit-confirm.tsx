import { countOf } from '#shared/format.ts';
import { OrderChanges } from '#web/parts/order-changes/order-changes.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { EditedText } from './edit-values.ts';

interface EditConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  changes: readonly EditedText[];
  /** The provider decides: nothing changes at once. */
  waits: boolean;
  onConfirm: () => Promise<void>;
}

/** What is about to change, before and after, side by side. */
export function EditConfirm({ open, onOpenChange, changes, waits, onConfirm }: EditConfirmProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={waits ? 'Solicitar la modificación' : 'Guardar los cambios'}
      message={`Vas a cambiar ${countOf(changes.length, 'dato', 'datos')} de la orden.`}
      confirmText={waits ? 'Solicitar' : 'Guardar'}
      onConfirm={onConfirm}
    >
      <OrderChanges changes={changes} />
    </ConfirmDialog>
  );
}
