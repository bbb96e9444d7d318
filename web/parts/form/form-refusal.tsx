import type { Refusal } from '#web/lib/forms.ts';
import { Note } from '#web/ui/note.tsx';
import { failureLines } from './failure-lines.ts';
import styles from './form-refusal.module.css';

interface FormRefusalProps {
  /** The form's own; nothing is shown without one. */
  refusal: Refusal | null;
  /** What a field is called; gets its dotted path. */
  labelOf?: (field: string) => string;
}

/**
 * Why the last submit failed, in the form, as long as it stands: the alert of the same text is gone after seconds. No live
 * region, because the alert announces it.
 */
export function FormRefusal({ refusal, labelOf = (field) => field }: FormRefusalProps) {
  if (!refusal) return null;
  return (
    <Note tone="bad" className={styles.refusal}>
      <p>{refusal.message}</p>
      {failureLines(refusal, labelOf).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Note>
  );
}
