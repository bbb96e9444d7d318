import type { EditedText } from './edited-fields.ts';
import styles from './order-changes.module.css';

/** What of an order changes, field by field, before and after. */
export function OrderChanges({ changes }: { changes: readonly EditedText[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <del>{before || 'vacío'}</del> <ins>{after || 'vacío'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
