import type { ReactNode } from 'react';
import { integer } from '#shared/kit/text/format.ts';
import type { ResultFilter } from '#shared/orders/rules/due/delivery-result.ts';
import type { DeliveryResults } from '#shared/orders/statistics.ts';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { paths } from '#web/paths.ts';
import styles from './delivery-results.module.css';
import { type Change, daysChange, daysText, shareChange, shareText } from './delivery-texts.ts';
import type { Range } from './periods.ts';

/** Figures of a province, or of all of them (null). */
export type FiguresRow = DeliveryResults['total'] & { name: string | null };

/** Returns the list of the shipments behind a figure. */
export function listOf(
  range: Range,
  province: string | null,
  of: { resultado: ResultFilter } | { motivo: string },
): string {
  const filters = { ...of, ...(province && { provincia: province }), fechaDesde: range.from, fechaHasta: range.to };
  return `${paths.shipments}?${new URLSearchParams(filters)}`;
}

interface FigureProps {
  text: string;
  /** The list behind the figure; none for an empty figure. */
  to: string | null;
  /** Change against the period before. */
  change?: Change | null;
  /** Whether a larger number is better. */
  rising?: boolean;
}

/** A figure that opens its list, with its change below. */
function Figure({ text, to, change = null, rising = true }: FigureProps) {
  const better = change && change.points !== 0 && change.points > 0 === rising;
  return (
    <>
      {to ? (
        <Link to={to} className={`name-link tabular-nums ${styles.figure}`}>
          {text}
        </Link>
      ) : (
        text
      )}
      {change && (
        <span
          className={classNames('row-line', change.points === 0 ? 'muted' : better ? 'success-text' : 'danger-text')}
        >
          {change.text}
        </span>
      )}
    </>
  );
}

/** Returns the figures of a row: id, name, and content. */
function figuresOf(row: FiguresRow, range: Range): { id: string; name: string; content: ReactNode }[] {
  const { before } = row;
  const listed = (count: number, resultado: ResultFilter) =>
    count > 0 ? listOf(range, row.name, { resultado }) : null;
  const share = (part: 'on_time' | 'first_visit', whole: 'promised' | 'delivered', resultado: ResultFilter) => (
    <Figure
      text={shareText(row[part], row[whole])}
      to={listed(row[part], resultado)}
      change={shareChange({ part: row[part], whole: row[whole] }, { part: before[part], whole: before[whole] })}
    />
  );
  const days = (of: 'median_days' | 'p90_days') => (
    <Figure
      text={daysText(row[of])}
      to={row[of] === null ? null : listed(row.delivered, 'entregado')}
      rising={false}
      change={daysChange({ days: row[of], whole: row.delivered }, { days: before[of], whole: before.delivered })}
    />
  );
  const [reason] = row.failures;
  const failed = (
    <>
      <Figure text={integer(row.failed)} to={listed(row.failed, 'con_falla')} />
      {row.name !== null && reason && (
        <Link to={listOf(range, row.name, { motivo: reason.reason })} className={`row-line muted ${styles.reason}`}>
          {reason.reason}: {integer(reason.total)}
        </Link>
      )}
    </>
  );
  const ended = <Figure text={integer(row.ended)} to={listed(row.ended, 'terminado')} />;
  return [
    { id: 'ended', name: 'Terminados', content: ended },
    { id: 'on_time', name: 'A tiempo', content: share('on_time', 'promised', 'a_tiempo') },
    { id: 'first_visit', name: 'En la primera visita', content: share('first_visit', 'delivered', 'primera_visita') },
    { id: 'median', name: 'La mitad llega en', content: days('median_days') },
    { id: 'p90', name: '9 de cada 10 en', content: days('p90_days') },
    { id: 'failed', name: 'Con visita fallida', content: failed },
  ];
}

/** The figures of a row with their names. */
export function FigureList({ row, range }: { row: FiguresRow; range: Range }) {
  return (
    <dl className={styles.figures}>
      {figuresOf(row, range).map(({ id, name, content }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Columns of the figures by province. */
export function deliveryColumns(range: Range): Column<FiguresRow>[] {
  const figure = (id: string, header: string): Column<FiguresRow> => ({
    id,
    header,
    skeletonWidth: 56,
    cell: (row) => figuresOf(row, range).find((one) => one.id === id)?.content,
  });
  return [
    { id: 'name', header: 'Provincia', wrap: true, skeletonWidth: 110, cell: ({ name }) => name },
    figure('ended', 'Terminados'),
    figure('on_time', 'A tiempo'),
    figure('first_visit', 'En la primera visita'),
    figure('median', 'La mitad llega en'),
    figure('p90', '9 de cada 10 en'),
    figure('failed', 'Con visita fallida'),
  ];
}
