import { useState } from 'react';
import { exportFailedRows } from '#shared/bulk/batches.ts';
import { pluralize } from '#shared/format.ts';
import { isRunning, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { alerts } from '#web/lib/alerts.ts';
import { download } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Download, Upload } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import styles from './bulk-upload-detail.module.css';

/** Lets the user download failed rows, correct them and upload them again. Existing orders are not duplicated. */
export function FailedRows({ batch }: { batch: ReceivedBatch }) {
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
