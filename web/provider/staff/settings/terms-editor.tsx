import { type ClipboardEvent, type ComponentProps, useDeferredValue } from 'react';
import { TermsText } from '#web/people/terms/terms-text.tsx';
import { isMarkup, paragraphsOf } from '#web/provider/staff/lists/pasted-text.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/text-input.tsx';
import { pastedTerms } from './pasted-terms.ts';
import styles from './settings.module.css';

interface TermsEditorProps extends Omit<ComponentProps<'textarea'>, 'id' | 'onPaste'> {
  id: string;
  error: string | undefined;
  /** What the field contains. */
  written: string;
}

/** Returns the HTML of what is pasted; null for what the browser pastes as it is: HTML that somebody wrote, or a part of a line. */
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

/** Field of the terms' HTML, into which a document can be pasted, and beside it the text as clients read it. */
export function TermsEditor({ id, error, written, ...text }: TermsEditorProps) {
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
