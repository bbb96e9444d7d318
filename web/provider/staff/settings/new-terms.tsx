import { type ClipboardEvent, type ComponentProps, useDeferredValue, useState } from 'react';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { readSetup } from '#shared/provider/staff-setup.ts';
import { listTerms, publishTerms, termsForm } from '#shared/provider/staff-terms.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { Textarea } from '#web/kit/ui/field/text-input.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { TermsText } from '#web/people/terms/terms-text.tsx';
import { isMarkup, paragraphsOf } from '#web/provider/staff/lists/pasted-text.ts';
import { pastedTerms } from './pasted-terms.ts';
import styles from './settings.module.css';

const WHEN = [
  { value: '', label: 'Dentro de 30 días' },
  { value: 'day', label: 'Desde un día' },
  { value: 'now', label: 'Ya' },
];

/** Says what a version does to the clients, by its `binds_from`. */
function bindingText(bindsFrom: string): string {
  if (bindsFrom === 'now') return 'Rige ya: cada cliente la tiene que aceptar antes de seguir trabajando.';
  const from = bindsFrom === '' ? 'Dentro de 30 días' : `Desde el ${formatDate(bindsFrom)}`;
  return `${from} cada cliente la tiene que haber aceptado para crear órdenes.`;
}

/** Returns the HTML of a pasted text; null for a text that the browser pastes as it is: HTML that somebody wrote, or a part of a line. */
function htmlOf(clipboard: DataTransfer, isEmpty: boolean): string | null {
  const plain = clipboard.getData('text/plain');
  const formatted = clipboard.getData('text/html');
  if (isMarkup(plain, formatted)) return null;
  const html = pastedTerms(formatted);
  if (html !== '') return html;
  return plain.trim() !== '' && (isEmpty || /[\r\n]/.test(plain.trim())) ? paragraphsOf(plain) : null;
}

/** Types into a field as a person does, so that the browser can undo it, and React receives the change. */
function insert(field: HTMLTextAreaElement, text: string): void {
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

interface TermsEditorProps extends Omit<ComponentProps<'textarea'>, 'id' | 'onPaste'> {
  id: string;
  error: string | undefined;
  /** What the field contains. */
  written: string;
}

/** Field of the terms' HTML, into which a document can be pasted, and beside it the text as clients read it. */
function TermsEditor({ id, error, written, ...text }: TermsEditorProps) {
  // A long text is drawn when there is time, so that typing doesn't wait for it.
  const shown = useDeferredValue(written);
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget;
    const html = htmlOf(event.clipboardData, field.value === '');
    if (html === null) return;
    event.preventDefault();
    insert(field, html);
  };
  return (
    <div className={styles.editor}>
      <Field
        id={id}
        label="Texto"
        error={error ?? null}
        hint="Pegalo desde tu procesador de texto: quedan títulos, párrafos, listas, negritas, tablas y enlaces. También se puede escribir en HTML."
      >
        <Textarea {...text} className={styles.text} rows={16} onPaste={paste} />
      </Field>
      <div className={styles.preview}>
        <h3>Así lo lee el cliente</h3>
        {shown.trim() === '' ? (
          <p className="muted">Se ve acá mientras lo escribís.</p>
        ) : (
          <TermsText html={shown} takesFocus={false} />
        )}
      </div>
    </div>
  );
}

type When = '' | 'now' | 'day';

type Terms = BodyOf<typeof publishTerms>;

/** Writes or pastes terms, shown as clients will see them, and publishes them. */
export function NewTerms({ first, onClose }: { first: boolean; onClose: () => void }) {
  const { send, pending } = useApiMutation(publishTerms);
  const [when, setWhen] = useState<When>('');
  const form = useForm(termsForm, {
    defaults: { text: '', binds_from: '' },
    // An empty day would mean 30 days.
    check: ({ binds_from }) =>
      when === 'day' && binds_from === '' ? [{ field: 'binds_from', message: 'Elegí el primer día' }] : [],
  });
  const { error, id, ...text } = form.field('text');
  const [confirming, setConfirming] = useState<Terms | null>(null);
  const publish = async (body: Terms) => {
    try {
      alerts.success((await send({ body })).message);
      onClose();
      await invalidateApiQueries(listTerms, readSetup);
    } catch (failure) {
      showFormError(form, failure, { title: ({ firstMessage }) => [firstMessage], focus: 'text' });
    }
  };
  const ask = form.submit((_, body) => {
    if (first) return publish(body);
    setConfirming(body);
  });
  return (
    <FormDialog
      title="Nueva versión de los términos"
      size="xl"
      formRef={form.formRef}
      dirty={form.dirty || when !== ''}
      onSubmit={ask}
      pending={pending}
      refused={null}
      onClose={onClose}
      saveText="Publicar"
      className="stack"
    >
      <FormSubmitError submitError={form.submitError} />
      <TermsEditor id={id} error={error} written={form.rhf.watch('text')} {...text} />
      {first ? (
        <p className="muted">Rigen ya, porque son los primeros.</p>
      ) : (
        <FormGrid>
          <Field label="Rigen" span={6}>
            <Select
              value={when}
              options={WHEN}
              onChange={({ target }) => {
                setWhen(target.value as When);
                form.rhf.setValue('binds_from', target.value === 'day' ? '' : target.value);
              }}
            />
          </Field>
          {when === 'day' && (
            <TextField form={form} name="binds_from" label="Primer día" type="date" hint="Posterior a hoy." span={6} />
          )}
        </FormGrid>
      )}
      {confirming && (
        <ConfirmDialog
          open
          onOpenChange={() => setConfirming(null)}
          title="¿Publicar esta versión de los términos?"
          message={`${bindingText(confirming.binds_from)} Una versión publicada no se puede retirar.`}
          confirmText="Publicar"
          onConfirm={() => publish(confirming)}
        />
      )}
    </FormDialog>
  );
}
