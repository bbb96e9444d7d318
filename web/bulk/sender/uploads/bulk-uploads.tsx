import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { bulkTemplate, listBatches } from '#shared/bulk/batches.ts';
import { pluralize } from '#shared/format.ts';
import { isRunning, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { useCapability } from '#web/lib/capabilities.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { LazyDialog } from '#web/parts/error-boundary/lazy-dialog.tsx';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { MissingAddress } from '#web/parts/order-form/missing-address.tsx';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { bulkPath } from '#web/paths.ts';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { Download, Upload } from '#web/ui/icons.ts';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BulkCard } from './bulk-card.tsx';
import { bulkColumns } from './bulk-columns.tsx';
import { BULK_FILTERS } from './bulk-filters.ts';
import { BulkFiltersForm } from './bulk-filters-form.tsx';
import styles from './bulk-uploads.module.css';
import { usePolling } from './use-polling.ts';
import type { AcceptedUpload } from './use-send-file.ts';

// Loaded on demand: the CSV reader, the checks and the grid are only used in the dialog.
const UploadDialog = lazyWithPreload(() => import('./upload-dialog.tsx'));

const keyOf = ({ id }: ReceivedBatch) => String(id);

/** URL of the CSV template; the portal serves it in every mode. */
const TEMPLATE = `/api${bulkTemplate.path}`;

/** The bulk uploads (D2 §2). */
export default function BulkUploads() {
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
