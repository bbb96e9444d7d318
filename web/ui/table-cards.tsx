import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import { Bone } from './skeleton.tsx';
import { type Drawn, tableStandIn } from './table-props.tsx';

/** The page as the phone shows it: a list of cards, the same data in other markup. */
export function TableCards<T>(props: Drawn<T>) {
  const { label, rows, rowKey, refreshing, failed, card, pageSize = 10, picks } = props;
  const standIn = tableStandIn(props);
  if (standIn) return standIn;
  if (!rows && !failed) {
    return (
      <div className={styles.cards} role="status" aria-label={`Cargando ${label}`}>
        {Array.from({ length: Math.min(pageSize, 6) }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Bones are alike and never change places.
          <div key={line} className={styles.boneCard}>
            <Bone width={120} height={14} />
            <Bone width={180} />
            <Bone width={96} height={20} />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className={classNames(styles.cards, refreshing && styles.stale)} aria-label={label}>
      {rows?.map((row) => (
        <li key={rowKey(row)} data-picked={picks?.isPicked(row) || undefined}>
          {card?.(row, { box: picks?.box(row) ?? null, picked: picks?.isPicked(row) ?? false })}
        </li>
      ))}
    </ul>
  );
}
