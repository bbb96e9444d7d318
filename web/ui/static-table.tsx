import type { ReactNode } from 'react';
import styles from './static-table.module.css';

interface StaticTableProps<T> {
  /** What it holds, for those who listen. */
  caption: string;
  columns: readonly { header: string; cell: (row: T) => ReactNode; right?: boolean }[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

/** A small table in a box, all of it shown: the lines of a detail. Lists with pages are a DataTable. */
export function StaticTable<T>({ caption, columns, rows, rowKey }: StaticTableProps<T>) {
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, right }) => (
              <th key={header} scope="col" className={right ? styles.right : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ header, cell, right }) => (
                <td key={header} className={right ? styles.right : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
