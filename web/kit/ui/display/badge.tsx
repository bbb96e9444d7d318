import type { ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import styles from './badge.module.css';

/** The five groups of states: final, in progress, attention, failure, unclassified. */
export type BadgeColour = 'verde' | 'azul' | 'amarillo' | 'rojo' | 'gris';

const MARKS: Record<BadgeColour, ReactNode> = {
  verde: <circle cx="4" cy="4" r="3.5" fill="currentColor" />,
  azul: (
    <>
      <circle cx="4" cy="4" r="3.1" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M4 .9a3.1 3.1 0 0 0 0 6.2z" fill="currentColor" />
    </>
  ),
  amarillo: <path d="M4 .6 7.8 7.3H.2z" fill="currentColor" />,
  rojo: <path d="m1.2 1.2 5.6 5.6M6.8 1.2 1.2 6.8" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />,
  gris: <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="1.4" />,
};

/** Badge with a state and a mark that also differs in shape. `quiet` has no background, for badges in every row. */
export function Badge({ colour, children, quiet }: { colour: BadgeColour; children: ReactNode; quiet?: boolean }) {
  return (
    <span className={classNames(styles.badge, styles[colour], quiet && styles.quiet)}>
      <svg viewBox="0 0 8 8" aria-hidden="true">
        {MARKS[colour]}
      </svg>
      <span className={styles.text}>{children}</span>
    </span>
  );
}
