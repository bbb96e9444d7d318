import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CircleAlert, Info, TriangleAlert } from './icons.ts';
import styles from './note.module.css';

export type NoteTone = 'info' | 'warn' | 'bad';

const icons: Record<NoteTone, ReactNode> = { info: <Info />, warn: <TriangleAlert />, bad: <CircleAlert /> };

/** A line that stays on the page beside what it speaks of. `live` announces it when it appears. */
export function Note({
  tone = 'info',
  live = false,
  action,
  children,
}: {
  tone?: NoteTone;
  live?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(styles.note, styles[tone])}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      {icons[tone]}
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
