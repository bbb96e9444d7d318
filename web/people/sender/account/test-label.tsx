import { useCapability } from '#web/lib/capabilities.ts';
import { testJob } from '#web/parts/print-button/label-jobs.ts';
import { PrintNotice } from '#web/parts/print-button/print-notice.tsx';
import { usePrint } from '#web/parts/print-button/use-print.ts';
import { Button } from '#web/ui/button.tsx';
import { Printer as PrinterIcon } from '#web/ui/icons.ts';
import styles from './account.module.css';

/**
 * Prints a test label with the saved settings, so it is disabled while the form is `unsaved`. Hidden before a gateway
 * without the call.
 */
export function TestLabel({ unsaved }: { unsaved: boolean }) {
  const printer = usePrint();
  if (!useCapability('labelRendering')) return null;
  return (
    <>
      <Button
        icon={<PrinterIcon />}
        busy={printer.working !== null}
        disabledReason={unsaved && 'Guardá los cambios para probarlos'}
        onClick={() => void printer.print(testJob)}
      >
        Imprimir etiqueta de prueba
      </Button>
      {printer.notice && (
        <div className={styles.line}>
          <PrintNotice printer={printer} />
        </div>
      )}
    </>
  );
}
