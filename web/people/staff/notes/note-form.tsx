import { useEffect, useId } from 'react';
import { countCodePoints } from '#shared/code-points.ts';
import { MAX_NOTE, noteForm } from '#shared/people/staff-notes.ts';
import { alerts } from '#web/lib/alerts.ts';
import { type Form, useForm } from '#web/lib/forms.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/parts/form/submit-shortcut.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/text-input.tsx';
import { NOTE_LISTS, type NoteSubject, useAddNote } from './note-calls.ts';
import { keepNoteDraft, noteDraft } from './note-drafts.ts';

const OF_CLIENT = 'La lee sólo el personal. No escribas datos de destinatarios: van en la nota de su orden.';
const OF_ORDER = 'La lee sólo el personal. Se borra con los datos del destinatario.';

/** Adds a note, by Ctrl+Enter as well. What isn't saved yet is there again when the page is opened again. */
export function NoteForm({ subject, me }: { subject: NoteSubject; me: Me }) {
  const { send, pending } = useAddNote(subject);
  const form = useForm(noteForm, { defaults: { text: noteDraft(me.id, subject) } });
  const typed = form.rhf.watch('text');
  useEffect(() => keepNoteDraft(me.id, subject, typed), [me.id, subject, typed]);
  const { formRef } = form;
  const formId = useId();
  const focus = () => document.getElementById(formId)?.querySelector('textarea')?.focus();
  useShortcuts([{ keys: 'n', label: 'Escribir una nota', run: focus }]);
  const add = form.submit(async (body) => {
    try {
      alerts.success((await send(body)).message);
      form.rhf.reset({ text: '' });
      await invalidateApiQueries(...NOTE_LISTS);
    } catch (failure) {
      showFormError(form, failure, { title: ({ firstMessage }) => [firstMessage], focus: 'text' });
    }
  });
  return (
    <form id={formId} ref={formRef} className="stack" onSubmit={add} onKeyDown={submitOnCtrlEnter} noValidate>
      <FormSubmitError submitError={form.submitError} />
      <NoteField form={form} hint={'clientId' in subject ? OF_CLIENT : OF_ORDER} />
      <div>
        <Button type="submit" kbd="Ctrl Enter" busy={pending} disabledReason={refusalOf(me, 'queues')}>
          Guardar nota
        </Button>
      </div>
    </form>
  );
}

interface NoteFieldProps {
  form: Form<{ text: string }, typeof noteForm>;
  hint: string;
}

function NoteField({ form, hint }: NoteFieldProps) {
  const { error, id, ...field } = form.field('text');
  const typed = form.rhf.watch('text');
  return (
    <Field
      id={id}
      label="Nota nueva"
      error={error}
      hint={hint}
      counter={{ used: countCodePoints(typed.trim()), max: MAX_NOTE }}
    >
      <Textarea rows={3} {...field} />
    </Field>
  );
}
