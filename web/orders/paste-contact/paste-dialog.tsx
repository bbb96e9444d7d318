import { useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/text-input.tsx';

interface PasteDialogProps {
  /** The typed text, which is kept when the dialog is closed. */
  text: string;
  onTextChange: (text: string) => void;
  /** Fills the form from the text; returns false if nothing was found in it. */
  onFill: () => Promise<boolean>;
  onClose: () => void;
}

/** Dialog with a text area for the address. Ctrl+Enter fills the form. */
export function PasteDialog({ text, onTextChange, onFill, onClose }: PasteDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);

  async function fill(): Promise<void> {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    const found = await onFill();
    if (found) return;
    setBusy(false);
    setError('No encontramos una dirección ni otros datos en el texto. Revisalo, o completá el formulario a mano');
    area.current?.focus();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || busy || onClose()}
      title="Pegar dirección"
      description="Completamos el formulario con el mensaje, mail o pedido que pegues"
      size="md"
      initialFocus={area}
      footer={
        <>
          <Button onClick={onClose} disabledReason={busy && 'Esperá a que termine'}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            kbd="Ctrl Enter"
            busy={busy}
            disabledReason={text.trim() === '' && 'Pegá primero el texto'}
            onClick={() => void fill()}
          >
            Completar
          </Button>
        </>
      }
    >
      <Field label="Texto con la dirección" error={error}>
        <Textarea
          ref={area}
          rows={8}
          value={text}
          onChange={(event) => {
            onTextChange(event.target.value);
            setError(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            // React bubbles the event to the form around the dialog, which would be submitted.
            event.stopPropagation();
            void fill();
          }}
        />
      </Field>
    </Dialog>
  );
}
