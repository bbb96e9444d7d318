import type { SheetPart } from '#shared/bulk/sheet.ts';
import { useSettings } from '#web/lib/settings.ts';
import { SendRows, saveToCorrect } from '#web/parts/csv-file/send-rows.tsx';
import { useSheet } from '#web/parts/csv-file/use-sheet.ts';
import { Button } from '#web/ui/button.tsx';
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
  const { file, layout, sheet } = step;

  const sendPart = (part: SheetPart) => send(contentOf(step, { corrected, part, strict }), file.name);
  const download = () => saveToCorrect(file.name, rowsToCorrect(sheet));

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
      <SendRows
        counts={counts}
        words={{ verb: 'enviar', Verb: 'Enviar', later: 'las subas', whole: 'Enviar Lote' }}
        download={download}
        close={close}
        sendAll={() => void sendPart('all')}
        sendGood={() => sendPart('good')}
      >
        {strict && <Button onClick={() => void send(file, file.name)}>Enviar sin corregir</Button>}
      </SendRows>
    </>
  );
}
