import { eraseReceiver, type ReceiverFound } from '#shared/people/personal-data.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import type { ActionDialogProps } from '#web/parts/action-dialog/use-action-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { erasureSentences } from './found-sentences.ts';
import type { SearchedReceiver } from './receiver-panel.tsx';

interface Erasure {
  receiver: SearchedReceiver;
  found: ReceiverFound;
  /** Called after the erasure, also after a failed one, which may have erased a part. */
  onErased: () => void;
}

/** Confirms and makes the erasure of a receiver. */
export function EraseReceiverDialog({ action, open, onOpenChange }: ActionDialogProps<Erasure>) {
  const { receiver, found, onErased } = action;
  const confirm = async () => {
    try {
      const { message } = await call(eraseReceiver, { body: receiver });
      alerts.success(message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    onErased();
  };
  return (
    <ConfirmDialog
      title="Borrar los datos del destinatario"
      description="No se puede deshacer. Quedan los números de orden, el estado, el código postal y los montos."
      confirmText="Borrar sus datos"
      danger
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={confirm}
    >
      {erasureSentences(found).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
}
