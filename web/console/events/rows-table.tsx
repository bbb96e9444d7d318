import { useState } from 'react';
import { shortened } from '#shared/bulk/errors.ts';
import { type ListedRow, placeOf } from '#shared/event-list/list-events.ts';
import { EMPTY_VALUE, formatTimestamp, integer } from '#shared/format.ts';
import { parseShipmentState } from '#shared/rules/shipment-states.ts';
import { Badge, type BadgeColour } from '#web/ui/badge.tsx';
import { Segment } from '#web/ui/choice.tsx';
import { PAGE_SIZES } from '#web/ui/page-numbers.ts';
import { Pager } from '#web/ui/pager.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
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

interface RowsTableProps<T> {
  caption: string;
  rows: readonly T[];
  shown: (row: T) => ShownRow;
  /** Name of the filter for rows that failed. */
  failedName: string;
}

const LARGEST_PAGE = Math.max(...PAGE_SIZES);

/** A paged table of rows with what becomes of each, and a filter for those that failed. */
export function RowsTable<T extends ListedRow | SentRow>({ caption, rows, shown, failedName }: RowsTableProps<T>) {
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [{ page, size }, setPlace] = useState<{ page: number; size: number }>({ page: 1, size: LARGEST_PAGE });
  const failed = rows.filter(isFailed);
  const listed = onlyFailed && failed.length > 0 ? failed : rows;
  const pages = Math.max(1, Math.ceil(listed.length / size));
  const current = Math.min(page, pages);
  const visible = listed.slice((current - 1) * size, current * size);
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
              setPlace({ page: 1, size });
            }}
          />
        </div>
      )}
      <StaticTable
        caption={caption}
        cards
        rows={visible.map(shown).map((row, index) => ({ ...row, key: String((current - 1) * size + index) }))}
        rowKey={({ key }) => key}
        columns={[
          { header: 'Fila', cell: ({ place }) => <span className="nowrap">{place}</span> },
          { header: 'Dice', cell: ({ text }) => <span className={styles.text}>{shortened(text)}</span> },
          { header: 'Estado', cell: ({ state }) => <span className="nowrap">{state ?? EMPTY_VALUE}</span> },
          {
            header: 'Cuándo',
            cell: ({ at }) => <span className="nowrap">{at === null ? EMPTY_VALUE : formatTimestamp(at)}</span>,
          },
          {
            header: 'Resultado',
            cell: ({ result, colour, reason }) => (
              <span>
                <Badge colour={colour}>{result}</Badge>
                {reason && <span className={`row-line ${styles.text}`}>{reason}</span>}
              </span>
            ),
          },
        ]}
      />
      {listed.length > LARGEST_PAGE && (
        <Pager
          page={current}
          pageSize={size}
          pageCount={pages}
          onPage={(next) => setPlace({ page: next, size })}
          onPageSize={(next) => setPlace({ page: 1, size: next })}
        />
      )}
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
