import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { Button } from '#web/kit/ui/button.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '#web/kit/ui/overlay/dialog.tsx';
import { submitOnCtrlEnter } from './submit-shortcut.ts';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'finalFocus'> {
  formRef: RefObject<HTMLFormElement | null>;
  /** Whether anything was typed: X, Esc and a click outside then ask before it is lost. */
  dirty: boolean;
  /** Saves the form and then closes the dialog. */
  onSubmit: (event: FormEvent) => void;
  /** True while saving: the dialog can't be closed. */
  pending: boolean;
  /** Why the user's role may not save. */
  refused: string | null;
  onClose: () => void;
  /** 'Guardar' by default. */
  saveText?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Dialog with one form and the buttons Cancelar and Guardar, or another text. Focuses the first field; Enter or Ctrl+Enter saves. */
export function FormDialog({
  formRef,
  dirty,
  onSubmit,
  pending,
  refused,
  onClose,
  saveText = 'Guardar',
  className,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the event to a form around the dialog, which must not be submitted too.
    event.stopPropagation();
    if (!pending && !refused) onSubmit(event);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open || pending) return;
        if (dirty) setLeaving(true);
        else onClose();
      }}
      {...dialog}
      initialFocus={{
        get current() {
          return formRef.current?.querySelector<HTMLElement>('input, select, textarea') ?? null;
        },
      }}
      footer={
        <>
          <Button onClick={onClose} disabledReason={pending && 'Esperá a que termine'}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={pending} disabledReason={refused}>
            {saveText}
          </Button>
        </>
      }
    >
      <form ref={formRef} id={formId} className={className} onSubmit={submit} onKeyDown={submitOnCtrlEnter} noValidate>
        {children}
      </form>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Vas a perder lo que escribiste"
        confirmText="Descartar"
        cancelText="Seguir acá"
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}
