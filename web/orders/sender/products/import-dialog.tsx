import { useCallback, useMemo, useRef, useState } from 'react';
import { PRODUCT_COLUMNS, PRODUCT_HEADER } from '#shared/bulk/product-file/product-columns.ts';
import { correctionsFileName } from '#shared/kit/text/csv.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import type { Existing } from '#shared/orders/product/product-import.ts';
import { ChooseFile } from '#web/bulk/csv-file/choose-file.tsx';
import { csvFile } from '#web/bulk/csv-file/csv-file.ts';
import { Progress } from '#web/bulk/csv-file/progress.tsx';
import { SendRows, saveCorrectionsFile } from '#web/bulk/csv-file/send-rows.tsx';
import { SheetCheck } from '#web/bulk/csv-file/sheet-check.tsx';
import { sheetColumns } from '#web/bulk/csv-file/sheet-columns.ts';
import { useDiscardConfirm } from '#web/bulk/csv-file/use-discard-confirm.tsx';
import { useSheet } from '#web/bulk/csv-file/use-sheet.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { RadioCards } from '#web/kit/ui/field/choice.tsx';
import { Dialog, DialogFooter } from '#web/kit/ui/overlay/dialog.tsx';
import { LIMITS, type ReadProducts } from './read-products.ts';
import { type ImportStep, useImportFile } from './use-import-file.ts';
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

/** Maximum rows shown; the download contains all of them. */
const MAX_SHOWN_ROWS = 10;

interface ImportRefusedProps {
  step: ReadProducts;
  refused: ImportOutcome['refused'];
  onClose: () => void;
}

/** Rows that passed the checks in the browser but were refused by the gateway, for example for a deleted category. */
function ImportRefused({ step: { file, sheet }, refused, onClose }: ImportRefusedProps) {
  const download = () => {
    const name = correctionsFileName(file.name);
    saveFile(
      csvFile(
        sheet.csvToCorrect((row) => refused.get(row) ?? []),
        name,
      ),
      name,
    );
  };
  return (
    <>
      <Note tone="warn" role="alert">
        {[...refused].slice(0, MAX_SHOWN_ROWS).map(([row, reasons]) => (
          <p key={row}>
            Fila {row}: {reasons.join(' · ')}
          </p>
        ))}
        {refused.size > MAX_SHOWN_ROWS && <p>y {refused.size - MAX_SHOWN_ROWS} más</p>}
      </Note>
      <DialogFooter>
        <Button icon={<Download />} onClick={download}>
          Descargar filas a corregir
        </Button>
        <Button variant="primary" onClick={onClose}>
          Cerrar
        </Button>
      </DialogFooter>
    </>
  );
}

interface ImportRowsProps {
  step: Extract<ImportStep, { kind: 'read' }>;
  onCorrected: () => void;
  another: () => void;
  close: () => void;
  /** Resolves with true when the valid rows were sent. */
  send: (existing: Existing) => Promise<boolean>;
}

const EXISTING_NOTES: Record<Existing, string> = {
  update: 'Ya está: se actualiza',
  skip: 'Ya está: queda como está',
};

const REST = 'afuera. Las descargamos en un CSV con su motivo, para que las corrijas y las importes después.';

/** Shows the rows of a parsed catalogue file for correction, then imports all of them or only the valid ones. */
function ImportRows({ step, onCorrected, another, close, send }: ImportRowsProps) {
  const { file, layout, sheet } = step;
  const [existing, setExisting] = useState<Existing>('update');
  const noteOf = useCallback(
    (row: number) => (sheet.isKnown(row) && sheet.problemsOf(row).length === 0 ? EXISTING_NOTES[existing] : null),
    [sheet, existing],
  );
  const { data, counts, edit } = useSheet(sheet, noteOf);
  const columns = useMemo(() => sheetColumns(PRODUCT_COLUMNS, layout), [layout]);

  const download = () => saveCorrectionsFile(file.name, sheet.csvToCorrect());
  const sendGood = async () => {
    // Downloads the rows that were left out, since the dialog closes.
    if (await send(existing)) download();
  };
  const inCatalogue =
    counts.known === 0
      ? 'ninguno está en tu catálogo'
      : `${integer(counts.known)} ya ${counts.known === 1 ? 'está' : 'están'} en tu catálogo`;

  return (
    <>
      <SheetCheck
        name={file.name}
        summary={`${pluralize(counts.rows, 'producto', 'productos')}, ${inCatalogue}`}
        notes={layout.notes}
        columns={columns}
        data={data}
        counts={counts}
        onEdit={(row, column, value) => {
          onCorrected();
          edit(row, column, value);
        }}
        onAnother={another}
        onDownload={download}
      >
        <RadioCards
          legend="Si el SKU ya está en tu catálogo"
          name="existing"
          value={existing}
          onChange={({ target }) => setExisting(target.value as Existing)}
          options={[
            { value: 'update', label: 'Actualizar el producto', hint: 'Queda como dice el archivo' },
            { value: 'skip', label: 'Dejarlo como está', hint: 'Solo entran los productos nuevos' },
          ]}
        />
      </SheetCheck>
      <SendRows
        counts={counts}
        texts={{ verb: 'importar', Verb: 'Importar', rest: REST, whole: 'Importar' }}
        close={close}
        sendAll={() => void send(existing)}
        sendGood={() => void sendGood()}
      />
    </>
  );
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
