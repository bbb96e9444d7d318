import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { bulkTemplate, listBatches } from '#shared/bulk/batches.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { EMPTY_VALUE, formatTimestamp, integer, pluralize } from '#shared/kit/text/format.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { BatchBadge, BatchProgress, isRunning, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { invalidateApiQueries, runInBackground } from '#web/kit/call/queries.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { appliedDays } from '#web/kit/list/applied-filters.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { ResultCount, typedFilter } from '#web/kit/list/result-count.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { AnchorButton, Button } from '#web/kit/ui/button.tsx';
import { Download, Upload } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { MissingAddress } from '#web/orders/form/receiver/missing-address.tsx';
import { bulkPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { BULK_FILTERS, type BulkFilter, FILTER_LABELS } from './batch-filters.ts';
import styles from './batches.module.css';
import type { AcceptedUpload } from './use-send-file.ts';

// Loaded on demand: the CSV reader, the checks and the grid are only used in the dialog.
const UploadDialog = lazyWithPreload(() => import('./upload-dialog.tsx'));

const keyOf = ({ id }: ReceivedBatch) => String(id);

/** URL of the CSV template; the portal serves it in every mode. */
const TEMPLATE = `/api${bulkTemplate.path}`;

/** Columns of the bulk uploads (D2 §2, readings §4), with their state if the gateway returns it. */
const bulkColumns = (states: boolean): Column<ReceivedBatch>[] => [
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
function BatchOutcome({ batch: { estado, errores = 0, omitidas = 0, dudas = 0 } }: { batch: ReceivedBatch }) {
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

/** A bulk upload in the list on a phone. */
function BulkCard({ batch }: { batch: ReceivedBatch }) {
  return (
    <RowCard name={batch.archivo} to={bulkPath(batch.id)} footer={batch.estado ? <BatchOutcome batch={batch} /> : null}>
      <p className="muted tabular-nums">{formatTimestamp(batch.fecha)}</p>
      <p>
        Órdenes generadas: <BatchProgress batch={batch} />
      </p>
    </RowCard>
  );
}

/** The search form of the bulk uploads (D2 §2). */
function BulkFiltersForm({ filters }: { filters: ListFilters<BulkFilter> }) {
  const { day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedDays(filters.applied, 'fechaDesde', 'fechaHasta', 'Subido')}
      Preview={() => <ResultCount endpoint={listBatches} filter={typedFilter(filters, BULK_FILTERS)} />}
    >
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}

const POLL_INTERVAL_MS = 3_000;

/** Polling stops after five minutes; later changes show on the next visit. */
const POLL_DURATION_MS = 5 * MINUTE_MS;

/**
 * Polls an endpoint for a limited time. Follows a job that this page started when the gateway sends no change events
 * (readings R4).
 */
function usePolling(endpoint: AnyEndpoint, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => runInBackground(() => void invalidateApiQueries(endpoint)), POLL_INTERVAL_MS);
    const end = setTimeout(() => clearInterval(timer), POLL_DURATION_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [endpoint, active]);
}

/** The bulk uploads (D2 §2). */
export default function Batches() {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const live = useCapability('liveUpdates') !== false;
  const states = useCapability('bulkStates') !== false;
  const filters = useListFilters(BULK_FILTERS);
  const list = useListPage(listBatches, filters, null);
  const [accepted, setAccepted] = useState<AcceptedUpload | null>(null);
  const rows: readonly ReceivedBatch[] | undefined = list.rows;
  usePolling(listBatches, !live && accepted !== null && rows?.some((row) => row.id === accepted.id) === true);

  const refused = usePermissionReason('orders');
  // Other screens link to the open dialog.
  const open = params.has('subir') && !refused;
  const show = () => setParams((before) => new URLSearchParams([...before, ['subir', '']]), { replace: true });
  const hide = (...more: string[]) =>
    setParams(
      (before) => new URLSearchParams([...before].filter(([name]) => name !== 'subir' && !more.includes(name))),
      { replace: true },
    );
  const onPartUploaded = (batch: AcceptedUpload) => {
    setAccepted(batch);
    void invalidateApiQueries(listBatches);
  };
  const onUploaded = (batch: AcceptedUpload) => {
    onPartUploaded(batch);
    hide('page');
  };

  const count = list.total === undefined ? undefined : pluralize(list.total, 'lote', 'lotes');
  const upload = (
    <Button variant="primary" icon={<Upload />} disabledReason={refused} aria-haspopup="dialog" onClick={show}>
      Subir Archivo
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Carga Masiva"
        // Reserves space for the count so that the layout does not shift.
        count={count ?? '\u00a0'}
        actions={
          <>
            <AnchorButton href={TEMPLATE} download icon={<Download />}>
              Descargar plantilla
            </AnchorButton>
            {upload}
          </>
        }
      />
      <MissingAddress className={styles.notice} />
      <BulkFiltersForm filters={filters} />
      {accepted?.sameAs && (
        <div className={styles.notice}>
          <Note tone="warn" role="status">
            {accepted.name} es igual al archivo del{' '}
            <Link to={bulkPath(accepted.sameAs.id)}>lote #{accepted.sameAs.id}</Link> ({accepted.sameAs.fecha}). Las
            órdenes que ya existen se omiten, no se duplican.
          </Note>
        </div>
      )}
      {rows?.some(isRunning) && (
        <div className={styles.notice}>
          <Note tone="plain">Podés cerrar esta página: seguimos creando las órdenes y acá vas a ver el resultado.</Note>
        </div>
      )}
      <ListTable
        label="Lotes"
        columns={bulkColumns(states)}
        list={list}
        filters={filters}
        count={count}
        rowKey={keyOf}
        emptyAction={
          <Button icon={<Upload />} disabledReason={refused} aria-haspopup="dialog" onClick={show}>
            Subir tu primer archivo
          </Button>
        }
        onOpen={({ id }) => navigate(bulkPath(id))}
        card={(batch) => <BulkCard batch={batch} />}
      />
      {open && (
        <LazyDialog onFailure={() => hide()}>
          <UploadDialog onClose={() => hide()} onUploaded={onUploaded} onPartUploaded={onPartUploaded} />
        </LazyDialog>
      )}
    </>
  );
}
