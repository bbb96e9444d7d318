import { useState } from 'react';
import { readPrintConfig } from '#shared/account.ts';
import { megabytes, pluralize } from '#shared/format.ts';
import { TOO_MANY_LABELS } from '#shared/labels.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings } from '#web/lib/settings.ts';
import type { LabelJob, StartAt } from '#web/parts/print-button/label-jobs.ts';
import type { Printer } from '#web/parts/print-button/use-print.ts';
import { printConfigOf } from '#web/parts/print-settings/print-config.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Printer as PrinterIcon } from '#web/ui/icons.ts';
import { BulkActionBar } from './bulk-action-bar.tsx';
import type { BulkAction } from './use-bulk-action.ts';

interface PrintedRow {
  printed_by_client: boolean;
}

/** Filter of the selected rows. */
type RowPredicate = (row: PrintedRow) => boolean;

interface PrintBarProps {
  bulkAction: Pick<BulkAction<PrintedRow, string>, 'selectedRows' | 'atLimit' | 'clear' | 'leave'>;
  printer: Printer;
  /** Returns the job that prints the matching rows of the selection. */
  job: (which: RowPredicate, startAt: StartAt) => LabelJob;
  /** Returns the number of labels of the matching rows. */
  labels: (which: RowPredicate) => number;
  /** 'Elegí los envíos que querés imprimir' */
  invitation: string;
  /** '4 envíos seleccionados' */
  summary: string;
}

/**
 * Returns whether a sheet holds two labels, so that printing may start on its second half. Only our own gateway can do
 * this.
 */
function useTwoLabelsPerSheet(): boolean {
  const { strict } = useSettings();
  const supported = useClientSession().printConfig !== 'zpl' && !strict;
  const { data } = useApiQuery(readPrintConfig, supported ? {} : null);
  return supported && data !== undefined && printConfigOf(data)?.settings.labels_per_page === 2;
}

/**
 * Bar of the print mode: asks before reprinting labels, offers to print only the new ones, and clears the selection
 * when the labels arrive.
 */
export default function PrintBar({ bulkAction, printer, job, labels, invitation, summary }: PrintBarProps) {
  const [asking, setAsking] = useState(false);
  const [startAt, setStartAt] = useState<StartAt>(1);
  const twoLabelsPerSheet = useTwoLabelsPerSheet();
  const { selectedRows } = bulkAction;
  const from = twoLabelsPerSheet ? startAt : 1;
  const all = labels(every);
  const fresh = labels(unprinted);
  const again = all - fresh;
  const print = async (which: RowPredicate) => {
    if (!(await printer.print(job(which, from)))) return;
    bulkAction.clear();
    setStartAt(1);
  };

  return (
    <>
      <BulkActionBar
        count={selectedRows.length}
        summary={selectedRows.length === 0 ? invitation : summary}
        detail={progressOf(printer.received, all) ?? detailOf(again, bulkAction.atLimit)}
        middle={
          twoLabelsPerSheet && (
            <Checkbox
              label="Empezar en la segunda mitad de la hoja"
              checked={startAt === 2}
              onChange={({ target }) => setStartAt(target.checked ? 2 : 1)}
            />
          )
        }
        action="Imprimir"
        icon={<PrinterIcon />}
        busy={printer.working === job(every, from).key}
        onRun={() => (again > 0 ? setAsking(true) : void print(every))}
        onCancel={printer.cancel}
        onLeave={bulkAction.leave}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Imprimir de nuevo"
        message={
          again === 1
            ? 'Una de estas etiquetas ya se imprimió. ¿La imprimís de nuevo?'
            : `${again} de estas etiquetas ya se imprimieron. ¿Las imprimís de nuevo?`
        }
        alternative={
          fresh > 0
            ? {
                text: fresh === 1 ? 'Imprimir sólo la nueva' : `Imprimir sólo las ${fresh} nuevas`,
                run: () => void print(unprinted),
              }
            : undefined
        }
        confirmText={fresh > 0 ? 'Imprimir todas' : 'Imprimir'}
        // Runs within the click: browsers block opening the labels' tab elsewhere.
        onConfirm={() => void print(every)}
      />
    </>
  );
}

const every: RowPredicate = () => true;
const unprinted: RowPredicate = ({ printed_by_client }) => !printed_by_client;

/** Returns the progress text for labels that take long; null otherwise. */
function progressOf(received: number | null, labels: number): string | null {
  if (received === null) return null;
  const coming = `Estamos armando ${pluralize(labels, 'etiqueta', 'etiquetas')}…`;
  return received > 0 ? `${coming} ${megabytes(received)} recibidos` : coming;
}

function detailOf(again: number, atLimit: boolean): string | null {
  if (atLimit) return TOO_MANY_LABELS;
  if (again === 0) return null;
  return again === 1 ? '1 ya se imprimió' : `${again} ya se imprimieron`;
}
