import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open?: boolean;
  title: ReactNode;
  /** What will happen. */
  description: ReactNode;
  /** 'Aceptar' unless told. */
  confirm?: string;
  /** 'Volver' unless told. */
  cancel?: string;
  /** `danger`: it cannot be undone. */
  tone?: 'normal' | 'danger';
  stub?: ReactNode;
  /** While its promise is pending the dialog waits; then it closes, unless the answer is `false`. It must not reject. */
  onConfirm: () => unknown;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before acting. Focus begins on the safe button. */
export function ConfirmDialog({
  open,
  title,
  description,
  confirm = 'Aceptar',
  cancel = 'Volver',
  tone = 'normal',
  stub,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const answer = await onConfirm();
    setBusy(false);
    if (answer !== false) onClose();
  };
  return (
    <Dialog
      open={open}
      role="alertdialog"
      dismissible={!busy}
      title={title}
      description={description}
      stub={stub}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus disabledReason={busy ? 'Esperá a que termine' : undefined} onClick={onClose}>
            {cancel}
          </Button>
          <Button variant={tone === 'danger' ? 'danger-fill' : 'primary'} busy={busy} onClick={run}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
