import { IconButton } from '#web/kit/ui/button.tsx';
import { Printer as PrinterIcon } from '#web/kit/ui/display/icons.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import type { LabelJob } from './label-jobs.ts';
import type { Printer } from './use-print.ts';

interface PrintIconButtonProps {
  printer: Printer;
  job: LabelJob;
  /** Name of the action: `printAction` of the row. */
  action: PrintAction;
}

/** Name of the print action: 'Reimprimir' if a printed label is outdated (readings C50). */
export type PrintAction = 'Imprimir' | 'Reimprimir';
export const printAction = ({ label_outdated }: { label_outdated?: boolean }): PrintAction =>
  label_outdated ? 'Reimprimir' : 'Imprimir';

/** Print button of a row. */
export function PrintIconButton({ printer, job, action }: PrintIconButtonProps) {
  return (
    <IconButton
      size="sm"
      title={action}
      label={`${action} ${job.subject}`}
      icon={<PrinterIcon />}
      disabledReason={usePermissionReason('orders')}
      busy={printer.working === job.key}
      onClick={() => printer.print(job)}
    />
  );
}
