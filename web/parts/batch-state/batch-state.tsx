import type { BatchRow, BatchState, RowOutcome } from '#shared/batches.ts';
import { integer, pluralize } from '#shared/format.ts';
import { Badge, type BadgeColour } from '#web/ui/badge.tsx';
import styles from './batch-state.module.css';

/** Words of bulk uploads and their rows; some of them are shipment states too, in another colour (facts of the trade §7). */
const COLOURS: Record<BatchState | RowOutcome, BadgeColour> = {
  Pendiente: 'amarillo',
  Procesando: 'azul',
  Procesado: 'verde',
  Error: 'rojo',
  Omitido: 'rojo',
};

/** How far an upload is, or what came of one of its rows. */
export function BatchBadge({ state }: { state: BatchState | RowOutcome }) {
  return <Badge colour={COLOURS[state] ?? 'gris'}>{state}</Badge>;
}

/** A batch as any gateway tells it: what we add may be missing (readings R4). */
export type ReceivedBatch = Pick<BatchRow, 'id' | 'archivo' | 'fecha' | 'ordenes' | 'cantidad'> & Partial<BatchRow>;

/** Whether orders are still being made of it; false where the gateway doesn't say. */
export const isRunning = ({ estado }: ReceivedBatch) => estado === 'Pendiente' || estado === 'Procesando';

/** Generated orders as 'x / total' (D2 §2), and while they are being made how far that is. */
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

/** Share of the rows that something came of: rows that failed or were left out count as well. */
function processedShare({ ordenes, cantidad, errores = 0, omitidas = 0, filas = 0 }: ReceivedBatch): number {
  const share = (part: number, of: number) => (of > 0 ? part / of : 0);
  return Math.min(1, share(ordenes, cantidad) + share(errores + omitidas, filas));
}
