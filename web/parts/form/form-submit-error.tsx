import type { SubmitError } from '#web/lib/forms.ts';
import { Note } from '#web/ui/note.tsx';
import { fieldErrorLines } from './field-error-lines.ts';
import styles from './form-submit-error.module.css';

interface FormSubmitErrorProps {
  /** The form's own; nothing is shown without one. */
  submitError: SubmitError | null;
  /** What a field is called; gets its dotted path. */
  labelOf?: (field: string) => string;
}

/**
 * Why the last submit failed, in the form, as long as it stands: the alert of the same text is gone after seconds. No live
 * region, because the alert announces it.
 */
export function FormSubmitError({ submitError, labelOf = (field) => field }: FormSubmitErrorProps) {
  if (!submitError) return null;
  return (
    <Note tone="bad" className={styles.submitError}>
      <p>{submitError.message}</p>
      {fieldErrorLines(submitError, labelOf).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Note>
  );
}
