import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './choice.tsx';
import styles from './data-table.module.css';
import { Ban, RefreshCw } from './icons.ts';
import { type RowId, type Selection, useRowPicker } from './row-selection.ts';
import { ProgressLine } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';
import { Void } from './void.tsx';

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** Dates, ids and modes: less loud than names and states. */
  muted?: boolean;
  /** Sticks to the edge while the rest scrolls. */
  pin?: 'left' | 'right';
  /** Width of the loading bone, in characters. */
  bone?: number;
}

/** What a table shows instead of rows, or over them. */
export type TableState = 'loading' | 'refreshing' | 'error' | 'ready';

export interface DataTableProps<Row> {
  /** Name of the table's region: 'Tabla de órdenes'. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => RowId;
  state: TableState;
  /** Rows that a page holds: as many bones while loading for the first time. */
  limit: number;
  /** True when filters are set: an empty table then says so. */
  filtered?: boolean;
  onClearFilters?: () => void;
  onRetry?: () => void;
  /** What to do in an empty list: 'Crear tu primera orden'. */
  emptyAction?: ReactNode;
  selection?: Selection<Row> | undefined;
  /** Opens a row: Enter on it. */
  onOpen?: (row: Row) => void;
  /** The phone's form of a row; without it the table scrolls there too. */
  card?: (row: Row, pick: ReactNode) => ReactNode;
  density?: 'compact' | 'roomy';
  /** Greys a row out: cancelled, or not to be picked. */
  isOff?: (row: Row) => boolean;
}

const bones = (limit: number) => Array.from({ length: limit }, (_, index) => index);

