import { memo } from 'react';
import { CircleAlert, CircleCheck, TriangleAlert } from '#web/kit/ui/display/icons.ts';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import styles from './grid.module.css';
import {
  type CellPosition,
  cellDoubt,
  cellProblem,
  type GridColumn,
  type GridRow,
  isDoubtful,
  needsCorrection,
  rowProblem,
} from './grid-data.ts';

interface GridRowViewProps<C extends string> {
  /** Prefix of the ids of the messages. */
  base: string;
  /** Row index in the whole grid (`aria-rowindex`); the header is 1. */
  index: number;
  columns: readonly GridColumn<C>[];
  row: GridRow<C>;
  /** Column of the active cell, if it is in this row. */
  active: number | null;
  typed: string | null;
  onType: (text: string) => void;
  onClick: (cell: CellPosition) => void;
  /** Called when the edited cell loses the focus. */
  onLeave: (text: string) => void;
}

/** Row of a grid: its number with the problem of the whole row, and its cells with their problems. */
function UnmemoizedRowView<C extends string>(props: GridRowViewProps<C>) {
  const { base, index, columns, row, active, typed, onType, onClick, onLeave } = props;
  const rowReason = rowProblem(row);
  const invalid = needsCorrection(row);
  const [Mark, tone] = invalid
    ? [CircleAlert, styles.invalidRow]
    : isDoubtful(row)
      ? [TriangleAlert, styles.doubtfulRow]
      : [CircleCheck, styles.validRow];
  return (
    <tr aria-rowindex={index}>
      <th scope="row" className={tone}>
        <span className={styles.number}>
          <Mark className="icon-14" />
          {row.id}
          <span className="visually-hidden">
            {row.problems.length > 0
              ? 'para corregir'
              : row.held
                ? 'no se envía'
                : isDoubtful(row)
                  ? 'para revisar'
                  : 'lista'}
          </span>
        </span>
        {rowReason ? <small id={`${base}-${row.id}`}>{rowReason}</small> : null}
        {row.held ? <small className={styles.note}>{row.held}</small> : null}
        {row.note ? <small className={styles.note}>{row.note}</small> : null}
      </th>
      {columns.map(({ id, header }, column) => {
        const reason = cellProblem(row, id);
        const doubt = cellDoubt(row, id);
        const message = `${base}-${row.id}-${id}`;
        const describedBy = reason || doubt ? message : rowReason && column === 0 ? `${base}-${row.id}` : undefined;
        const isActive = column === active;
        const value = row.cells[id];
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
          <td
            key={id}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid is focusable
            role="gridcell"
            tabIndex={isActive && typed === null ? 0 : -1}
            data-active={(isActive && typed === null) || undefined}
            data-doubtful={(doubt && !reason) || undefined}
            aria-invalid={reason ? true : undefined}
            aria-describedby={describedBy}
            onClick={() => onClick({ id: row.id, column })}
          >
            {isActive && typed !== null ? (
              <TextInput
                small
                data-active
                data-own-escape
                autoComplete="off"
                aria-label={`${header}, fila ${row.id}`}
                aria-invalid={reason ? true : undefined}
                aria-describedby={describedBy}
                value={typed}
                onChange={(event) => onType(event.target.value)}
                onBlur={(event) => onLeave(event.target.value)}
              />
            ) : (
              <span className={styles.value}>{value}</span>
            )}
            {describedBy === message ? (
              <small id={message} className={styles.reason}>
                {reason ? <Reason kind="Error:" text={reason} /> : null}
                {doubt ? <Reason kind="Para revisar:" text={doubt} /> : null}
              </small>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}

const Reason = ({ kind, text }: { kind: string; text: string }) => (
  <>
    <span className="visually-hidden">{kind}</span> {text}{' '}
  </>
);

/** Memoized: a page has more than a thousand cells. */
export const GridRowView = memo(UnmemoizedRowView, (before, after) => {
  if (before.row !== after.row || before.columns !== after.columns || before.index !== after.index) return false;
  return before.active === after.active && before.typed === after.typed && after.active === null;
}) as typeof UnmemoizedRowView;
