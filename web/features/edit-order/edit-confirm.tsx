import { countOf } from '#shared/format.ts';
import { OrderChanges } from '#web/parts/order-changes/order-changes.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import type { EditedText } from './edit-values.ts';

interface EditConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  changes: readonly EditedText[];
  /** The provider decides: nothing changes at once. */
  waits: boolean;
  /** Labels are on paper that say what is about to change (readings C50). */
  outdatesLabels: boolean;
  onConfirm: () => Promise<void>;
}

/** What is about to change, before and after, side by side. */
export function EditConfirm({ open, onOpenChange, changes, waits, outdatesLabels, onConfirm }: EditConfirmProps) {
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
      {outdatesLabels && (
        <Note tone="warn">Las etiquetas ya impresas quedan desactualizadas: hay que reimprimirlas.</Note>
      )}
    </ConfirmDialog>
  );
}
