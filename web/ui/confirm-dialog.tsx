import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './note.tsx';

/** What a dialog's button does. While a promise is pending the button works; a rejection is shown, nothing closes. */
export type DialogAction = () => unknown | Promise<unknown>;

export interface MessageDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The colour of the title. */
  tone?: 'error' | 'success';
  /** The sentence that counts. */
  message?: ReactNode;
  /** What may be added to it, muted. */
  description?: ReactNode;
  children?: ReactNode;
  /** 'Aceptar' unless told otherwise (D2 §2, generic confirmation modal). */
  confirmText?: string;
  confirmVariant?: ButtonVariant;
  onConfirm?: DialogAction;
  /** Another way to do it, before the confirming button. */
  alternative?: { text: string; run: DialogAction } | undefined;
  /** Without a text there is no second button. */
  cancelText?: string;
  onCancel?: DialogAction;
  /** Shown when an action is rejected. The error's own message may be meant for engineers and is never shown. */
  failureText?: string;
  role?: 'dialog' | 'alertdialog';
  /** Nothing can be confirmed yet: the reason. */
  confirmBlocked?: string | null;
}

const WAIT = 'Esperá a que termine';

/**
 * A title, a message, a description and up to three buttons with their actions. It closes when the action is done; if the
 * action fails it stays and says why. The focus starts on the safe button: the cancelling one if there is one.
 */
export function MessageDialog({
  open,
  onOpenChange,
  title,
  tone,
  message,
  description,
  children,
  confirmText = 'Aceptar',
  confirmVariant = 'primary',
  onConfirm,
  alternative,
  cancelText,
  onCancel,
  failureText = 'Ocurrió un error',
  role = 'dialog',
  confirmBlocked,
}: MessageDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const [working, setWorking] = useState<'confirm' | 'alternative' | 'cancel' | null>(null);
  const [failed, setFailed] = useState(false);

  const close = () => {
    setFailed(false);
    onOpenChange(false);
  };
  const run = async (which: NonNullable<typeof working>, action?: DialogAction) => {
    setFailed(false);
    setWorking(which);
    try {
      await action?.();
      close();
    } catch {
      setFailed(true);
    } finally {
      setWorking(null);
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !working) close();
      }}
      title={title}
      tone={tone}
      role={role}
      initialFocus={safe}
      footer={
        <>
          {cancelText ? (
            <Button
              ref={safe}
              busy={working === 'cancel'}
              disabledReason={working !== null && working !== 'cancel' && WAIT}
              onClick={() => run('cancel', onCancel)}
            >
              {cancelText}
            </Button>
          ) : null}
          {alternative ? (
            <Button
              busy={working === 'alternative'}
              disabledReason={working !== null && working !== 'alternative' && WAIT}
              onClick={() => run('alternative', alternative.run)}
            >
              {alternative.text}
            </Button>
          ) : null}
          <Button
            ref={cancelText ? undefined : safe}
            variant={confirmVariant}
            busy={working === 'confirm'}
            disabledReason={working !== null && working !== 'confirm' ? WAIT : confirmBlocked}
            onClick={() => run('confirm', onConfirm)}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      {message ? <p>{message}</p> : null}
      {description ? <p className="muted">{description}</p> : null}
      {children}
      {failed ? (
        <Note tone="bad" role="alert">
          {failureText}
        </Note>
      ) : null}
    </Dialog>
  );
}

export interface ConfirmDialogProps extends Omit<MessageDialogProps, 'role' | 'cancelText' | 'tone'> {
  cancelText?: string;
  /** The act cannot be undone: a red button. */
  danger?: boolean;
}

/** Asks before an act: 'Aceptar' and 'Volver' unless told otherwise, the focus on the way back. */
export function ConfirmDialog({ cancelText = 'Volver', danger, confirmVariant, ...rest }: ConfirmDialogProps) {
  return (
    <MessageDialog
      {...rest}
      role="alertdialog"
      cancelText={cancelText}
      confirmVariant={confirmVariant ?? (danger ? 'danger-fill' : 'primary')}
    />
  );
}
