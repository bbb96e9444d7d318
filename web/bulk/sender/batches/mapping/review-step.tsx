import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { BulkLayout } from '#shared/bulk/layout/bulk-layout.ts';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkSheet, SheetPart } from '#shared/bulk/rows/sheet.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { SendRows, saveCorrectionsFile } from '#web/bulk/csv-file/send-rows.tsx';
import { SheetCheck } from '#web/bulk/csv-file/sheet-check.tsx';
import { sheetColumns } from '#web/bulk/csv-file/sheet-columns.ts';
import { useSheet } from '#web/bulk/csv-file/use-sheet.ts';
import type { UploadStep } from '#web/bulk/sender/batches/use-upload-file.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import type { GridData } from '#web/kit/grid/grid-data.ts';
import { Button } from '#web/kit/ui/button.tsx';
import type { ReadFile } from './file-sheet.ts';
import { lookUpZips, ZIPS_UNCHECKED } from './zip-lookups.ts';

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

interface CheckStepProps {
  name: string;
  layout: BulkLayout;
  data: GridData<BulkColumn>;
  counts: { rows: number; badRows: number; wrongRows: number; orders: number; doubtfulRows: number };
  onEdit: (row: number, column: BulkColumn, value: string) => void;
  onRemove: (row: number) => void;
  onAnother: () => void;
  /** Label of the button back to the step before; null when there was none. */
  remap: string | null;
  onRemap: () => void;
  onDownload: () => void;
}

/** Shows a file's rows with their errors, to be corrected in place. */
function CheckStep({ layout, counts, remap, onRemap, ...rest }: CheckStepProps) {
  const columns = useMemo(() => sheetColumns(BULK_COLUMNS, layout), [layout]);
  return (
    <SheetCheck
      {...rest}
      columns={columns}
      counts={counts}
      summary={`${layout.name} · ${pluralize(counts.orders, 'orden', 'órdenes')}`}
      notes={layout.notes}
      actions={
        remap && (
          <Button size="sm" variant="quiet" onClick={onRemap}>
            {remap}
          </Button>
        )
      }
    />
  );
}

interface TypedZips {
  /** Looks up the postal code of an edited row, unless the sheet knows its provinces. */
  lookUp: (row: number) => void;
  /** True during a lookup. */
  busy: boolean;
  /** False if a lookup failed: only region and CPA letter of that code are checked. */
  complete: boolean;
}

/**
 * Checks postal codes that are typed into a sheet, before a gateway without a list of them. The sheet then knows only the codes that
 * were looked up while its file was read (`findFileZips`); otherwise it knows all listed codes.
 *
 * @param onChecked receives the rows whose errors may have changed
 */
function useTypedZips(sheet: BulkSheet, onChecked: (rows: readonly number[]) => void): TypedZips {
  const listed = useCapability('zipList') !== false;
  const [running, setRunning] = useState(0);
  const [complete, setComplete] = useState(true);
  const codes = useRef(new Set<string>());
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    const mounted = new AbortController();
    control.current = mounted;
    return () => mounted.abort();
  }, []);

  const run = async (signal: AbortSignal) => {
    // Pasting edits many cells at once: their codes are looked up together.
    await Promise.resolve();
    const typed = [...codes.current];
    codes.current.clear();
    const found = await lookUpZips(typed, signal);
    if (signal.aborted) return;
    onChecked(sheet.addZips(found.zips));
    if (!found.complete) setComplete(false);
    setRunning((count) => count - 1);
  };

  return {
    lookUp(row) {
      const code = listed ? null : sheet.unknownZip(row);
      const signal = control.current?.signal;
      if (code === null || !signal) return;
      const first = codes.current.size === 0;
      codes.current.add(code);
      if (!first) return;
      setRunning((count) => count + 1);
      void run(signal);
    },
    busy: running > 0,
    complete,
  };
}

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
