import { useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

export interface FieldError {
  /** The id of the control that it is about. */
  fieldId: string;
  /** The field's name, with its place where there are several: "Envío 2, Alto". */
  label: string;
  message: string;
}

interface ErrorSummaryProps {
  errors: readonly FieldError[];
  /** How often the form was sent in vain: each time the summary takes the focus. */
  attempt?: number;
  /** Called before the focus goes to a field that may be folded away. */
  onGo?: (error: FieldError) => void;
}

/** What stands between the form and being saved, on top of it, each a link to its field. */
export function ErrorSummary({ errors, attempt = 0, onGo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const some = errors.length > 0;
  useEffect(() => {
    if (attempt > 0 && some) box.current?.focus();
  }, [attempt, some]);
  if (!some) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <h2>{errors.length === 1 ? 'Revisá este dato' : `Revisá estos ${errors.length} datos`}</h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.fieldId} ${error.message}`}>
            <a
              href={`#${error.fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                onGo?.(error);
                focusField(error.fieldId);
              }}
            >
              <b>{error.label}:</b> {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Brings the field to the middle of the screen and puts the caret into it, once it is drawn. */
function focusField(id: string) {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  });
}
