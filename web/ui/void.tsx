import type { ReactNode } from 'react';
import styles from './void.module.css';

export interface VoidProps {
  title: string;
  text?: string;
  /** What to do about it: one button or link. */
  action?: ReactNode;
  /** Draws the carbon copies of an empty list. */
  art?: boolean;
}

/** What stands where something could be: an empty list, one that filters emptied, or one that failed to load. */
export function Void({ title, text, action, art = false }: VoidProps) {
  return (
    <div className={styles.void} role="status">
      {art && (
        <svg className={styles.art} viewBox="0 0 64 56" aria-hidden="true">
          <path className={styles.tint} d="M22 3h26a3 3 0 0 1 3 3v34h-7V13a3 3 0 0 0-3-3H22z" />
          <path
            className={styles.sheet}
            d="M16 10h25a3 3 0 0 1 3 3v40l-4-3-4 3-4-3-4 3-4-3-4 3-4-3-3 2V13a3 3 0 0 1 3-3z"
          />
          <path className={styles.ink} d="M20 20h12" />
          <path d="M20 27h18M20 33h18M20 39h10" />
        </svg>
      )}
      <b>{title}</b>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
