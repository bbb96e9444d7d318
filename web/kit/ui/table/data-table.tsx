import { classNames } from '#web/kit/ui/class-names.ts';
import { ProgressLine } from '#web/kit/ui/display/spinner.tsx';
import { TABLET, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { TableCards } from './cards.tsx';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.tsx';
import { useDensity } from './density.tsx';
import { useTableSelection } from './selection.tsx';
import { TableRows } from './table-rows.tsx';

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
