import type { ReactNode } from 'react';
import styles from './gallery.module.css';

/** A section of the gallery. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Variants side by side, after their common name. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.who}>{name}</span>
      {children}
    </div>
  );
}
