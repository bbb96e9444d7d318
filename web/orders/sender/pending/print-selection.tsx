import { pluralize } from '#shared/kit/text/format.ts';
import { listPending, type PendingItem, readToday } from '#shared/orders/pending.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { type LabelJob, ordersJob } from '#web/orders/print/label-jobs.ts';
import PrintBar from '#web/orders/print/print-bar.tsx';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { usePrint } from '#web/orders/print/use-print.ts';

interface PrintSelectionProps {
  /** Selected orders to print. */
  items: readonly PendingItem[];
  clear: () => void;
  /** Removes the bar, which stays after printing so that the labels can be opened again. */
  leave: () => void;
}

/** Bar of the selected orders to print. */
export default function PrintSelection({ items, clear, leave }: PrintSelectionProps) {
  const printer = usePrint();
  const print = async (job: LabelJob) => {
    const file = await printer.print(job);
    if (file) void invalidateApiQueries(listPending, readToday);
    return file;
  };
  const orders = items.map(({ thing }) => ({ id: thing.id, printed_by_client: false }));
  const labels = items.reduce((sum, { detail }) => sum + Number(detail), 0);
  return (
    <>
      <PrintNotice printer={printer} />
      <PrintBar
        bulkAction={{ selectedRows: orders, atLimit: false, clear, leave }}
        printer={{ ...printer, print }}
        job={(which, start) => ordersJob(orders.filter(which), start)}
        labels={(which) => (orders.some(which) ? labels : 0)}
        ordersText={(which) => pluralize(orders.filter(which).length, 'orden', 'órdenes')}
        invitation="Elegí las órdenes que querés imprimir"
        summary={pluralize(orders.length, 'orden seleccionada', 'órdenes seleccionadas')}
      />
    </>
  );
}
