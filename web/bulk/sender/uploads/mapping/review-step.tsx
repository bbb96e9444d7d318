import type { ReactNode } from 'react';
import type { BulkLayout } from '#shared/bulk/layout/bulk-layout.ts';
import type { BulkSheet, SheetPart } from '#shared/bulk/rows/sheet.ts';
import type { UploadStep } from '#web/bulk/sender/uploads/use-upload-file.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { SendRows, saveCorrectionsFile } from '#web/parts/csv-file/send-rows.tsx';
import { useSheet } from '#web/parts/csv-file/use-sheet.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckStep } from './check-step.tsx';
import type { ReadFile } from './file-sheet.ts';
import { useTypedZips } from './use-typed-zips.ts';
import { ZIPS_UNCHECKED } from './zip-lookups.ts';

interface ReviewStepProps {
  step: Extract<UploadStep, { kind: 'read' }>;
  corrected: boolean;
  onCorrected: () => void;
  another: () => void;
  onRemap: () => void;
  close: () => void;
  /** What became of the last sending. */
  notices: ReactNode;
  send: (content: string | File, name: string) => Promise<boolean>;
  /** Sends the valid rows; the others stay on the screen. */
  sendPart: (content: string | File, name: string) => Promise<boolean>;
  /** Receives the remaining rows after a part was sent. */
  onLeft: (sheet: BulkSheet) => void;
}

const REST = 'acá, para corregir y enviar después. También podés descargar un CSV con cada fila y su motivo.';

/**
 * Returns the content to upload: the original file if it is unchanged and the gateway reads its layout, otherwise the rows in
 * the layout of our template, with their row numbers in the original. A foreign gateway is only sure to read the template
 * (readings R4). Guessed cells are sent as the sender has seen them.
 */
function uploadContent(
  { opened, layout: { kind, addsItems = false }, sheet }: ReadFile,
  { corrected, part, sameReader }: { corrected: boolean; part: SheetPart; sameReader: boolean },
): File | string {
  const isConverted = kind === 'shop' || addsItems || sheet.counts().doubtfulRows > 0;
  const unchanged = !corrected && part === 'all' && !isConverted && (sameReader || kind === 'template');
  return unchanged ? opened.file : sheet.csv(part, { numbered: sameReader });
}

/** Adds a note unless the layout already has the note. */
const withNote = (layout: BulkLayout, note: string): BulkLayout => ({
  ...layout,
  notes: [...new Set([...layout.notes, note])],
});

/** Shows the rows of a parsed file for correction, then sends all of them or only the valid ones. */
export function ReviewStep(props: ReviewStepProps) {
  const { step, corrected, onCorrected, another, onRemap, close, notices, send, sendPart, onLeft } = props;
  const sameReader = useCapability('bulkReader') !== false;
  const { sheet } = step;
  const { file } = step.opened;
  const { data, counts, edit, remove, refresh } = useSheet(sheet);
  const typedZips = useTypedZips(sheet, refresh);
  const layout = typedZips.complete ? step.layout : withNote(step.layout, ZIPS_UNCHECKED);

  const content = (part: SheetPart) => uploadContent(step, { corrected, part, sameReader });
  const sendGood = async () => {
    if (await sendPart(content('good'), file.name)) onLeft(sheet.rest());
  };
  const download = () => saveCorrectionsFile(file.name, sheet.csvToCorrect());

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
          if (column === 'cp' || column === 'provincia') typedZips.lookUp(row);
        }}
        onRemove={(row) => {
          onCorrected();
          remove(row);
        }}
        onAnother={another}
        remap={step.from ? 'Cambiar datos para todas' : step.layout.kind === 'mapped' ? 'Cambiar columnas' : null}
        onRemap={onRemap}
        onDownload={download}
      />
      {notices}
      <SendRows
        counts={counts}
        texts={{ verb: 'enviar', Verb: 'Enviar', rest: REST, whole: 'Enviar Lote' }}
        busy={typedZips.busy}
        close={close}
        sendAll={() => void send(content('all'), file.name)}
        sendGood={() => void sendGood()}
      >
        {!sameReader && <Button onClick={() => void send(content('all'), file.name)}>Enviar sin corregir</Button>}
      </SendRows>
    </>
  );
}
