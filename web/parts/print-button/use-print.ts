import { useCallback, useRef, useState } from 'react';
import { countOrders, listOrders, readOrder } from '#shared/orders.ts';
import { refreshCalls } from '#web/lib/queries.ts';
import type { LabelJob } from './label-jobs.ts';
import { openLabelTab } from './label-tab.ts';

/** D1 §8. */
const FAILED = 'Hubo un problema con la impresion de etiquetas';

/** What has to be said about the last printing; nothing when its tab shows the labels. */
type PrintNotice = { kind: 'failed'; job: LabelJob } | { kind: 'blocked'; job: LabelJob; url: string };

export interface Printer {
  /** Prints; call it inside the click. One job at a time. */
  print: (job: LabelJob) => void;
  /** Key of the job that is under way. */
  working: string | null;
  notice: PrintNotice | null;
  dismiss: () => void;
}

/** Opens labels in a tab of their own, and reads what is printed by now where it is shown. */
export function usePrint(): Printer {
  const [working, setWorking] = useState<string | null>(null);
  const [notice, setNotice] = useState<PrintNotice | null>(null);
  const busy = useRef(false);

  const print = useCallback(async (job: LabelJob) => {
    if (busy.current) return;
    const tab = openLabelTab();
    busy.current = true;
    setWorking(job.key);
    setNotice(null);
    try {
      const { blob } = await job.fetch();
      tab.show(blob);
      if (tab.blocked) setNotice({ kind: 'blocked', job, url: URL.createObjectURL(blob) });
      void refreshCalls(listOrders, countOrders, readOrder);
    } catch {
      tab.close();
      setNotice({ kind: 'failed', job });
      window.alert(FAILED);
    } finally {
      busy.current = false;
      setWorking(null);
    }
  }, []);

  return { print, working, notice, dismiss: () => setNotice(null) };
}
