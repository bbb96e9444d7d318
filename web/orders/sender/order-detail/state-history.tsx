import { EMPTY_VALUE, relativeTime } from '#shared/kit/text/format.ts';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import type { HistoryLine } from './shipment-history.ts';
import styles from './state-history.module.css';

interface StateHistoryProps {
  lines: readonly HistoryLine[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

/** 'Historial de estados' of one shipment (D1 §2), newest first. */
export function StateHistory({ lines, failed, onRetry }: StateHistoryProps) {
  const phone = useMediaQuery(PHONE);
  if (failed) {
    return (
      <p role="alert" className="muted">
        No se pudo cargar el historial.{' '}
        <button type="button" className="link-button" onClick={onRetry}>
          Reintentar
        </button>
      </p>
    );
  }
  if (!lines) return <Skeleton lines={2} label="Cargando el historial" />;
  if (lines.length === 0) return <p className="muted">Todavía no hay estados</p>;
  return phone ? <HistoryList lines={lines} /> : <HistoryTable lines={lines} />;
}

/** The state of a line; struck through if it was corrected. */
function LineState({ line: { state, corrected } }: { line: HistoryLine }) {
  return corrected ? <s className={styles.corrected}>{state}</s> : <StateBadge state={state} />;
}

/** Says who corrected a state, and when. Screen readers may leave out that the state is struck through. */
function Corrected({ at }: { at: string }) {
  return (
    <>
      <strong>Corregido</strong> por el proveedor el {at}
    </>
  );
}

const ago = ({ ms }: HistoryLine) => (ms === null ? undefined : relativeTime(ms, Date.now()));

function HistoryTable({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <caption className="visually-hidden">Historial de estados</caption>
        <thead>
          <tr>
            <th className={styles.rail} scope="col">
              <span className="visually-hidden">Orden</span>
            </th>
            <th scope="col" className={styles.when}>
              Fecha
            </th>
            <th scope="col" className={styles.state}>
              Estado
            </th>
            <th scope="col">Motivo</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td className={styles.rail} />
              <td className="muted nowrap" title={ago(line)}>
                {line.since}
              </td>
              <td className={styles.state}>
                <LineState line={line} />
              </td>
              <td>
                {line.corrected ? (
                  <Corrected at={line.corrected} />
                ) : (
                  line.reason || <span className="muted">{EMPTY_VALUE}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HistoryList({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <ol className={styles.list} aria-label="Historial de estados">
      {lines.map((line) => (
        <li key={line.key}>
          <div className={styles.line}>
            <LineState line={line} />
            <span className="muted tabular-nums" title={ago(line)}>
              {line.since}
            </span>
          </div>
          {line.corrected ? (
            <p>
              <Corrected at={line.corrected} />
            </p>
          ) : (
            line.reason && <p>{line.reason}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
