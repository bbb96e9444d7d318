import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.tsx';
import { useDensity } from './density.tsx';
import { TABLET, useMediaQuery } from './media-query.ts';
import { ProgressLine } from './spinner.tsx';
import { TableCards } from './table-cards.tsx';
import { TableRows } from './table-rows.tsx';
import { useTableSelection } from './table-selection.tsx';

export type { Column } from './data-table-props.tsx';

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
