import type { ReactNode } from 'react';
import { IconButton } from '#web/kit/ui/button.tsx';
import { X } from '#web/kit/ui/display/icons.ts';
import styles from './sticky-bar.module.css';

interface StickyBarProps {
  /** "4 órdenes seleccionadas"; screen readers announce its changes. */
  summary: string;
  detail?: ReactNode;
  onClear: () => void;
  clearLabel?: string;
  /** Between the summary and the action; hidden on the phone. */
  middle?: ReactNode;
  /** The primary button. */
  children: ReactNode;
}

/** Sticky bar of a selection: its summary and the actions on it. Drawn like a strip of labels. */
export function StickyBar({
  summary,
  detail,
  onClear,
  clearLabel = 'Soltar la selección',
  middle,
  children,
}: StickyBarProps) {
  return (
    <section className={styles.bar} aria-label="Selección">
      <div className={styles.inside}>
        <IconButton label={clearLabel} icon={<X />} onClick={onClear} className={styles.clear} />
        <div role="status" className={styles.summary}>
          {summary}
          {detail ? <small>{detail}</small> : null}
        </div>
        <div className={styles.middle}>{middle}</div>
        {children}
      </div>
    </section>
  );
}