/**
 * The table of every list (D1 §2, §8): first load as bones under the real headers, later loads over the old rows, the
 * three empty states, picking with ranges, and rows that the keyboard can walk.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, state, limit, selection, card, density = 'compact' } = props;
  const picker = useRowPicker(rows, idOf, selection);
  const busy = state === 'loading' || state === 'refreshing';
  const span = columns.length + (selection ? 1 : 0);
  const whyId = useId();

  const pick = (row: Row) => selection && <Pick row={row} selection={selection} picker={picker} idOf={idOf} />;

  return (
    <div className={styles.frame} aria-busy={busy}>
      <div className={styles.progress}>{state === 'refreshing' && <ProgressLine />}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={card ? styles.regionWithCards : styles.region} aria-label={label} tabIndex={0}>
        <table className={`${styles.table} ${density === 'roomy' ? styles.roomy : ''}`} aria-describedby={whyId}>
          <thead>
            <tr>
              {selection && (
                <th className={`${styles.sel} ${styles.pinLeft}`} scope="col">
                  <Checkbox
                    aria-label={selection.allLabel}
                    checked={picker.all === 'all'}
                    indeterminate={picker.all === 'some'}
                    disabled={rows.every((row) => selection.blocked(row) !== null)}
                    onChange={picker.toggleAll}
                  />
                </th>
              )}
              {columns.map((column) => (
                <th key={column.key} scope="col" className={cellClass(column)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={state === 'refreshing' ? styles.stale : ''}>
            {state === 'loading' && bones(limit).map((index) => <BoneRow key={index} columns={columns} span={span} />)}
            {state !== 'loading' && (state === 'error' || rows.length === 0) && (
              <tr className={styles.void}>
                <td colSpan={span}>
                  <NoRows {...props} />
                </td>
              </tr>
            )}
            {state !== 'loading' &&
              state !== 'error' &&
              rows.map((row) => <BodyRow key={idOf(row)} row={row} {...props} picker={picker} pick={pick(row)} />)}
          </tbody>
        </table>
      </section>
      {card && (
        <ul className={`${styles.cards} ${state === 'refreshing' ? styles.stale : ''}`} aria-label={label}>
          {state === 'loading' &&
            bones(Math.min(limit, 4)).map((index) => <li key={index} className={styles.boneCard} />)}
          {state !== 'loading' && (state === 'error' || rows.length === 0) && (
            <li>
              <NoRows {...props} />
            </li>
          )}
          {state !== 'loading' &&
            state !== 'error' &&
            rows.map((row) => <li key={idOf(row)}>{card(row, pick(row))}</li>)}
        </ul>
      )}
    </div>
  );
}

function cellClass<Row>({ align, muted, pin }: Column<Row>, body = false): string {
  return [
    align === 'right' && styles.right,
    body && muted && styles.muted,
    pin === 'left' && styles.pinLeft,
    pin === 'right' && styles.pinRight,
  ]
    .filter(Boolean)
    .join(' ');
}

type Picker<Row> = ReturnType<typeof useRowPicker<Row>>;

function BodyRow<Row>(props: DataTableProps<Row> & { row: Row; picker: Picker<Row>; pick: ReactNode }) {
  const { row, columns, idOf, selection, onOpen, isOff, picker, pick } = props;
  const ref = useRef<HTMLTableRowElement>(null);
  const picked = selection?.ids.has(idOf(row)) ?? false;

  function walk(by: 1 | -1, event: KeyboardEvent) {
    const target = by > 0 ? ref.current?.nextElementSibling : ref.current?.previousElementSibling;
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    if (event.shiftKey && event.key.startsWith('Arrow')) picker.toggle(row, false);
    target.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    // Keys typed into a control of the row are that control's.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'j') walk(1, event);
    else if (event.key === 'ArrowUp' || event.key === 'k') walk(-1, event);
    else if (event.key === 'Enter') onOpen?.(row);
    else if (event.key === 'x' || event.key === ' ') {
      event.preventDefault();
      picker.toggle(row, event.shiftKey);
    }
  }

  return (
    <tr
      ref={ref}
      tabIndex={-1}
      className={isOff?.(row) ? styles.off : ''}
      aria-selected={selection ? picked : undefined}
      onKeyDown={onKeyDown}
    >
      {pick && <td className={`${styles.sel} ${styles.pinLeft}`}>{pick}</td>}
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column, true)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

interface PickProps<Row> {
  row: Row;
  selection: Selection<Row>;
  picker: Picker<Row>;
  idOf: (row: Row) => RowId;
}

function Pick<Row>({ row, selection, picker, idOf }: PickProps<Row>) {
  const why = selection.blocked(row);
  if (why !== null) {
    return (
      <Tooltip text={why}>
        <button type="button" className={styles.why} aria-label={why}>
          <Ban aria-hidden />
        </button>
      </Tooltip>
    );
  }
  return (
    <Checkbox
      aria-label={`Elegir ${selection.nameOf(row)}`}
      checked={selection.ids.has(idOf(row))}
      onChange={(event) => picker.toggle(row, (event.nativeEvent as MouseEvent).shiftKey === true)}
    />
  );
}

function BoneRow<Row>({ columns, span }: { columns: readonly Column<Row>[]; span: number }) {
  return (
    <tr aria-hidden>
      {span > columns.length && <td />}
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          <span className={styles.bone} style={{ width: `${column.bone ?? 10}ch` }} />
        </td>
      ))}
    </tr>
  );
}

function NoRows<Row>({ state, filtered, onClearFilters, onRetry, emptyAction }: DataTableProps<Row>) {
  if (state === 'error') {
    return (
      <Void
        title="Ocurrió un error"
        text="Por favor, intente nuevamente más tarde o comuníquese con soporte técnico"
        action={
          onRetry && (
            <Button icon={<RefreshCw />} onClick={onRetry}>
              Reintentar
            </Button>
          )
        }
      />
    );
  }
  if (filtered) {
    return (
      <Void
        title="No se encontraron resultados"
        text="Por favor, aplique otros filtros"
        action={onClearFilters && <Button onClick={onClearFilters}>Limpiar filtros</Button>}
      />
    );
  }
  return <Void art title="No hay resultados disponibles" action={emptyAction} />;
}
