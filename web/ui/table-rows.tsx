import { memo, type ReactElement, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import type { Density } from './density.tsx';
import { Bone } from './skeleton.tsx';
import { handleRowKeys } from './table-keys.ts';
import { type Column, type Drawn, tableStandIn } from './table-props.tsx';
import { useOverflow } from './use-overflow.ts';

/** The page as a table: rows that take the focus, headers and pinned columns that stay. */
export function TableRows<T>(props: Drawn<T> & { density: Density }) {
  const { label, columns, rows, rowKey, refreshing, failed, pageSize = 10, picks, onOpen, density } = props;
  const [region, overflows] = useOverflow();
  const [current, setCurrent] = useState<string | null>(null);
  const standIn = tableStandIn(props);
  const shown = standIn === null ? rows : [];
  const width = columns.length + (picks ? 1 : 0);
  const first = shown?.some((row) => rowKey(row) === current) ? current : shown?.[0] ? rowKey(shown[0]) : null;
  const at = (index: number) => shown?.[index];

  return (
    <section
      ref={region}
      aria-label={label}
      // Whoever has no pointer scrolls it with the arrow keys.
      tabIndex={overflows ? 0 : undefined}
      className={classNames(styles.region, overflows && styles.scrolls)}
    >
      <table className={classNames(styles.table, density === 'roomy' && styles.roomy)}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {picks ? <th className={classNames(styles.pick, styles.left)}>{picks.pageBox}</th> : null}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column, Boolean(picks))}
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
            handleRowKeys(event, {
              open: onOpen && ((index) => onRow(at(index), onOpen)),
              toggle: picks ? (index, reach) => onRow(at(index), (row) => picks.toggle(row, reach)) : undefined,
            })
          }
        >
          {shown?.map((row) => (
            <tr
              key={rowKey(row)}
              tabIndex={rowKey(row) === first ? 0 : -1}
              data-picked={picks?.isPicked(row) || undefined}
              data-off={picks?.isOff(row) || undefined}
              onFocus={() => setCurrent(rowKey(row))}
            >
              {picks ? <td className={classNames(styles.pick, styles.left)}>{picks.box(row)}</td> : null}
              <RowCells row={row} columns={columns} afterBox={Boolean(picks)} />
            </tr>
          ))}
          {!rows && !failed
            ? Array.from({ length: pageSize }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Bones are alike and never change places.
                <tr key={line}>
                  {picks ? <td className={styles.pick} /> : null}
                  {columns.map((column) => (
                    <td key={column.id} className={cellClass(column, Boolean(picks))}>
                      <span className={styles.bone}>
                        <Bone width={(column.bone ?? 84) - ((line * 7) % 24)} />
                      </span>
                    </td>
                  ))}
                </tr>
              ))
            : null}
          {standIn ? (
            <tr>
              <td colSpan={width} className={styles.instead}>
                {standIn}
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
  afterBox: boolean;
}

/** What a row shows: drawn again when the row or the columns are others, not when something is picked. */
const RowCells = memo(function RowCells<T>({ row, columns, afterBox }: RowCellsProps<T>) {
  return columns.map((column) => (
    <td key={column.id} className={cellClass(column, afterBox)}>
      {column.cell(row)}
    </td>
  ));
}) as <T>(props: RowCellsProps<T>) => ReactElement;

function onRow<T>(row: T | undefined, act: (row: T) => void) {
  if (row !== undefined) act(row);
}

function cellClass<T>(column: Column<T>, afterBox: boolean) {
  return classNames(
    column.align === 'right' && styles.right,
    column.pin === 'left' && (afterBox ? styles.afterBox : styles.left),
    column.pin === 'right' && styles.pinned,
    column.muted && styles.muted,
    column.wrap && styles.wrap,
  );
}
