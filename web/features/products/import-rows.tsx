import { useCallback, useMemo, useState } from 'react';
import { countOf, integer } from '#shared/format.ts';
import { PRODUCT_COLUMNS } from '#shared/product-file/columns.ts';
import type { Existing } from '#shared/product-import.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { csvFile, nameToCorrect } from '#web/parts/csv-file/csv-file.ts';
import { SheetCheck } from '#web/parts/csv-file/sheet-check.tsx';
import { useSheet } from '#web/parts/csv-file/use-sheet.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import type { ImportStep } from './use-import-file.ts';

interface ImportRowsProps {
  step: Extract<ImportStep, { kind: 'read' }>;
  onCorrected: () => void;
  another: () => void;
  close: () => void;
  /** Answers whether the rows that are right were sent. */
  send: (existing: Existing) => Promise<boolean>;
}

const WHAT_FOLLOWS: Record<Existing, string> = {
  update: 'Ya está: se actualiza',
  skip: 'Ya está: queda como está',
};

/** A catalogue that was read: corrected, then taken in whole or without the rows that are still wrong. */
export function ImportRows({ step, onCorrected, another, close, send }: ImportRowsProps) {
  const { file, layout, sheet } = step;
  const [existing, setExisting] = useState<Existing>('update');
  const [askGood, setAskGood] = useState(false);
  const noteOf = useCallback(
    (row: number) => (sheet.isKnown(row) && sheet.problemsOf(row).length === 0 ? WHAT_FOLLOWS[existing] : null),
    [sheet, existing],
  );
  const { data, counts, edit } = useSheet(sheet, noteOf);
  const columns = useMemo(() => PRODUCT_COLUMNS.map((id) => ({ id, header: layout.headerOf(id) })), [layout]);
  const good = counts.rows - counts.badRows;

  const download = () => {
    const name = nameToCorrect(file.name);
    saveFile(csvFile(sheet.csvToCorrect(), name), name);
  };
  const sendGood = async () => {
    // What was left out stays in its sender's hands when the dialog has gone.
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
        facts={`${countOf(counts.rows, 'producto', 'productos')}, ${inCatalogue}`}
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
      <ConfirmDialog
        open={askGood}
        onOpenChange={setAskGood}
        title={`Vas a importar ${integer(good)} de ${countOf(counts.rows, 'fila', 'filas')}`}
        message={`${countOf(counts.badRows, 'fila queda', 'filas quedan')} afuera. Las descargamos en un CSV con su motivo, para que las corrijas y las importes después.`}
        confirmText="Importar las listas"
        onConfirm={() => void sendGood()}
      />
      <DialogFooter>
        <Button onClick={close}>Cancelar</Button>
        {counts.badRows > 0 && good > 0 && (
          <Button onClick={() => setAskGood(true)}>Importar solo {countOf(good, 'fila lista', 'filas listas')}</Button>
        )}
        <Button
          variant="primary"
          disabledReason={
            counts.badRows > 0 && `Corregí ${countOf(counts.badRows, 'fila', 'filas')} para importar todo`
          }
          onClick={() => void send(existing)}
        >
          Importar
        </Button>
      </DialogFooter>
    </>
  );
}
