import { type RefObject, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { pluralize } from '#shared/kit/text/format.ts';
import type { Contact } from '#shared/orders/contact-text/claims/contact-parts.ts';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';
import { valueAt } from '#web/kit/form/form-errors.ts';
import type { Form } from '#web/kit/form/forms.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Textarea } from '#web/kit/ui/field/text-input.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { findLocalities } from '#web/orders/place/find-localities.ts';
import { type PlannedField, planPaste } from './paste-plan.ts';

/** A form with a receiver, whose fields are named by their paths. */
export type PasteForm = Form<Record<string, string>, z.ZodMiniType>;

interface PasteDialogProps {
  /** The typed text, which is kept when the dialog is closed. */
  text: string;
  onTextChange: (text: string) => void;
  /** Fills the form from the text; returns false if nothing was found in it. */
  onFill: () => Promise<boolean>;
  onClose: () => void;
}

/** Dialog with a text area for the address. Ctrl+Enter fills the form. */
function PasteDialog({ text, onTextChange, onFill, onClose }: PasteDialogProps) {
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

/** Returns sentences about what a pasted text changed. */
function sentences(plan: readonly PlannedField[], labelOf: (name: string) => string): string[] {
  const labels = (fields: readonly PlannedField[]) =>
    new Intl.ListFormat('es-AR').format(fields.map(({ name }) => labelOf(name)));
  const isRemark = ({ name }: PlannedField) => name.endsWith('other_info');
  const filled = plan.filter((field) => field.value !== '' && !isRemark(field));
  const doubtful = plan.filter((field) => field.doubtful && field.value !== '');
  const unknown = plan.filter((field) => field.doubtful && field.value === '');
  const replaced = filled.filter(({ before }) => before.trim() !== '');
  const emptied = plan.filter(({ before, value }) => value === '' && before.trim() !== '');
  return [
    `Completamos ${pluralize(filled.length, 'dato', 'datos')}.`,
    doubtful.length > 0 ? `Revisá ${labels(doubtful)}.` : '',
    unknown.length > 0 ? `Completá ${labels(unknown)}.` : '',
    plan.some(isRemark) ? 'Lo que no entró en ningún campo quedó en Observaciones.' : '',
    replaced.length > 0 ? `Reemplazamos lo que decía en ${labels(replaced)}.` : '',
    emptied.length > 0 ? `Vaciamos ${labels(emptied)}, que el texto no trae.` : '',
  ].filter((sentence) => sentence !== '');
}

interface PasteResultProps {
  plan: readonly PlannedField[];
  labelOf: (name: string) => string;
  onUndo: () => void;
}

/** Note below the button: what was filled in, what to check, what was replaced; with an undo. */
function PasteResult({ plan, labelOf, onUndo }: PasteResultProps) {
  return (
    <Note tone={plan.some(({ doubtful }) => doubtful) ? 'warn' : 'info'} role="status">
      {sentences(plan, labelOf).join(' ')}{' '}
      <Button size="sm" onClick={onUndo}>
        Deshacer
      </Button>
    </Note>
  );
}

/** Reads a pasted text, with the localities of its postal code; without them if the look-up fails or takes too long. */
async function readPasted(text: string): Promise<Contact> {
  const contact = readContact(text);
  const found = await findLocalities(contact.parts.zip_code?.value ?? '');
  return found.length === 0 ? contact : readContact(text, { localities: () => found });
}

interface PastePanelProps {
  form: PasteForm;
  address: string;
  labelOf: (name: string) => string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens the dialog; gets the focus after an undo. */
  button: RefObject<HTMLButtonElement | null>;
}

/** Dialog for a pasted text, and the note about what the text filled in. */
export default function PastePanel({ form, address, labelOf, open, onOpenChange, button }: PastePanelProps) {
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<readonly PlannedField[]>([]);
  const { rhf } = form;

  const write = ({ name }: PlannedField, value: string) =>
    rhf.setValue(name, value, { shouldDirty: true, shouldValidate: form.errorOf(name) !== undefined });

  /** Returns whether the text contained anything. */
  async function fill(): Promise<boolean> {
    const contact = await readPasted(text);
    if (Object.keys(contact.parts).length === 0 && !contact.order) return false;
    const present = (name: string) => (valueAt(rhf.getValues(), name) as string | undefined) ?? null;
    const next = planPaste(contact, address, present);
    for (const field of next) write(field, field.value);
    form.markDoubtful(
      Object.fromEntries(next.flatMap(({ name, value, doubtful }) => (doubtful ? [[name, value]] : []))),
    );
    // Shows what is too long for its field.
    void rhf.trigger(next.flatMap(({ name, value }) => (value === '' ? [] : [name])));
    setPlan(next);
    setText('');
    onOpenChange(false);
    return true;
  }

  /** Restores the fields that weren't edited since. */
  function undo(): void {
    for (const field of plan) if (rhf.getValues(field.name) === field.value) write(field, field.before);
    setPlan([]);
    button.current?.focus();
  }

  return (
    <>
      {plan.length > 0 && <PasteResult plan={plan} labelOf={labelOf} onUndo={undo} />}
      {open && <PasteDialog text={text} onTextChange={setText} onFill={fill} onClose={() => onOpenChange(false)} />}
    </>
  );
}
