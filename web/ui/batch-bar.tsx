import { type ReactNode, useEffect } from 'react';
import styles from './batch-bar.module.css';
import { IconButton } from './button.tsx';
import { X } from './icons.ts';

export interface BatchBarProps {
  /** Name of the mode: 'Imprimir en lote'. */
  label: string;
  /** '4 órdenes seleccionadas'. */
  count: string;
  detail?: ReactNode;
  onLeave: () => void;
  children: ReactNode;
}

/** The strip that a batch mode stands on: how many are picked, what can be done with them, and the way out. */
export function BatchBar({ label, count, detail, onLeave, children }: BatchBarProps) {
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onLeave]);

  return (
    <section className={styles.bar} aria-label={label}>
      <div className={styles.strip}>
        <IconButton label="Salir del modo" title="Salir del modo (Esc)" icon={<X />} onClick={onLeave} />
        <p className={styles.sum} role="status">
          {count}
          {detail && <small>{detail}</small>}
        </p>
        <span className={styles.grow} />
        {children}
      </div>
    </section>
  );
}
