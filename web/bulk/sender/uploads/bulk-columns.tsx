import { EMPTY_VALUE, formatTimestamp, integer, pluralize } from '#shared/format.ts';
import { BatchBadge, BatchProgress, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { bulkPath } from '#web/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './bulk-uploads.module.css';

/** Columns of the bulk uploads (D2 §2, readings §4), with their state if the gateway returns it. */
export const bulkColumns = (states: boolean): Column<ReceivedBatch>[] => [
  {
    id: 'archivo',
    header: 'Archivo',
    wrap: true,
    skeletonWidth: 160,
    cell: (batch) => (
      <Link className="name-link hyphenated-id" to={bulkPath(batch.id)}>
        {batch.archivo || EMPTY_VALUE}
      </Link>
    ),
  },
  { id: 'fecha', header: 'Fecha', muted: true, skeletonWidth: 110, cell: ({ fecha }) => formatTimestamp(fecha) },
  { id: 'ordenes', header: 'Órdenes generadas', skeletonWidth: 110, cell: (batch) => <BatchProgress batch={batch} /> },
  ...(states ? [STATE] : []),
  {
    id: 'detalle',
    header: 'Detalle',
    pin: 'right',
    skeletonWidth: 60,
    cell: ({ id, archivo }) => (
      <Link to={bulkPath(id)} aria-label={`Ver detalle de ${archivo}`}>
        Ver detalle
      </Link>
    ),
  },
];

const STATE: Column<ReceivedBatch> = {
  id: 'estado',
  header: 'Estado',
  skeletonWidth: 92,
  cell: (batch) => <BatchOutcome batch={batch} />,
};

/** State of an upload, with its numbers of failed and skipped rows, and of created ones that a person should check. */
export function BatchOutcome({ batch: { estado, errores = 0, omitidas = 0, dudas = 0 } }: { batch: ReceivedBatch }) {
  if (!estado) return EMPTY_VALUE;
  return (
    <span className={styles.outcome}>
      <BatchBadge state={estado} />
      {errores > 0 && <span className="danger-text">{pluralize(errores, 'fila con error', 'filas con error')}</span>}
      {dudas > 0 && <span className="warning-text">{integer(dudas)} para revisar</span>}
      {omitidas > 0 && <span className="muted">{pluralize(omitidas, 'omitida', 'omitidas')}</span>}
    </span>
  );
}
