import { type RefObject, useState } from 'react';
import type * as z from 'zod/mini';
import { valueAt } from '#web/lib/form-errors.ts';
import type { Form } from '#web/lib/forms.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { type PlannedField, planPaste } from './paste-plan.ts';
import { PasteResult } from './paste-result.tsx';
import { readPasted } from './read-pasted.ts';

/** A form with a receiver, whose fields are named by their paths. */
export type PasteForm = Form<Record<string, string>, z.ZodMiniType>;

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
