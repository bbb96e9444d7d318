import { IconButton } from '#web/ui/button.tsx';
import { Printer as PrinterIcon } from '#web/ui/icons.ts';
import type { LabelJob } from './label-jobs.ts';
import type { Printer } from './use-print.ts';

interface PrintIconButtonProps {
  printer: Printer;
  job: LabelJob;
  /** What the action is called: `printAction` of the row. */
  action: PrintAction;
}

/** Printing a row's labels is called 'Reimprimir' where a printed one became outdated (readings C50). */
export type PrintAction = 'Imprimir' | 'Reimprimir';
export const printAction = ({ label_outdated }: { label_outdated?: boolean }): PrintAction =>
  label_outdated ? 'Reimprimir' : 'Imprimir';

/** The printer of a row. */
export function PrintIconButton({ printer, job, action }: PrintIconButtonProps) {
  return (
    <IconButton
      size="sm"
      title={action}
      label={`${action} ${job.thing}`}
      icon={<PrinterIcon />}
      busy={printer.working === job.key}
      onClick={() => printer.print(job)}
    />
  );
}
