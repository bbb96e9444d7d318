import { useState } from 'react';
import { pluralize } from '#shared/format.ts';
import { ordersJob } from '#web/orders/print/label-jobs.ts';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { type Printed, ReopenLabels, readyText } from '#web/orders/print/reopen-labels.tsx';
import { usePrint } from '#web/orders/print/use-print.ts';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { Button } from '#web/ui/button.tsx';
import { Printer as PrinterIcon } from '#web/ui/icons.ts';
import type { VerifiedResult } from './use-payment-result.ts';

/** Prints the labels of paid orders that weren't printed yet: 'Imprimir las 3 etiquetas'. */
export function PrintPaid({ toPrint }: { toPrint: NonNullable<VerifiedResult['to_print']> }) {
  const printer = usePrint();
  const [printed, setPrinted] = useState<Printed | null>(null);
  const refused = usePermissionReason('orders');
  const { orders_id, labels } = toPrint;
  const job = ordersJob(orders_id.map((id) => ({ id })));
  const print = async () => {
    const file = await printer.print(job);
    if (file) setPrinted({ text: readyText(labels, pluralize(orders_id.length, 'orden', 'órdenes')), file });
  };
  return (
    <>
      <p role="status">
        {printed && (
          <>
            <span className="strong">{printed.text}</span> · <ReopenLabels file={printed.file} />
          </>
        )}
      </p>
      {!printed && (
        <Button
          variant="primary"
          icon={<PrinterIcon />}
          disabledReason={refused}
          busy={printer.working === job.key}
          onClick={() => void print()}
        >
          {labels === 1 ? 'Imprimir la etiqueta' : `Imprimir las ${labels} etiquetas`}
        </Button>
      )}
      <PrintNotice printer={printer} />
    </>
  );
}
