import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonVariant } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

/**
 * Action of a dialog's button. While its promise is pending the button is busy; a rejection is shown and keeps the
 * dialog open.
 */
export type DialogAction = () => unknown | Promise<unknown>;

export interface MessageDialogProps extends Pick<DialogProps, 'finalFocus'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Colour of the title. */
  tone?: 'error' | 'success';
  /** The main sentence. */
  message?: ReactNode;
  /** Additional text, muted. */
  description?: ReactNode;
  children?: ReactNode;
  /** 'Aceptar' by default (D2 §2, generic confirmation modal). */
  confirmText?: string;
  confirmVariant?: ButtonVariant;
  onConfirm?: DialogAction;
  /** An alternative action; its button precedes the confirm button. */
  alternative?: { text: string; run: DialogAction } | undefined;
  /** Without a text there is no cancel button. */
  cancelText?: string;
  onCancel?: DialogAction;
  /** Shown when an action is rejected, instead of the error's message, which may be meant for engineers. */
  failureText?: string;
  role?: 'dialog' | 'alertdialog';
  /** Why the confirm button is disabled. */
  confirmBlocked?: string | null;
}

const WAIT = 'Esperá a que termine';

/**
 * A dialog with a title, a message, a description and up to three buttons. Closes after the action; stays open and
 * shows a failure. The focus starts on the safe button: cancel, if there is one.
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
  finalFocus,
}: MessageDialogProps) {
  const safeButton = useRef<HTMLButtonElement>(null);
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
      initialFocus={safeButton}
      finalFocus={finalFocus}
      footer={
        <>
          {cancelText ? (
            <Button
              ref={safeButton}
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
            ref={cancelText ? undefined : safeButton}
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
  /** True for an irreversible action: a red button. */
  danger?: boolean;
}

/** A confirmation, by default with 'Aceptar' and 'Volver'; the focus starts on cancel. */
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
