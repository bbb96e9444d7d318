import { useNavigate } from 'react-router';
import type { AskedDialogProps } from '#web/parts/asked-dialog/use-asked-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { doAction } from './do-action.ts';
import { questionOf, reversePath, type SenderAction } from './sender-action.ts';

/** The question before a sender's action, and the doing of it. */
export default function SenderDialog({ action, open, onOpenChange }: AskedDialogProps<SenderAction>) {
  const navigate = useNavigate();
  const { title, message, confirm, danger } = questionOf(action);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      message={message}
      confirmText={confirm}
      danger={danger}
      onConfirm={() =>
        action.kind === 'reverse' ? navigate(reversePath(action.trackingId, action.labels)) : doAction(action)
      }
    />
  );
}
