import { useState } from 'react';
import { shortened } from '#shared/bulk/rows/errors.ts';
import { EMPTY_VALUE, formatTimestamp, integer } from '#shared/kit/text/format.ts';
import { type ListedRow, placeOf } from '#shared/orders/event-list/list-events.ts';
import { parseShipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { pageOf } from '#web/kit/list/page-of.ts';
import { useOwnPages } from '#web/kit/list/use-own-pages.ts';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';
import { Segment } from '#web/kit/ui/field/choice.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { PAGE_SIZES } from '#web/kit/ui/table/page-numbers.ts';
import type { SentResult, SentRow } from './event-list-store.ts';
import styles from './events.module.css';

/** A row as the table shows it. */
interface ShownRow {
  place: string;
  text: string;
  state: string | null;
  /** ISO 8601; null for the moment of sending. */
  at: string | null;
  result: string;
  colour: BadgeColour;
  reason: string | null;
}

const LARGEST_PAGE = Math.max(...PAGE_SIZES);

const COLUMNS: readonly Column<ShownRow & { key: string }>[] = [
  { id: 'place', header: 'Fila', cell: ({ place }) => place },
  {
    id: 'text',
    header: 'Dice',
    wrap: true,
    cell: ({ text }) => <span className={styles.text}>{shortened(text)}</span>,
  },
  { id: 'state', header: 'Estado', cell: ({ state }) => state ?? EMPTY_VALUE },
  { id: 'at', header: 'Cuándo', cell: ({ at }) => (at === null ? EMPTY_VALUE : formatTimestamp(at)) },
  {
    id: 'result',
    header: 'Resultado',
    wrap: true,
    cell: ({ result, colour, reason }) => (
      <span>
        <Badge colour={colour}>{result}</Badge>
        {reason && <span className={`row-line ${styles.text}`}>{reason}</span>}
      </span>
    ),
  },
];

const keyOf = ({ key }: { key: string }) => key;

interface RowsTableProps<T> {
  caption: string;
  rows: readonly T[];
  shown: (row: T) => ShownRow;
  /** Name of the filter for rows that failed. */
  failedName: string;
}

/** A paged table of rows with what becomes of each, and a filter for those that failed. */
export function RowsTable<T extends ListedRow | SentRow>({ caption, rows, shown, failedName }: RowsTableProps<T>) {
  const [onlyFailed, setOnlyFailed] = useState(false);
  const pages = useOwnPages(LARGEST_PAGE);
  const failed = rows.filter(isFailed);
  const listed = onlyFailed && failed.length > 0 ? failed : rows;
  const list = pageOf(listed, pages);
  const first = (list.page - 1) * pages.limit;
  const visible = list.rows?.map((row, index) => ({ ...shown(row), key: String(first + index) }));
  return (
    <>
      {failed.length > 0 && (
        <div>
          <Segment
            label={`Filas: ${caption}`}
            value={onlyFailed ? 'failed' : 'all'}
            options={[
              { value: 'all', label: `Todas (${integer(rows.length)})` },
              { value: 'failed', label: `${failedName} (${integer(failed.length)})` },
            ]}
            onChange={(value) => {
              setOnlyFailed(value === 'failed');
              pages.setPage(1);
            }}
          />
        </div>
      )}
      <ConsoleList
        label={caption}
        pagerLabel={`Páginas: ${caption}`}
        list={{ ...list, rows: visible }}
        filters={pages}
        columns={COLUMNS}
        rowKey={keyOf}
      />
    </>
  );
}

/** Whether a row isn't recorded for a reason that can be corrected. */
const isFailed = (row: ListedRow | SentRow) =>
  'result' in row ? row.result === 'refused' : row.event === null && !row.double;

const stateText = (state: string | undefined) => (state === undefined ? null : parseShipmentState(state).text);

export const listedRow = (row: ListedRow): ShownRow => ({
  place: placeOf(row),
  text: row.text,
  state: stateText(row.event?.state),
  at: row.event?.at ? new Date(row.event.at).toISOString() : null,
  ...(row.event
    ? { result: 'Lista', colour: 'verde' }
    : row.double
      ? { result: 'Doble', colour: 'gris' }
      : { result: 'Con problema', colour: 'rojo' }),
  reason: row.problem,
});

const RESULTS: Record<SentResult, { result: string; colour: BadgeColour }> = {
  pending: { result: 'Por registrar', colour: 'amarillo' },
  recorded: { result: 'Registrado', colour: 'verde' },
  repeated: { result: 'Repetido', colour: 'azul' },
  refused: { result: 'Rechazado', colour: 'rojo' },
  double: { result: 'Doble', colour: 'gris' },
};

export const sentRow = (row: SentRow): ShownRow => ({
  place: placeOf(row),
  text: row.text,
  state: stateText(row.body?.state),
  at: row.body?.at ?? null,
  ...RESULTS[row.result],
  reason: row.reason,
});
