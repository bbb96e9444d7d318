import { useState } from 'react';
import { exportShipments } from '#shared/orders/shipments.ts';
import { alerts } from '#web/lib/alerts.ts';
import { download } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Times appended to the days of the export's filter (D1 §7, readings C14). */
const TIMES: Record<string, string> = { from_date: ' 00:00:00', to_date: ' 23:59:00' };

/** 'Exportar CSV': downloads the filtered shipments, one export at a time. */
export function useExport(filter: Record<string, string>): { run: () => void; running: boolean } {
  const [running, setRunning] = useState(false);

  const run = async () => {
    if (running) return;
    setRunning(true);
    const filterWithTimes = Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [name, value + (TIMES[name] ?? '')]),
    );
    try {
      const { blob, name } = await download(exportShipments, { query: { filter: filterWithTimes } });
      saveFile(blob, name.endsWith('.csv') ? name : 'Envíos.csv');
    } catch (error) {
      alerts.failure(error, 'No se pudieron exportar los envíos', asApiError(error).firstMessage);
    } finally {
      setRunning(false);
    }
  };
  return { run: () => void run(), running };
}
