import { useState } from 'react';
import { useParams } from 'react-router';
import { exportFailedRows, readBatch } from '#shared/bulk/batches.ts';
import { formatTimestamp, integer, pluralize } from '#shared/kit/text/format.ts';
import { BatchBadge, BatchProgress, isRunning, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { download } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Download, Upload } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { paths } from '#web/paths.ts';
import styles from './batch-detail.module.css';
import { PagedLogs, WholeLogs } from './batch-logs.tsx';

const BACK = { to: paths.bulk };

const COLUMNS = [
  { header: 'ID', cell: ({ id }: ReceivedBatch) => id },
  { header: 'Archivo', cell: ({ archivo }: ReceivedBatch) => archivo },
  { header: 'Fecha', cell: ({ fecha }: ReceivedBatch) => formatTimestamp(fecha) },
  { header: 'Órdenes generadas', cell: (batch: ReceivedBatch) => <BatchProgress batch={batch} /> },
];

/** Row counts, which only our own gateway sends (readings R4). */
const ROW_COLUMNS = [
  { header: 'Filas', cell: ({ filas }: ReceivedBatch) => integer(filas) },
  { header: 'Con error', cell: ({ errores }: ReceivedBatch) => integer(errores) },
  { header: 'Omitidas', cell: ({ omitidas }: ReceivedBatch) => integer(omitidas) },
];

/** The batch as a single table row (D2 §2), on a phone as a description list. */
function BatchSummary({ batch }: { batch: ReceivedBatch }) {
  const phone = useMediaQuery(PHONE);
  const columns = batch.filas === undefined ? COLUMNS : [...COLUMNS, ...ROW_COLUMNS];
  if (phone) {
    const facts = columns.map(({ header, cell }) => ({ term: header, value: cell(batch) }));
    return (
      <Panel title="Datos del lote">
        <DescriptionList groups={[facts]} />
      </Panel>
    );
  }
  return <StaticTable caption="Datos del lote" columns={columns} rows={[batch]} rowKey={({ id }) => String(id)} />;
}

/** Names the orders that were created from cells which can be read in more than one way. */
function DoubtfulRows({ batch }: { batch: ReceivedBatch }) {
  const { dudas = 0 } = batch;
  if (isRunning(batch) || dudas === 0) return null;
  return (
    <Note tone="warn">
      <p>
        {pluralize(dudas, 'fila se procesó', 'filas se procesaron')} con datos que se pueden leer de más de una manera.
        Revisá esas órdenes antes de despacharlas: <Link to="?dudas=1">ver cuáles son</Link>.
      </p>
    </Note>
  );
}

/** Lets the user download failed rows, correct them and upload them again. Existing orders are not duplicated. */
function FailedRows({ batch }: { batch: ReceivedBatch }) {
  const [busy, setBusy] = useState(false);
  const { id, errores = 0, omitidas = 0 } = batch;
  if (isRunning(batch) || errores + omitidas === 0) return null;

  const run = async () => {
    setBusy(true);
    try {
      const { blob, name } = await download(exportFailedRows, { params: { id: String(id) } });
      saveFile(blob, name.endsWith('.csv') ? name : `lote-${id}-con-error.csv`);
    } catch (error) {
      alerts.failure(error, 'No se pudieron descargar las filas', asApiError(error).firstMessage);
    } finally {
      setBusy(false);
    }
  };
  if (errores === 0) {
    return (
      <Note tone="info">
        {pluralize(omitidas, 'fila se omitió', 'filas se omitieron')} porque su orden ya existía o no hay que enviarla.
        No hay nada que corregir.
      </Note>
    );
  }
  return (
    <Note tone="warn">
      <p>
        {pluralize(errores, 'fila no se pudo', 'filas no se pudieron')} procesar. Descargalas con su motivo, corregilas
        y subí ese archivo: las órdenes que ya se crearon no se duplican.
      </p>
      <div className={styles.next}>
        <Button size="sm" icon={<Download />} busy={busy} onClick={() => void run()}>
          Descargar filas con error
        </Button>
        <LinkButton size="sm" icon={<Upload />} to={`${paths.bulk}?subir`}>
          Subir las corregidas
        </LinkButton>
      </div>
    </Note>
  );
}

/** A bulk upload and the outcome of each row (D2 §2). */
export default function BatchDetail() {
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
