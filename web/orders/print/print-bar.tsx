import { type ReactNode, useState } from 'react';
import { megabytes, pluralize } from '#shared/kit/text/format.ts';
import { TOO_MANY_LABELS } from '#shared/orders/labels.ts';
import { LABEL_SIZES } from '#shared/orders/rules/label-settings.ts';
import { readPrintConfig } from '#shared/people/account.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { Printer as PrinterIcon } from '#web/kit/ui/display/icons.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { BulkActionBar } from './bulk-action-bar.tsx';
import type { BatchStart, LabelJob, StartAt } from './label-jobs.ts';
import { printConfigOf } from './print-config.ts';
import { type Printed, ReopenLabels, readyText } from './reopen-labels.tsx';
import type { BulkAction } from './use-bulk-action.ts';
import type { Printer } from './use-print.ts';

interface PrintedRow {
  printed_by_client: boolean;
}

/** Filter of the selected rows. */
type RowPredicate = (row: PrintedRow) => boolean;

interface PrintFormat {
  /** 'PDF · 95 × 125 mm · 2 por hoja' */
  format: string | null;
  /** Whether a sheet holds two labels, so that printing may start on its second half. */
  twoPerSheet: boolean;
  /** Whether the document can begin with a picking list. */
  hasSkuList: boolean;
}

/** Returns how labels are printed. Only our own gateway returns the settings with each label, and makes picking lists. */
function usePrintFormat(): PrintFormat {
  const renders = useCapability('labelRendering') !== false;
  const { data } = useApiQuery(readPrintConfig, renders ? {} : null);
  const zpl = useClientSession().printConfig === 'zpl';
  const settings = data && printConfigOf(data)?.settings;
  const hasSkuList = renders && !zpl;
  if (!settings) return { format: null, twoPerSheet: false, hasSkuList };
  const twoPerSheet = !zpl && settings.labels_per_page === 2;
  const size = LABEL_SIZES.find(({ value }) => value === settings.default_label_size);
  return {
    format: [
      zpl ? 'ZPL' : 'PDF',
      size && `${size.widthMm} × ${size.heightMm} mm`,
      !zpl && `${settings.labels_per_page} por hoja`,
    ]
      .filter(Boolean)
      .join(' · '),
    twoPerSheet,
    hasSkuList,
  };
}

interface PrintBarProps {
  bulkAction: Pick<BulkAction<PrintedRow, string>, 'selectedRows' | 'atLimit' | 'clear' | 'leave'>;
  printer: Printer;
  /** Returns the job that prints the matching rows of the selection. */
  job: (which: RowPredicate, start: BatchStart) => LabelJob;
  /** Returns the number of labels of the matching rows. */
  labels: (which: RowPredicate) => number;
  /** Returns '28 órdenes' for the matching rows, where a row may have several labels, so that both numbers are shown. */
  ordersText?: (which: RowPredicate) => string;
  /** 'Elegí los envíos que querés imprimir' */
  invitation: string;
  /** '4 envíos seleccionados' */
  summary: string;
  /** Selects rows that wait to be printed. */
  pick?: ReactNode;
}

/**
 * Bar of the print mode: asks before reprinting labels and offers to print only the new ones. When the labels arrive,
 * announces them and clears the selection.
 */
export default function PrintBar(props: PrintBarProps) {
  const { bulkAction, printer, job, labels, ordersText, invitation, summary, pick } = props;
  const [asking, setAsking] = useState(false);
  const [startAt, setStartAt] = useState<StartAt>(1);
  const [skuList, setSkuList] = useState(false);
  const [printed, setPrinted] = useState<Printed | null>(null);
  const { format, twoPerSheet, hasSkuList } = usePrintFormat();
  const { selectedRows } = bulkAction;
  const none = selectedRows.length === 0;
  if (!none && printed) setPrinted(null);
  const start = { startAt: twoPerSheet ? startAt : 1, skuList: hasSkuList && skuList } as const;
  const all = labels(every);
  const fresh = labels(unprinted);
  const again = all - fresh;
  const print = async (which: RowPredicate) => {
    const text = readyText(labels(which), ordersText?.(which));
    const file = await printer.print(job(which, start));
    if (!file) return;
    bulkAction.clear();
    setPrinted({ text, file });
    setStartAt(1);
  };

  return (
    <>
      <BulkActionBar
        count={selectedRows.length}
        summary={none ? (printed?.text ?? invitation) : summary}
        invitation={invitation}
        detail={
          progressOf(printer.received, all) ??
          (printed ? (
            <ReopenLabels file={printed.file} />
          ) : none ? (
            pick
          ) : (
            detailOf(ordersText ? all : null, again, bulkAction.atLimit)
          ))
        }
        middle={
          <>
            {(!none || printed) && pick}
            {format && <span className="nowrap tabular-nums">{format}</span>}
            {hasSkuList && (
              <Checkbox
                label="Sumar lista de SKU"
                checked={skuList}
                onChange={({ target }) => setSkuList(target.checked)}
              />
            )}
            {twoPerSheet && (
              <Checkbox
                label="Empezar en la segunda mitad de la hoja"
                checked={startAt === 2}
                onChange={({ target }) => setStartAt(target.checked ? 2 : 1)}
              />
            )}
          </>
        }
        action="Imprimir"
        icon={<PrinterIcon />}
        busy={printer.working === job(every, start).key}
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

/** @param labels null where their number is that of the rows */
function detailOf(labels: number | null, again: number, atLimit: boolean): string | null {
  if (atLimit) return TOO_MANY_LABELS;
  const parts = [
    labels !== null && pluralize(labels, 'etiqueta', 'etiquetas'),
    again > 0 && (again === 1 ? '1 ya se imprimió' : `${again} ya se imprimieron`),
  ];
  return parts.filter(Boolean).join(' · ') || null;
}
