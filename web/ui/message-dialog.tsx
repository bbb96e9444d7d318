import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { CircleAlert, CircleCheck } from './icons.ts';

export interface MessageDialogProps {
  open?: boolean;
  title: ReactNode;
  tone: 'error' | 'success';
  /** The outcome in a few words. */
  message?: ReactNode;
  description?: ReactNode;
  stub?: ReactNode;
  /** 'Aceptar' unless told. */
  confirm?: string;
  /** Without it, confirming closes. */
  onConfirm?: (() => void) | undefined;
  /** A second button that closes. */
  cancel?: string;
  onClose: () => void;
}

/** Tells how something ended and waits to be read. */
export function MessageDialog({
  open,
  title,
  tone,
  message,
  description,
  stub,
  confirm = 'Aceptar',
  onConfirm,
  cancel,
  onClose,
}: MessageDialogProps) {
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={title}
      stub={stub}
      onClose={onClose}
      footer={
        <>
          {cancel && <Button onClick={onClose}>{cancel}</Button>}
          <Button variant="primary" data-autofocus onClick={onConfirm ?? onClose}>
            {confirm}
          </Button>
        </>
      }
    >
      {message && (
        <p className={classNames(styles.outcome, styles[tone])}>
          {tone === 'error' ? <CircleAlert /> : <CircleCheck />}
          {message}
        </p>
      )}
      {description && <p>{description}</p>}
    </Dialog>
  );
}
