import { Note } from '#web/kit/ui/display/note.tsx';
import { fieldErrorLines } from './field-error-lines.ts';
import styles from './form-submit-error.module.css';
import type { SubmitError } from './forms.ts';

interface FormSubmitErrorProps {
  /** The form's submit error; nothing is shown without one. */
  submitError: SubmitError | null;
  /** Returns the label of a field, by its dotted path. */
  labelOf?: (field: string) => string;
}

/**
 * Shows in the form why the last submit failed, after the alert with the same text has disappeared. Not a live region,
 * because the alert announces the text.
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
