import type { EditedText } from './edited-fields.ts';
import styles from './order-changes.module.css';

/** A change of a field, or a change that results from it. */
type ShownChange = Omit<EditedText, 'field'> & { field: string };

/** Lists the changes of an order field by field, before and after. */
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
