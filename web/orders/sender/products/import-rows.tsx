import { useCallback, useMemo, useState } from 'react';
import { PRODUCT_COLUMNS } from '#shared/bulk/product-file/columns.ts';
import { integer, pluralize } from '#shared/format.ts';
import type { Existing } from '#shared/orders/product/product-import.ts';
import { SendRows, saveCorrectionsFile } from '#web/parts/csv-file/send-rows.tsx';
import { SheetCheck } from '#web/parts/csv-file/sheet-check.tsx';
import { sheetColumns } from '#web/parts/csv-file/sheet-columns.ts';
import { useSheet } from '#web/parts/csv-file/use-sheet.ts';
import { RadioCards } from '#web/ui/choice.tsx';
import type { ImportStep } from './use-import-file.ts';

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
export function ImportRows({ step, onCorrected, another, close, send }: ImportRowsProps) {
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
