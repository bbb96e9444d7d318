import { useState } from 'react';
import { readPrintConfig } from '#shared/account.ts';
import { countOf, megabytes } from '#shared/format.ts';
import { tooManyLabels } from '#shared/labels.ts';
import { useCall } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings } from '#web/lib/settings.ts';
import type { LabelJob, StartAt } from '#web/parts/print-button/label-jobs.ts';
import type { Printer } from '#web/parts/print-button/use-print.ts';
import { printConfigOf } from '#web/parts/print-settings/print-config.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Printer as PrinterIcon } from '#web/ui/icons.ts';
import { BatchBar } from './batch-bar.tsx';
import type { Batch } from './use-batch.ts';

interface PrintedRow {
  printed_by_client: boolean;
}

/** Chooses among the picked rows. */
type Which = (row: PrintedRow) => boolean;

interface PrintBarProps {
  batch: Pick<Batch<PrintedRow, string>, 'picked' | 'full' | 'clear' | 'leave'>;
  printer: Printer;
  /** Prints these of the picked rows. */
  job: (which: Which, startAt: StartAt) => LabelJob;
  /** How many labels these of the picked rows have. */
  labels: (which: Which) => number;
  /** 'Elegí los envíos que querés imprimir' */
  invitation: string;
  /** '4 envíos seleccionados' */
  summary: string;
}

/** Whether a sheet takes two labels, so that the first sheet may be half used. Only our own gateway can begin with its rest. */
function useTwoASheet(): boolean {
  const { strict } = useSettings();
  const asks = useClientSession().printConfig !== 'zpl' && !strict;
  const { data } = useCall(readPrintConfig, asks ? {} : null);
  return asks && data !== undefined && printConfigOf(data)?.settings.labels_per_page === 2;
}

/**
 * The bar of the print mode: asks before labels are printed again, offers to print only the others, and lets go of the picked
 * ones once they came.
 */
export default function PrintBar({ batch, printer, job, labels, invitation, summary }: PrintBarProps) {
  const [asking, setAsking] = useState(false);
  const [startAt, setStartAt] = useState<StartAt>(1);
  const twoASheet = useTwoASheet();
  const { picked } = batch;
  const from = twoASheet ? startAt : 1;
  const all = labels(every);
  const fresh = labels(unprinted);
  const again = all - fresh;
  const print = async (which: Which) => {
    if (!(await printer.print(job(which, from)))) return;
    batch.clear();
    setStartAt(1);
  };

  return (
    <>
      <BatchBar
        count={picked.length}
        summary={picked.length === 0 ? invitation : summary}
        detail={progressOf(printer.received, all) ?? detailOf(again, batch.full)}
        middle={
          twoASheet && (
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
        onLeave={batch.leave}
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
        // Within the click: the labels' tab may only open there.
        onConfirm={() => void print(every)}
      />
    </>
  );
}

const every: Which = () => true;
const unprinted: Which = ({ printed_by_client }) => !printed_by_client;

/** What is said once labels take long, with what has come of them. */
function progressOf(received: number | null, labels: number): string | null {
  if (received === null) return null;
  const coming = `Estamos armando ${countOf(labels, 'etiqueta', 'etiquetas')}…`;
  return received > 0 ? `${coming} ${megabytes(received)} recibidos` : coming;
}

function detailOf(again: number, full: boolean): string | null {
  if (full) return tooManyLabels;
  if (again === 0) return null;
  return again === 1 ? '1 ya se imprimió' : `${again} ya se imprimieron`;
}
