import type { EditedText } from './edited-fields.ts';
import styles from './order-changes.module.css';

/** A change of a field of the form, or of what follows from it. */
type ShownChange = Omit<EditedText, 'field'> & { field: string };

/** What of an order changes, field by field, before and after. */
export function OrderChanges({ changes }: { changes: readonly ShownChange[] }) {
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
