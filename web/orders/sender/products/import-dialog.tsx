import { useRef, useState } from 'react';
import { PRODUCT_HEADER } from '#shared/bulk/product-file/columns.ts';
import { pluralize } from '#shared/format.ts';
import type { Existing } from '#shared/orders/product/product-import.ts';
import { alerts } from '#web/lib/alerts.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { ChooseFile } from '#web/parts/csv-file/choose-file.tsx';
import { csvFile } from '#web/parts/csv-file/csv-file.ts';
import { Progress } from '#web/parts/csv-file/progress.tsx';
import { useDiscardConfirm } from '#web/parts/csv-file/use-discard-confirm.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { ImportRefused } from './import-refused.tsx';
import { ImportRows } from './import-rows.tsx';
import { LIMITS } from './read-products.ts';
import { useImportFile } from './use-import-file.ts';
import { type ImportOutcome, useSendProducts } from './use-send-products.ts';

/** Summarizes an import in one line: '3 productos nuevos, 2 actualizados'. */
function outcomeText({ counts }: ImportOutcome): string {
  const parts = [
    counts.created > 0 && pluralize(counts.created, 'producto nuevo', 'productos nuevos'),
    counts.updated > 0 && pluralize(counts.updated, 'actualizado', 'actualizados'),
    counts.unchanged > 0 && `${counts.unchanged} sin cambios`,
    counts.skipped > 0 && `${counts.skipped} ${counts.skipped === 1 ? 'quedó como estaba' : 'quedaron como estaban'}`,
    counts.refused > 0 && pluralize(counts.refused, 'fila con problemas', 'filas con problemas'),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Imports products from a CSV file: reads it, lets the user correct it, and sends it. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { step, read, reset } = useImportFile();
  const sender = useSendProducts();
  const [corrected, setCorrected] = useState(false);
  const [refused, setRefused] = useState<ImportOutcome['refused'] | null>(null);
  const { ask, dialogs } = useDiscardConfirm(corrected, corrected || sender.share !== null);
  const sending = sender.share !== null;
  const chooser = useRef<HTMLButtonElement>(null);

  const another = () =>
    ask(() => {
      setCorrected(false);
      reset();
    });
  const close = () => {
    if (!sending) ask(onClose);
  };
  const send = async (existing: Existing): Promise<boolean> => {
    if (step.kind !== 'read') return false;
    const outcome = await sender.send(step.sheet, existing);
    if (!outcome) return false;
    setCorrected(false);
    if (outcome.counts.refused > 0) {
      alerts.warning('Catálogo importado en parte', outcomeText(outcome));
      setRefused(outcome.refused);
    } else {
      alerts.success('Catálogo importado', outcomeText(outcome));
      onClose();
    }
    return true;
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => open || close()}
        title="Importar productos"
        size={step.kind === 'read' ? 'xl' : 'md'}
        initialFocus={chooser}
        shape="full"
      >
        {sender.failure && <Note tone="bad">{sender.failure}</Note>}
        {sending && (
          <>
            <Progress label="Guardando los productos" share={sender.share ?? 0} />
            <DialogFooter>
              <Button onClick={sender.stop}>Detener</Button>
            </DialogFooter>
          </>
        )}
        <div hidden={sending}>
          {step.kind === 'read' && refused ? (
            <ImportRefused step={step} refused={refused} onClose={onClose} />
          ) : step.kind === 'read' ? (
            <ImportRows
              step={step}
              another={another}
              close={close}
              send={send}
              onCorrected={() => setCorrected(true)}
            />
          ) : (
            <>
              {step.kind === 'choose' ? (
                <>
                  <ChooseFile limits={LIMITS} problem={step.problem} onFile={read} button={chooser} />
                  <p className="muted">
                    Se leen los archivos que exportás de acá.{' '}
                    <button
                      type="button"
                      className="link-button"
                      onClick={() => saveFile(csvFile(PRODUCT_HEADER, 'plantilla.csv'), 'plantilla-productos.csv')}
                    >
                      Descargar plantilla
                    </button>
                  </p>
                </>
              ) : (
                <Progress label={`Revisando ${step.name}`} share={step.share} />
              )}
              <DialogFooter>
                <Button onClick={close}>Cancelar</Button>
              </DialogFooter>
            </>
          )}
        </div>
      </Dialog>
      {dialogs}
    </>
  );
}
