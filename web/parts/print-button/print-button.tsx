import { IconButton } from '#web/ui/button.tsx';
import { Printer as PrinterIcon } from '#web/ui/icons.ts';
import type { LabelJob } from './label-jobs.ts';
import type { Printer } from './use-print.ts';

/** The printer of a row. */
export function PrintIconButton({ printer, job }: { printer: Printer; job: LabelJob }) {
  return (
    <IconButton
      size="sm"
      title="Imprimir"
      label={`Imprimir ${job.thing}`}
      icon={<PrinterIcon />}
      busy={printer.working === job.key}
      onClick={() => printer.print(job)}
    />
  );
}
