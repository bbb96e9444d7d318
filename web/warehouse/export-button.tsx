import { useState } from 'react';
import { asApiError } from '#web/kit/call/api-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';

interface ExportButtonProps {
  /** True when there are no rows to export. */
  empty: boolean;
  /** Fetches and downloads the rows. @throws {ApiError} when the rows could not be fetched */
  save: () => Promise<void>;
  /** Title of the alert if the export fails: 'No se pudo exportar el stock'. */
  failedTitle: string;
  /** True to only log a failed export: before other gateways the warehouse lists show no alert (D2 §8, readings C63). */
  logOnly?: boolean;
}

/** Button 'Exportar CSV' of a warehouse list; one export at a time. */
export function ExportButton({ empty, save, failedTitle, logOnly = false }: ExportButtonProps) {
  const [running, setRunning] = useState(false);

  async function run() {
    setRunning(true);
    try {
      await save();
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: required by D2 §8.
      if (logOnly) console.error(failedTitle, error);
      else alerts.failure(error, failedTitle, asApiError(error).firstMessage);
    } finally {
      setRunning(false);
    }
  }
  return (
    <Button
      icon={<Download />}
      busy={running}
      disabledReason={empty && 'No hay filas para exportar'}
      onClick={() => void run()}
    >
      Exportar CSV
    </Button>
  );
}
