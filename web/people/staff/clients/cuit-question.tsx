import type { RefObject } from 'react';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';

interface CuitQuestionProps {
  /** The CUIT to ask about; null closes the dialog. */
  cuit: string | null;
  formRef: RefObject<HTMLFormElement | null>;
  /** Text of the button that sends the form. */
  confirmText: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a form with a wrong check digit of a CUIT is sent. Afterwards the form's field `cuit` has the focus. */
export function CuitQuestion({ cuit, formRef, confirmText, onConfirm, onClose }: CuitQuestionProps) {
  return (
    <ConfirmDialog
      open={cuit !== null}
      onOpenChange={onClose}
      title="¿El CUIT está bien escrito?"
      message={`El dígito verificador de ${formatCuit(cuit ?? '')} no coincide: puede tener un número equivocado.`}
      confirmText={confirmText}
      cancelText="Revisar el CUIT"
      finalFocus={{
        get current() {
          return formRef.current?.querySelector<HTMLElement>('[name=cuit]') ?? null;
        },
      }}
      onConfirm={onConfirm}
    />
  );
}
