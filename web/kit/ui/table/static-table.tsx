import type { ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { useOverflow } from '#web/kit/ui/use-overflow.ts';
import styles from './static-table.module.css';

interface StaticTableProps<T> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly { header: string; cell: (row: T) => ReactNode; right?: boolean }[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Whether each row becomes a card of labelled values where there is little room, or only on a phone, so that badges and buttons stay on one line. */
  cards?: boolean | 'phone';
}

/** A small framed table without pages, for the lines of a detail. Use DataTable for lists with pages. */
export function StaticTable<T>({ caption, columns, rows, rowKey, cards }: StaticTableProps<T>) {
  const [region, overflows] = useOverflow();
  const phone = useMediaQuery(PHONE);
  const asCards = cards === 'phone' ? phone : cards;
  return (
    <section
      ref={region}
      aria-label={caption}
      // Focusable, so that the arrow keys scroll it.
      tabIndex={overflows ? 0 : undefined}
      className={styles.box}
    >
      <table className={classNames(styles.table, asCards && styles.cards)}>
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
                <td key={header} className={right ? styles.right : undefined} data-header={header}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
