import { useParams } from 'react-router';
import { readBatch } from '#shared/bulk/batches.ts';
import { BatchBadge, isRunning, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { useCapability } from '#web/lib/capabilities.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PagedLogs, WholeLogs } from './batch-logs.tsx';
import { BatchSummary } from './batch-summary.tsx';
import styles from './bulk-upload-detail.module.css';
import { DoubtfulRows } from './doubtful-rows.tsx';
import { FailedRows } from './failed-rows.tsx';

const BACK = { to: paths.bulk };

/** A bulk upload and the outcome of each row (D2 §2). */
export default function BulkUploadDetail() {
  const { id = '' } = useParams();
  const paged = useCapability('bulkStates');
  const validId = /^\d+$/.test(id);
  // Our own gateway returns logs by a separate, paged call.
  const input = { params: { id }, ...(paged && { query: { logs_limit: 0 } }) };
  const answer = useApiQuery(readBatch, paged !== null && validId ? input : null);
  const batch: ReceivedBatch | undefined = answer.data?.results;
  const title = `Lote #${id}`;
  if (batch) {
    return (
      <>
        <PageHeader title={title} back={BACK} badge={batch.estado && <BatchBadge state={batch.estado} />} />
        <div className={styles.body}>
          <BatchSummary batch={batch} />
          {isRunning(batch) && <Note tone="plain">Podés cerrar esta página: seguimos creando las órdenes.</Note>}
          {batch.estado === 'Error' && (
            <Note tone="bad">
              No pudimos terminar este lote. Volvé a subir el mismo archivo: las órdenes que ya se crearon se omiten, no
              se duplican.
            </Note>
          )}
          <DoubtfulRows batch={batch} />
          <FailedRows batch={batch} />
        </div>
        {paged ? <PagedLogs batch={batch} /> : <WholeLogs logs={answer.data?.results.logs ?? []} />}
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} back={BACK} />
      {!validId || answer.error?.status === 404 ? (
        <EmptyState
          title="No encontramos este lote"
          text="Revisá el enlace o buscalo en la lista"
          action={<LinkButton to={paths.bulk}>Ver los lotes</LinkButton>}
        />
      ) : answer.isError ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : (
        <div className={styles.body}>
          <Skeleton lines={3} label="Cargando el lote" />
          <Skeleton lines={10} label="Cargando las filas" />
        </div>
      )}
    </>
  );
}
