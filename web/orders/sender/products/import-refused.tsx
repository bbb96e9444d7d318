import { correctionsFileName } from '#shared/csv.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { csvFile } from '#web/parts/csv-file/csv-file.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { Download } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import type { ReadProducts } from './read-products.ts';
import type { ImportOutcome } from './use-send-products.ts';

/** Maximum rows shown; the download contains all of them. */
const MAX_SHOWN_ROWS = 10;

interface ImportRefusedProps {
  step: ReadProducts;
  refused: ImportOutcome['refused'];
  onClose: () => void;
}

/** Rows that passed the checks in the browser but were refused by the gateway, for example for a deleted category. */
export function ImportRefused({ step: { file, sheet }, refused, onClose }: ImportRefusedProps) {
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
