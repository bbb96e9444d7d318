import { X } from './icons.ts';
import styles from './pill.module.css';

/** An applied filter with a button to remove it. */
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
