import { useCallback, useMemo, useRef, useState } from 'react';
import { countOrders, listOrders, readOrder } from '#shared/orders.ts';
import { listShipments, readShipment } from '#shared/shipments.ts';
import { ApiError, asApiError } from '#web/lib/api-error.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { currentSession, useClientSession } from '#web/lib/session-store.ts';
import type { LabelJob } from './label-jobs.ts';
import { openLabelTab } from './label-tab.ts';

/** Milliseconds after which progress is shown, and bytes between two updates of it. */
const PROGRESS_DELAY_MS = 4_000;
const PROGRESS_STEP_BYTES = 100_000;

/** D1 §8. */
const FAILED = 'Hubo un problema con la impresion de etiquetas';

/** What has to be said about the last printing; nothing when its tab shows the labels. */
type PrintFailure =
  | { kind: 'failed'; job: LabelJob; reasons: readonly string[] }
  | { kind: 'blocked'; job: LabelJob; url: string };

export interface Printer {
  /** Prints; call it inside the click. One job at a time. True when the labels came. */
  print: (job: LabelJob) => Promise<boolean>;
  /** Key of the job that is under way. */
  working: string | null;
  /** Bytes of it that have come, once it takes long. */
  received: number | null;
  /** Gives up the job that is under way; nothing is printed then. */
  cancel: () => void;
  notice: PrintFailure | null;
  dismiss: () => void;
}

/**
 * Opens labels in a tab of their own, or downloads them where the client prints in ZPL (D1 §1), and reads what is printed
 * by now where it is shown.
 */
export function usePrint(): Printer {
  const [working, setWorking] = useState<string | null>(null);
  const [received, setReceived] = useState<number | null>(null);
  const [notice, setNotice] = useState<PrintFailure | null>(null);
  const running = useRef<AbortController | null>(null);

  const print = useCallback(async (job: LabelJob) => {
    if (running.current) return false;
    const tab = currentSession()?.printConfig === 'zpl' ? null : openLabelTab();
    const run = new AbortController();
    running.current = run;
    setWorking(job.key);
    setNotice(null);
    let [bytes, progressShown] = [0, false];
    const showProgress = () => progressShown && setReceived(bytes - (bytes % PROGRESS_STEP_BYTES));
    const slow = window.setTimeout(() => {
      progressShown = true;
      showProgress();
    }, PROGRESS_DELAY_MS);
    const onBytes = (count: number) => {
      bytes = count;
      showProgress();
    };
    try {
      if (tab) {
        const document = await job.pdf({ signal: run.signal, onBytes });
        tab.show(document);
        if (tab.blocked) setNotice({ kind: 'blocked', job, url: URL.createObjectURL(document) });
      } else saveFile(await job.zpl({ signal: run.signal, onBytes }), `${job.name}.zpl`);
      void invalidateApiQueries(listOrders, countOrders, readOrder, listShipments, readShipment);
      return true;
    } catch (error) {
      tab?.close();
      if (!run.signal.aborted && !asApiError(error).sessionEnded) {
        setNotice({ kind: 'failed', job, reasons: reasonsOf(error) });
        window.alert(FAILED);
      }
      return false;
    } finally {
      window.clearTimeout(slow);
      running.current = null;
      setWorking(null);
      setReceived(null);
    }
  }, []);

  return useMemo(
    () => ({
      print,
      working,
      received,
      cancel: () => running.current?.abort(),
      notice,
      dismiss: () => setNotice(null),
    }),
    [print, working, received, notice],
  );
}

/** Whether labels can be printed in batches: in the two formats that there are (D1 §2). */
export function useCanPrintInBulk(): boolean {
  return ['pdf', 'zpl'].includes(useClientSession().printConfig);
}

/** Why a gateway refused, each reason once, of each label that it named; trouble on the way says nothing that helps. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return [];
  const named = [...new Set(error.errors.map(({ message }) => message))];
  return named.length > 0 ? named : [error.message];
}
