import { X } from './icons.ts';
import styles from './pill.module.css';

/** A filter that is on, and how to take it off. */
export function Pill({ label, value, onRemove }: { label: string; value?: string; onRemove: () => void }) {
  return (
    <span className={styles.pill}>
      <span>
        {label} {value ? <b>{value}</b> : null}
      </span>
      <button type="button" aria-label={`Quitar filtro ${label} ${value ?? ''}`.trim()} onClick={onRemove}>
        <X className="icon-14" />
      </button>
    </span>
  );
}
