import { classNames } from '#web/kit/ui/class-names.ts';
import { SkeletonBlock } from '#web/kit/ui/display/skeleton.tsx';
import styles from './data-table.module.css';
import { type TableViewProps, tablePlaceholder } from './data-table-props.tsx';
import { handleCardKeyDown } from './table-keyboard.ts';

/** The page as a list of cards, on phones and tablets. */
export function TableCards<T>(props: TableViewProps<T>) {
  const { label, rows, rowKey, refreshing, failed, card, pageSize = 10, pageSelection } = props;
  const placeholder = tablePlaceholder(props);
  if (placeholder) return placeholder;
  if (!rows && !failed) {
    return (
      <div className={styles.cards} role="status" aria-label={`Cargando ${label}`}>
        {Array.from({ length: Math.min(pageSize, 6) }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards are equal and never change their order
          <div key={line} className={styles.skeletonCard}>
            <SkeletonBlock width={120} height={14} />
            <SkeletonBlock width={180} />
            <SkeletonBlock width={96} height={20} />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul
      className={classNames(styles.cards, refreshing && styles.stale)}
      aria-label={label}
      data-cards
      onKeyDown={handleCardKeyDown}
    >
      {rows?.map((row) => (
        <li key={rowKey(row)} data-selected={pageSelection?.isSelected(row) || undefined}>
          {card?.(row, {
            checkbox: pageSelection?.checkbox(row) ?? null,
            picked: pageSelection?.isSelected(row) ?? false,
          })}
        </li>
      ))}
    </ul>
  );
}
