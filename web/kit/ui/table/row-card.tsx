import type { ReactNode } from 'react';
import { Link } from '#web/kit/ui/link.tsx';
import styles from './row-card.module.css';

interface RowCardProps {
  /** Checkbox from the table's `card(row, {checkbox})`. */
  checkbox?: ReactNode;
  name: ReactNode;
  to?: string;
  /** On the right of the name: the cost. */
  amount?: ReactNode;
  children?: ReactNode;
  /** State of the row, at the left of its actions. */
  footer?: ReactNode;
  actions?: ReactNode;
  /** Why the row can't be selected. */
  blockedReason?: ReactNode;
}

/** Card of a table row on phones and tablets. */
export function RowCard({ checkbox, name, to, amount, children, footer, actions, blockedReason }: RowCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.checkbox}>{checkbox}</div>
      {to ? (
        <Link to={to} className={styles.name}>
          {name}
        </Link>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      <span className={styles.amount}>{amount}</span>
      <div className={styles.body}>
        {children}
        {blockedReason ? <p className={styles.blockedReason}>{blockedReason}</p> : null}
      </div>
      {footer || actions ? (
        <div className={styles.footer}>
          {footer}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
      ) : null}
    </article>
  );
}
