import type { FormEvent, ReactNode, RefObject } from 'react';
import styles from './door-form.module.css';

interface DoorFormProps {
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** The form on the sheet: its fields one below the other. The browser's own messages stay away: ours are specified. */
export function DoorForm({ formRef, onSubmit, children }: DoorFormProps) {
  return (
    <form ref={formRef} className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
    </form>
  );
}

/** A sentence on the sheet; with the role `status` it is read out when it changes. */
export function DoorNote({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <div className={styles.note} role={role}>
      {children}
    </div>
  );
}
