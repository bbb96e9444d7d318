import { memo, type ReactElement, useState } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { SkeletonBlock } from '#web/kit/ui/display/skeleton.tsx';
import { useOverflow } from '#web/kit/ui/use-overflow.ts';
import styles from './data-table.module.css';
import { type Column, type TableViewProps, tablePlaceholder } from './data-table-props.tsx';
import type { Density } from './density.tsx';
import { handleRowKeyDown } from './table-keyboard.ts';

/** Maximum number of rows of a skeleton: a window shows no more. */
const SKELETON_ROWS = 20;

/** The page as a table: focusable rows, sticky headers and pinned columns. */
export function TableRows<T>(props: TableViewProps<T> & { density: Density }) {
  const { label, columns, rows, rowKey, refreshing, failed, pageSize = 10, pageSelection, onOpen, density } = props;
  const [region, overflows] = useOverflow();
  const [current, setCurrent] = useState<string | null>(null);
  const placeholder = tablePlaceholder(props);
  const shown = placeholder === null ? rows : [];
  const width = columns.length + (pageSelection ? 1 : 0);
  const focusableKey = shown?.some((row) => rowKey(row) === current) ? current : shown?.[0] ? rowKey(shown[0]) : null;
  const rowAt = (index: number) => shown?.[index];

  return (
    <section
      ref={region}
      aria-label={label}
      // Focusable, so that the arrow keys scroll it.
      tabIndex={overflows ? 0 : undefined}
      className={classNames(styles.region, overflows && styles.scrolls)}
    >
      <table className={classNames(styles.table, density === 'roomy' && styles.roomy)}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {pageSelection ? (
              <th className={classNames(styles.pick, styles.left)}>{pageSelection.pageCheckbox}</th>
            ) : null}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column, Boolean(pageSelection))}
                style={{ minWidth: column.minWidth }}
              >
                {column.hideHeader ? <span className="visually-hidden">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={refreshing ? styles.stale : undefined}
          onKeyDown={(event) =>
            handleRowKeyDown(event, {
              open: onOpen && ((index) => onRow(rowAt(index), onOpen)),
              toggle: pageSelection
                ? (index, extend) => onRow(rowAt(index), (row) => pageSelection.toggle(row, extend))
                : undefined,
            })
          }
        >
          {shown?.map((row) => (
            <tr
              key={rowKey(row)}
              tabIndex={rowKey(row) === focusableKey ? 0 : -1}
              data-selected={pageSelection?.isSelected(row) || undefined}
              data-disabled={pageSelection?.isDisabled(row) || undefined}
              onFocus={() => setCurrent(rowKey(row))}
            >
              {pageSelection ? (
                <td className={classNames(styles.pick, styles.left)}>{pageSelection.checkbox(row)}</td>
              ) : null}
              <RowCells row={row} columns={columns} afterCheckbox={Boolean(pageSelection)} />
            </tr>
          ))}
          {!rows && !failed
            ? Array.from({ length: Math.min(pageSize, SKELETON_ROWS) }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are equal and never change their order
                <tr key={line}>
                  {pageSelection ? <td className={styles.pick} /> : null}
                  {columns.map((column) => (
                    <td key={column.id} className={cellClass(column, Boolean(pageSelection))}>
                      <span className={styles.skeleton}>
                        <SkeletonBlock width={(column.skeletonWidth ?? 84) - ((line * 7) % 24)} />
                      </span>
                    </td>
                  ))}
                </tr>
              ))
            : null}
          {placeholder ? (
            <tr>
              <td colSpan={width} className={styles.placeholder}>
                {placeholder}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}

interface RowCellsProps<T> {
  row: T;
  columns: readonly Column<T>[];
  afterCheckbox: boolean;
}

/** Cells of a row. Memoized: they re-render when the row or the columns change, not when the selection does. */
const RowCells = memo(function RowCells<T>({ row, columns, afterCheckbox }: RowCellsProps<T>) {
  return columns.map((column) => (
    <td key={column.id} className={cellClass(column, afterCheckbox)}>
      {column.cell(row)}
    </td>
  ));
}) as <T>(props: RowCellsProps<T>) => ReactElement;

function onRow<T>(row: T | undefined, act: (row: T) => void) {
  if (row !== undefined) act(row);
}

function cellClass<T>(column: Column<T>, afterCheckbox: boolean) {
  return classNames(
    column.align === 'right' && styles.right,
    column.pin === 'left' && (afterCheckbox ? styles.afterCheckbox : styles.left),
    column.pin === 'right' && styles.pinned,
    column.muted && styles.muted,
    column.wrap && styles.wrap,
    column.drop && styles[`drop${column.drop}`],
  );
}
