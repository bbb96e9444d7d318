import { useState } from 'react';
import { UTF8_BOM } from '#shared/kit/text/csv.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import { failedRowsCsv } from '#shared/orders/event-list/failed-rows.ts';
import { csvFile } from '#web/bulk/csv-file/csv-file.ts';
import { Progress } from '#web/bulk/csv-file/progress.tsx';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { changeDraft, changeList, eventList, type SentResult, type SentRow } from './event-list-store.ts';
import styles from './events.module.css';
import { RowsTable, sentRow } from './rows-table.tsx';
import { sendPending } from './send-events.ts';

/** Progress and results of sent rows, and actions on the rows that failed. */
export function SentRows() {
  const { sent, sending, stopped, draft } = useStore(eventList);
  const [clearing, setClearing] = useState(false);
  const counts = countsOf(sent);
  const { pending, refused } = counts;
  const failed = sent.filter(({ result }) => result === 'refused');
  const left = pluralize(pending, 'evento', 'eventos');
  const clear = () => changeList({ sent: [], stopped: null });
  const correct = () => {
    changeDraft({ pasted: failedCsv(failed).slice(UTF8_BOM.length) });
    changeList({ sent: sent.filter((row) => !failed.includes(row)) });
  };
  return (
    <div className="stack">
      <h2>Resultados</h2>
      {sending && (
        <Progress label={`Registrando: ${progressText(sent, pending)}`} share={1 - pending / sendable(sent)} />
      )}
      {!sending && pending > 0 && (
        <Note tone="warn" role="alert">
          <p>
            Se registraron {progressText(sent, pending)}. {stopped}
          </p>
          <Button size="sm" onClick={() => void sendPending()}>
            Seguir con {pending === 1 ? 'el evento que falta' : `los ${left} que faltan`}
          </Button>
        </Note>
      )}
      <p role="status">{resultText(counts)}</p>
      <RowsTable caption="Resultados" rows={sent} shown={sentRow} failedName="Sólo las que fallaron" />
      {!sending && (
        <div className={styles.actions}>
          {refused > 0 && (
            <>
              <Button
                icon={<Download />}
                onClick={() => saveFile(csvFile(failedCsv(failed), FAILED_FILE), FAILED_FILE)}
              >
                Descargar las que fallaron
              </Button>
              <Button
                disabledReason={draft.pasted.trim() !== '' && 'Primero registrá o borrá lo que pegaste'}
                onClick={correct}
              >
                Corregir acá las que fallaron
              </Button>
            </>
          )}
          <Button onClick={() => (refused + pending > 0 ? setClearing(true) : clear())}>Borrar resultados</Button>
        </div>
      )}
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title="Vas a borrar los resultados"
        message={clearText(counts)}
        confirmText="Borrar"
        cancelText="Seguir acá"
        danger
        onConfirm={clear}
      />
    </div>
  );
}

const FAILED_FILE = 'Eventos a corregir.csv';

const failedCsv = (rows: readonly SentRow[]) =>
  failedRowsCsv(rows.map(({ cells, body, reason }) => ({ cells, sent: body, reason: reason ?? '' })));

type Counts = Record<SentResult, number>;

function countsOf(rows: readonly SentRow[]): Counts {
  const counts: Counts = { pending: 0, recorded: 0, repeated: 0, refused: 0, double: 0 };
  for (const { result } of rows) counts[result]++;
  return counts;
}

/** Number of rows that were or will be sent. */
const sendable = (rows: readonly SentRow[]) => rows.filter(({ body }) => body !== null).length;

/** '1.000 de 2.500'. */
const progressText = (rows: readonly SentRow[], pending: number) =>
  `${integer(sendable(rows) - pending)} de ${integer(sendable(rows))}`;

function resultText({ recorded, repeated, refused, double }: Counts): string {
  const parts = [
    pluralize(recorded, 'registrado', 'registrados'),
    pluralize(repeated, 'repetido', 'repetidos'),
    pluralize(refused, 'rechazado', 'rechazados'),
  ];
  if (double > 0) parts.push(pluralize(double, 'doble', 'dobles'));
  return parts.join(', ');
}

function clearText({ refused, pending }: Counts): string {
  const parts = [
    ...(refused > 0 ? [pluralize(refused, 'fila que falló', 'filas que fallaron')] : []),
    ...(pending > 0 ? [pluralize(pending, 'evento sin registrar', 'eventos sin registrar')] : []),
  ];
  return `Se pierden ${parts.join(' y ')}.`;
}
