import { useEffect, useId, useState } from 'react';
import { countCodePoints } from '#shared/kit/text/code-points.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { actorText } from '#shared/orders/rules/shipment/event-actors.ts';
import { MAX_NOTE, type Note, noteForm, removeNote } from '#shared/people/staff-notes.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { type Form, useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/kit/form/submit-shortcut.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Textarea } from '#web/kit/ui/field/text-input.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { staffShipmentPath } from '#web/orders/staff/shipments/shipment-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { NOTE_LISTS, type NoteSubject, useAddNote, useNotes } from './note-calls.ts';
import styles from './notes.module.css';

/** Notes that are shown at first, and how many more each time. */
const STEP = 10;

const OF_CLIENT = 'La lee sólo el personal. No escribas datos de destinatarios: van en la nota de su orden.';
const OF_ORDER = 'La lee sólo el personal. Se borra con los datos del destinatario.';

/** Notes that a person wrote and didn't save, by person and subject, until the tab is closed. */
const drafts = new Map<string, string>();

const keyOf = (person: number, subject: NoteSubject) => `${person} ${JSON.stringify(subject)}`;

const noteDraft = (person: number, subject: NoteSubject): string => drafts.get(keyOf(person, subject)) ?? '';

/** Keeps a draft; an empty one is forgotten. */
function keepNoteDraft(person: number, subject: NoteSubject, text: string): void {
  if (text === '') drafts.delete(keyOf(person, subject));
  else drafts.set(keyOf(person, subject), text);
}

/** Adds a note, by Ctrl+Enter as well. What isn't saved yet is there again when the page is opened again. */
function NoteForm({ subject, me }: { subject: NoteSubject; me: Me }) {
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

/** Notes, each with who wrote it and when. @param withOrders whether each names the order that it is about */
function NoteList({ notes, withOrders }: { notes: readonly Note[]; withOrders: boolean }) {
  const { send } = useApiMutation(removeNote);
  const [removing, setRemoving] = useState<Note | null>(null);
  const remove = ({ client_id, id }: Note) =>
    runAndRefetch(() => send({ params: { clientId: String(client_id), id: String(id) } }), ...NOTE_LISTS);
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <li key={note.id}>
          <p className={styles.text}>{note.text}</p>
          <div className={styles.about}>
            <span className="muted">
              {actorText(note.author)}, {formatTimestamp(note.at)}
              {withOrders && note.order && (
                <>
                  , orden{' '}
                  <Link to={staffShipmentPath(labelOf(note.order.tracking_id, 1))}>
                    {note.order.order_id || note.order.tracking_id}
                  </Link>
                </>
              )}
            </span>
            {note.removable && (
              <Button
                size="sm"
                aria-label={`Borrar la nota de ${actorText(note.author)}, ${formatTimestamp(note.at)}`}
                onClick={() => setRemoving(note)}
              >
                Borrar
              </Button>
            )}
          </div>
        </li>
      ))}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title="¿Borrar la nota?"
        message="Queda registrado que la borraste, sin su texto."
        confirmText="Borrar"
        onConfirm={() => removing && remove(removing)}
      />
    </ul>
  );
}

/** The staff's notes about a client with its orders, or about an order, newest first, with a field for another one. */
export function NotesPanel({ subject, me }: { subject: NoteSubject; me: Me }) {
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useNotes(subject, limit);
  const more = (data?.pagination.total ?? 0) - limit;
  return (
    <Panel title="Notas del personal">
      <div className={styles.notes}>
        <NoteForm subject={subject} me={me} />
        {!data && <NotLoaded error={error} onRetry={() => void refetch()} lines={3} />}
        {data?.results.length === 0 && <p className="muted">Todavía no hay notas.</p>}
        {data && data.results.length > 0 && <NoteList notes={data.results} withOrders={'clientId' in subject} />}
        {more > 0 && (
          <div>
            <Button size="sm" onClick={() => setLimit(limit + STEP)}>
              Mostrar más notas
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
