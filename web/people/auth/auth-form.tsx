import { type FormEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { CircleAlert, CircleCheck } from '#web/kit/ui/display/icons.ts';
import styles from './auth-form.module.css';

interface AuthFormProps {
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/**
 * The form of an auth page: its fields in one column, without the browser's own validation messages. When a result
 * replaces the form, the page's heading takes the focus.
 */
export function AuthForm({ formRef, onSubmit, children }: AuthFormProps) {
  useEffect(() => returnFocus, []);
  return (
    <form ref={formRef} className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
    </form>
  );
}

function returnFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

interface AuthNoteProps {
  role?: 'status';
  /** The result, shown by an icon and a colour. */
  result?: 'success' | 'failure' | undefined;
  children: ReactNode;
}

/** A sentence on an auth page; with the role `status` screen readers announce its changes. */
export function AuthNote({ role, result, children }: AuthNoteProps) {
  const Mark = result === 'failure' ? CircleAlert : CircleCheck;
  return (
    <div className={classNames(styles.note, result && styles[result])} role={role}>
      {result && <Mark className="icon-18" />}
      {children}
    </div>
  );
}
