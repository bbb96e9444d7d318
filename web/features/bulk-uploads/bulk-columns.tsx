import { countOf, formatTimestamp, NOTHING } from '#shared/format.ts';
import { BatchBadge, BatchProgress, type ToldBatch } from '#web/parts/batch-state/batch-state.tsx';
import { bulkPath } from '#web/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './bulk-uploads.module.css';

/** Columns of the bulk uploads (D2 §2, readings §4); the state only where the gateway tells it. */
export const bulkColumns = (strict: boolean): Column<ToldBatch>[] => [
  {
    id: 'archivo',
    header: 'Archivo',
    wrap: true,
    bone: 160,
    cell: (batch) => (
      <Link className="name-link hyphenated-id" to={bulkPath(batch.id)}>
        {batch.archivo || NOTHING}
      </Link>
    ),
  },
  { id: 'fecha', header: 'Fecha', muted: true, bone: 110, cell: ({ fecha }) => formatTimestamp(fecha) },
  { id: 'ordenes', header: 'Órdenes generadas', bone: 110, cell: (batch) => <BatchProgress batch={batch} /> },
  ...(strict ? [] : [STATE]),
  {
    id: 'detalle',
    header: 'Detalle',
    pin: 'right',
    bone: 60,
    cell: ({ id, archivo }) => (
      <Link to={bulkPath(id)} aria-label={`Ver detalle de ${archivo}`}>
        Ver detalle
      </Link>
    ),
  },
];

const STATE: Column<ToldBatch> = {
  id: 'estado',
  header: 'Estado',
  bone: 92,
  cell: (batch) => <BatchOutcome batch={batch} />,
};

/** How far an upload is, and how many of its rows came to nothing. */
export function BatchOutcome({ batch: { estado, errores = 0, omitidas = 0 } }: { batch: ToldBatch }) {
  if (!estado) return NOTHING;
  return (
    <span className={styles.outcome}>
      <BatchBadge state={estado} />
      {errores > 0 && <span className="danger-text">{countOf(errores, 'fila con error', 'filas con error')}</span>}
      {omitidas > 0 && <span className="muted">{countOf(omitidas, 'omitida', 'omitidas')}</span>}
    </span>
  );
}
