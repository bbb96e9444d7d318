import type { ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { X } from './icons.ts';
import styles from './timeline.module.css';

export interface Milestone {
  key: string;
  title: ReactNode;
  /** Date of the step, if it has happened. */
  when?: ReactNode;
  detail?: ReactNode;
  state: 'passed' | 'here' | 'ahead';
  /** True for a cancellation: a cross replaces the dot. */
  cancel?: boolean;
}

const STATE_TEXTS = { passed: 'Completado', here: 'En este paso', ahead: 'Pendiente' };

/** Steps in order, with the current one marked visually and for screen readers. */
export function Timeline({ items, label }: { items: readonly Milestone[]; label: string }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {items.map(({ key, title, when, detail, state, cancel }) => (
        <li
          key={key}
          className={classNames(styles.milestone, cancel ? styles.cancel : styles[state])}
          aria-current={state === 'here' ? 'step' : undefined}
        >
          {cancel ? <X className={styles.cross} /> : null}
          <div className={styles.line}>
            <span className={styles.title}>{title}</span>
            <span className="visually-hidden">{STATE_TEXTS[state]}</span>
            {when ? <span className={styles.when}>{when}</span> : null}
          </div>
          {detail ? <div className={styles.detail}>{detail}</div> : null}
        </li>
      ))}
    </ol>
  );
}
