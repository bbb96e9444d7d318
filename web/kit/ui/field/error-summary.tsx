import { useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

export interface FieldError {
  /** Id of the invalid control. */
  fieldId: string;
  /** Label of the field, with its position among several: "Envío 2, Alto". */
  label: string;
  message: string;
}

interface ErrorSummaryProps {
  errors: readonly FieldError[];
  /** Number of failed submits: each one focuses the summary. */
  attempt?: number;
  /** Called before the focus moves to a field, which may be collapsed. */
  onGo?: (error: FieldError) => void;
}

/** Lists the errors above the form, each as a link to its field. */
export function ErrorSummary({ errors, attempt = 0, onGo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasErrors = errors.length > 0;
  useEffect(() => {
    if (attempt > 0 && hasErrors) box.current?.focus();
  }, [attempt, hasErrors]);
  if (!hasErrors) return null;
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

/** Scrolls to the field and focuses it, after the next render. */
function focusField(id: string) {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  });
}
