import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './row-card.module.css';

interface RowCardProps {
  /** From the table's `card(row, {box})`. */
  box?: ReactNode;
  name: ReactNode;
  to?: string;
  /** At the right of the name: the cost. */
  figure?: ReactNode;
  children?: ReactNode;
  /** State and what may be done. */
  foot?: ReactNode;
  /** Why it cannot be picked. */
  why?: ReactNode;
}

/** A table row as the phone shows it. */
export function RowCard({ box, name, to, figure, children, foot, why }: RowCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.box}>{box}</div>
      {to ? (
        <Link to={to} className={styles.name}>
          {name}
        </Link>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      <span className={styles.figure}>{figure}</span>
      <div className={styles.body}>
        {children}
        {why ? <p className={styles.why}>{why}</p> : null}
      </div>
      {foot ? <div className={styles.foot}>{foot}</div> : null}
    </article>
  );
}
