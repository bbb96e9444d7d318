import type { BatchRow, BatchState, RowOutcome } from '#shared/bulk/batches.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';
import styles from './batch-state.module.css';

/**
 * Colours of the states of bulk uploads and rows; some shipment states have the same names in other colours (facts of
 * the trade §7).
 */
const COLOURS: Record<BatchState | RowOutcome, BadgeColour> = {
  Pendiente: 'amarillo',
  Procesando: 'azul',
  Procesado: 'verde',
  Error: 'rojo',
  Omitido: 'rojo',
};

/** Badge with the state of an upload or the outcome of a row. */
export function BatchBadge({ state }: { state: BatchState | RowOutcome }) {
  return <Badge colour={COLOURS[state] ?? 'gris'}>{state}</Badge>;
}

/** A batch of any gateway: our additional keys may be missing (readings R4). */
export type ReceivedBatch = Pick<BatchRow, 'id' | 'archivo' | 'fecha' | 'ordenes' | 'cantidad'> & Partial<BatchRow>;

/** Returns whether orders are still being created from the batch; false if the gateway gives no state. */
export const isRunning = ({ estado }: ReceivedBatch) => estado === 'Pendiente' || estado === 'Procesando';

/** Shows the created orders as 'x / total' (D2 §2), with a progress bar while they are being created. */
export function BatchProgress({ batch }: { batch: ReceivedBatch }) {
  const { ordenes, cantidad } = batch;
  const count = `${integer(ordenes)} / ${integer(cantidad)}`;
  if (!isRunning(batch)) return <span className="tabular-nums">{count}</span>;
  return (
    <span className={styles.progress}>
      <span className="tabular-nums">{count}</span>
      <progress
        aria-label={`Órdenes generadas de ${batch.archivo}`}
        aria-valuetext={`${integer(ordenes)} de ${pluralize(cantidad, 'orden', 'órdenes')}`}
        max={1}
        value={processedShare(batch)}
      />
    </span>
  );
}

/** Returns the processed share of the rows, 0 to 1; failed and omitted rows count as processed. */
function processedShare({ ordenes, cantidad, errores = 0, omitidas = 0, filas = 0 }: ReceivedBatch): number {
  const share = (part: number, of: number) => (of > 0 ? part / of : 0);
  return Math.min(1, share(ordenes, cantidad) + share(errores + omitidas, filas));
}
