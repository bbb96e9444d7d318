import { classNames } from '#web/kit/ui/class-names.ts';
import { SkeletonBlock } from '#web/kit/ui/display/skeleton.tsx';
import { ProgressLine } from '#web/kit/ui/display/spinner.tsx';
import { TABLET, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import styles from './data-table.module.css';
import { type DataTableProps, type TableViewProps, tablePlaceholder } from './data-table-props.tsx';
import { useDensity } from './density.tsx';
import { useTableSelection } from './selection.tsx';
import { handleCardKeyDown } from './table-keyboard.ts';
import { TableRows } from './table-rows.tsx';

export type { Column } from './data-table-props.tsx';

/** The page as a list of cards, on phones and tablets. */
function TableCards<T>(props: TableViewProps<T>) {
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

/**
 * The paged table of every list (D1 §2, generic paged table). The server sorts, filters and pages: this component
 * renders one page in any loading state, with its selection and keyboard support.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { rows, rowKey, selection, failed, refreshing, card, boxed } = props;
  const [density] = useDensity();
  const tablet = useMediaQuery(TABLET);
  const pageSelection = useTableSelection(rows ?? [], rowKey, selection);
  const busy = !failed && (refreshing || rows === undefined);
  const asCards = tablet && card !== undefined;
  return (
    <div className={classNames(styles.frame, boxed && !asCards && styles.boxed)} aria-busy={busy}>
      <div className={styles.progress}>{busy && rows ? <ProgressLine /> : null}</div>
      {asCards ? (
        <TableCards {...props} pageSelection={pageSelection} />
      ) : (
        <TableRows {...props} pageSelection={pageSelection} density={density} />
      )}
    </div>
  );
}
