import { useState } from 'react';
import type { SheetPart } from '#shared/bulk/sheet.ts';
import { countOf, integer } from '#shared/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useSettings } from '#web/lib/settings.ts';
import { csvFile, nameToCorrect } from '#web/parts/csv-file/csv-file.ts';
import { useSheet } from '#web/parts/csv-file/use-sheet.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { CheckStep } from './check-step.tsx';
import { contentOf, rowsToCorrect } from './sheet-files.ts';
import type { UploadStep } from './use-upload-file.ts';

interface ReadStepProps {
  step: Extract<UploadStep, { kind: 'read' }>;
  corrected: boolean;
  onCorrected: () => void;
  another: () => void;
  onRemap: () => void;
  close: () => void;
  send: (content: string | File, name: string) => Promise<boolean>;
}

/** A file that was read: corrected, then sent whole or without the rows that are still wrong. */
export function ReadStep(props: ReadStepProps) {
  const { step, corrected, onCorrected, another, onRemap, close, send } = props;
  const { strict } = useSettings();
  const { data, counts, edit } = useSheet(step.sheet);
  const [askGood, setAskGood] = useState(false);
  const { file, layout, sheet } = step;
  const good = counts.rows - counts.badRows;

  const sendPart = (part: SheetPart) => send(contentOf(step, { corrected, part, strict }), file.name);
  const download = () => {
    const name = nameToCorrect(file.name);
    saveFile(csvFile(rowsToCorrect(sheet), name), name);
  };
  const sendGood = async () => {
    // What was left out stays in the sender's hands when the dialog has gone.
    if (await sendPart('good')) download();
  };

  return (
    <>
      <CheckStep
        name={file.name}
        layout={layout}
        data={data}
        counts={counts}
        onEdit={(row, column, value) => {
          onCorrected();
          edit(row, column, value);
        }}
        onAnother={another}
        onRemap={step.mapping ? onRemap : undefined}
        onDownload={download}
      />
      <ConfirmDialog
        open={askGood}
        onOpenChange={setAskGood}
        title={`Vas a enviar ${integer(good)} de ${countOf(counts.rows, 'fila', 'filas')}`}
        message={`${countOf(counts.badRows, 'fila queda', 'filas quedan')} afuera. Las descargamos en un CSV con su motivo, para que las corrijas y las subas después.`}
        confirmText="Enviar las listas"
        onConfirm={() => void sendGood()}
      />
      <DialogFooter>
        <Button onClick={close}>Cancelar</Button>
        {counts.badRows > 0 && strict && (
          <Button onClick={() => void send(file, file.name)}>Enviar sin corregir</Button>
        )}
        {counts.badRows > 0 && good > 0 && (
          <Button onClick={() => setAskGood(true)}>Enviar solo {countOf(good, 'fila lista', 'filas listas')}</Button>
        )}
        <Button
          variant="primary"
          disabledReason={counts.badRows > 0 && `Corregí ${countOf(counts.badRows, 'fila', 'filas')} para enviar todo`}
          onClick={() => void sendPart('all')}
        >
          Enviar Lote
        </Button>
      </DialogFooter>
    </>
  );
}
