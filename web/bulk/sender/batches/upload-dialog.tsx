import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import type { ShopChoices } from '#shared/bulk/shops/shop-format.ts';
import { ChooseFile } from '#web/bulk/csv-file/choose-file.tsx';
import { csvFile } from '#web/bulk/csv-file/csv-file.ts';
import { Progress } from '#web/bulk/csv-file/progress.tsx';
import { useDiscardConfirm } from '#web/bulk/csv-file/use-discard-confirm.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Dialog, DialogFooter } from '#web/kit/ui/overlay/dialog.tsx';
import { bulkLimits } from './batch-limits.ts';
import styles from './batches.module.css';
import { MappingStep } from './mapping/mapping-step.tsx';
import { ReviewStep } from './mapping/review-step.tsx';
import { ShopStep } from './mapping/shop-step.tsx';
import { type AcceptedUpload, type SendFile, useSendFile } from './use-send-file.ts';
import { type UploadFile, type UploadStep, useUploadFile } from './use-upload-file.ts';

interface UploadDialogProps {
  onClose: () => void;
  /** Called when the gateway accepted the whole file. */
  onUploaded: (batch: AcceptedUpload) => void;
  /** Called when the gateway accepted some rows; the others stay in the dialog. */
  onPartUploaded: (batch: AcceptedUpload) => void;
}

const UNSENT = 'Quedan filas de este archivo sin enviar';

/** 'Nuevo lote de órdenes' (D2 §2): reads a CSV file, lets the user correct it, and sends it. */
export default function UploadDialog({ onClose, onUploaded, onPartUploaded }: UploadDialogProps) {
  const upload = useUploadFile();
  const sender = useSendFile();
  const [corrected, setCorrected] = useState(false);
  /** Number of parts of the file sent so far. */
  const [parts, setParts] = useState(0);
  const { step } = upload;
  const atRisk = corrected || parts > 0 || step.kind === 'mapping' || step.kind === 'shop';
  const { ask, dialogs } = useDiscardConfirm(atRisk, atRisk || sender.share !== null, parts > 0 ? UNSENT : undefined);
  const chooser = useRef<HTMLButtonElement>(null);
  /** Leaves the rows, after a question if corrections or unsent rows would be lost. */
  const leave = (then: () => void) =>
    ask(() => {
      setCorrected(false);
      setParts(0);
      then();
    });
  const another = () => leave(upload.reset);
  const close = () => {
    if (sender.share === null) ask(onClose);
  };
  const sendWith = (then: (batch: AcceptedUpload) => void) => async (content: string | File, name: string) => {
    const accepted = await sender.send(typeof content === 'string' ? csvFile(content, name) : content, content);
    if (accepted) then(accepted);
    return accepted !== null;
  };
  const send = sendWith(onUploaded);

  // Below the rows: above them it would move the grid.
  const notices = (
    <div className={styles.notices}>
      {sender.failure && <Note tone="bad">{sender.failure}</Note>}
      {parts > 0 && (
        <Note tone="info" role="status">
          Enviamos las filas que estaban listas. Corregí las que quedan y envialas cuando termine ese lote.
        </Note>
      )}
    </div>
  );
  const size = step.kind === 'mapping' || step.kind === 'read' ? 'xl' : step.kind === 'shop' ? 'lg' : 'md';
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => open || close()}
        title="Nuevo lote de órdenes"
        size={size}
        initialFocus={chooser}
        shape="full"
      >
        {sender.share !== null && <Sending sender={sender} />}
        <div hidden={sender.share !== null}>
          {step.kind === 'read' ? (
            <ReviewStep
              // The remaining rows are a new list: the key resets page and selection.
              key={parts}
              step={step}
              another={another}
              close={close}
              send={send}
              notices={notices}
              corrected={corrected || parts > 0}
              sendPart={sendWith(onPartUploaded)}
              onLeft={(sheet) => {
                setParts(parts + 1);
                upload.continueWith(sheet);
              }}
              onCorrected={() => setCorrected(true)}
              onRemap={() => leave(upload.remap)}
            />
          ) : (
            <FirstSteps
              step={step}
              another={another}
              close={close}
              send={send}
              chooser={chooser}
              notices={notices}
              read={upload.read}
              convert={upload.convert}
            />
          )}
        </div>
      </Dialog>
      {dialogs}
    </>
  );
}

/** Progress of the upload. The current step stays mounted but hidden. */
function Sending({ sender: { share, cancel } }: { sender: SendFile }) {
  const sent = share ?? 0;
  return (
    <>
      <Progress label={sent < 1 ? 'Subiendo el archivo' : 'El archivo llegó. Esperando la respuesta…'} share={sent} />
      <DialogFooter>
        <Button onClick={cancel}>Detener envío</Button>
      </DialogFooter>
    </>
  );
}

interface FirstStepsProps {
  step: Exclude<UploadStep, { kind: 'read' }>;
  another: () => void;
  close: () => void;
  send: (file: File, name: string) => Promise<boolean>;
  read: UploadFile['read'];
  convert: (choices: ShopChoices) => void;
  chooser: Ref<HTMLButtonElement>;
  notices: ReactNode;
}

/** The steps before the review: choosing a file, reading it, mapping its columns, completing a shop's orders. */
function FirstSteps({ step, another, close, send, read, convert, chooser, notices }: FirstStepsProps) {
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const mapping = step.kind === 'mapping';
  const sameReader = useCapability('bulkReader') !== false;
  return (
    <>
      {step.kind === 'choose' && (
        <ChooseFile limits={bulkLimits()} problem={step.problem} onFile={read} button={chooser} />
      )}
      {step.kind === 'reading' && <Progress label={`Revisando ${step.name}`} share={step.share} />}
      {mapping && (
        <MappingStep {...step} formId={formId} onBusy={setSaving} onMapped={(found) => read(step.file, found)} />
      )}
      {step.kind === 'shop' && <ShopStep {...step} formId={formId} onChosen={convert} />}
      {notices}
      <DialogFooter>
        <Button onClick={close}>Cancelar</Button>
        {mapping || step.kind === 'shop' ? (
          <>
            <Button onClick={another}>Elegir otro archivo</Button>
            {/* A foreign gateway may accept columns that our reader does not (readings R4). */}
            {!sameReader && mapping && (
              <Button onClick={() => void send(step.file, step.file.name)}>Enviar sin revisar</Button>
            )}
            <Button type="submit" form={formId} variant="primary" busy={saving}>
              Continuar
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            disabledReason={step.kind === 'reading' ? 'Esperá a que se revise el archivo' : 'Elegí un archivo'}
          >
            Enviar Lote
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
