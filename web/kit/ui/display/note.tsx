import type { ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { CircleAlert, Info, TriangleAlert } from './icons.ts';
import styles from './note.module.css';

interface NoteProps {
  /** `plain`: the next step in one line; `info`: an offer; `warn`: a lasting condition; `bad`: a failure. */
  tone?: 'plain' | 'info' | 'warn' | 'bad';
  icon?: ReactNode;
  children: ReactNode;
  role?: 'status' | 'alert';
  className?: string;
}

const ICONS = { plain: Info, info: Info, warn: TriangleAlert, bad: CircleAlert };

/** A notice in the page about a problem and its solution, with `link-button` buttons inside. */
export function Note({ tone = 'warn', icon, children, role, className }: NoteProps) {
  const Icon = ICONS[tone];
  return (
    <div role={role} className={classNames(styles.note, styles[tone], className)}>
      {icon ?? <Icon />}
      <div>{children}</div>
    </div>
  );
}
