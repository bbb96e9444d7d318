import { useNavigate } from 'react-router';
import type { ActionDialogProps } from '#web/kit/app/use-action-dialog.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { runSenderAction } from './run-sender-action.ts';
import { confirmationOf, reversePath, type SenderAction } from './sender-action.ts';

/** Confirms and runs a sender's action. */
export default function SenderActionDialog({ action, open, onOpenChange }: ActionDialogProps<SenderAction>) {
  const navigate = useNavigate();
  const { title, message, confirm, danger } = confirmationOf(action);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      message={message}
      confirmText={confirm}
      danger={danger}
      onConfirm={() =>
        action.kind === 'reverse' ? navigate(reversePath(action.trackingId, action.labels)) : runSenderAction(action)
      }
    />
  );
}
