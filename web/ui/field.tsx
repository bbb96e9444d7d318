import { createContext, type ReactNode, use, useId, useMemo } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { CircleAlert } from './icons.ts';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  changed: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

export interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  /** The control's id; an error summary links to it. Made up when absent. */
  id?: string;
  hint?: ReactNode;
  error?: string | null;
  optional?: boolean;
  /** Characters written and allowed, shown as "23 / 250". */
  counter?: { used: number; max: number };
  /** The value before this edit: marks the field as changed and tells what it was. */
  changedFrom?: string;
  /** Columns of a FormGrid: of 12 on a desk, of 6 on the phone. */
  span?: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 12;
  phoneSpan?: 2 | 3;
  /** Filters: a lighter label. */
  light?: boolean;
  className?: string;
}

/** Label, control, hint and error of one value, wired together for those who cannot see them side by side. */
export function Field({
  label,
  children,
  id,
  hint,
  error,
  optional,
  counter,
  changedFrom,
  span,
  phoneSpan,
  light,
  className,
}: FieldProps) {
  const madeUp = useId();
  const own = id ?? madeUp;
  const note = hint ?? (changedFrom === undefined ? null : `Cambiado. Antes: ${changedFrom || 'vacío'}`);
  const changed = changedFrom !== undefined;
  const describedBy = classNames(note ? `${own}-hint` : null, error && `${own}-error`) || undefined;
  const wiring = useMemo(
    () => ({ id: own, describedBy, invalid: Boolean(error), changed }),
    [own, describedBy, error, changed],
  );
  return (
    <div
      className={classNames(styles.field, span && styles[`c${span}`], phoneSpan && styles[`p${phoneSpan}`], className)}
    >
      <div className={classNames(styles.label, light && styles.light)}>
        <label htmlFor={own}>{label}</label>
        {optional ? <span className={styles.aside}>opcional</span> : null}
        {counter ? (
          <span className={classNames(styles.aside, 'tabular-nums')}>
            {counter.used} / {counter.max}
          </span>
        ) : null}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {note ? (
        <p className={styles.hint} id={`${own}-hint`}>
          {note}
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${own}-error`}>
          <CircleAlert />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}

interface Control {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/** The wiring that the surrounding Field has for its control; what the control brings itself goes before. */
export function useFieldControl(own: Control) {
  const field = use(FieldContext);
  return {
    control: {
      id: own.id ?? field?.id,
      'aria-describedby': classNames(own['aria-describedby'], field?.describedBy) || undefined,
      'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
      'data-changed': field?.changed || undefined,
    },
  };
}
