import { useCallback, useMemo, useRef, useState } from 'react';
import { countOrders, listOrders, readOrder } from '#shared/orders.ts';
import { listShipments, readShipment } from '#shared/shipments.ts';
import { asFailure, CallFailure } from '#web/lib/call-failure.ts';
import { refreshCalls } from '#web/lib/queries.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { currentSession, useClientSession } from '#web/lib/session-store.ts';
import type { LabelJob } from './label-jobs.ts';
import { openLabelTab } from './label-tab.ts';

/** Milliseconds after which waiting for labels is told in words, and bytes between two tellings. */
const TOLD_AFTER = 4_000;
const TOLD_EVERY = 100_000;

/** D1 §8. */
const FAILED = 'Hubo un problema con la impresion de etiquetas';

/** What has to be said about the last printing; nothing when its tab shows the labels. */
type PrintNotice =
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
  notice: PrintNotice | null;
  dismiss: () => void;
}

/**
 * Opens labels in a tab of their own, or downloads them where the client prints in ZPL (D1 §1), and reads what is printed
 * by now where it is shown.
 */
export function usePrint(): Printer {
  const [working, setWorking] = useState<string | null>(null);
  const [received, setReceived] = useState<number | null>(null);
  const [notice, setNotice] = useState<PrintNotice | null>(null);
  const running = useRef<AbortController | null>(null);

  const print = useCallback(async (job: LabelJob) => {
    if (running.current) return false;
    const tab = currentSession()?.printConfig === 'zpl' ? null : openLabelTab();
    const run = new AbortController();
    running.current = run;
    setWorking(job.key);
    setNotice(null);
    let [bytes, told] = [0, false];
    const tell = () => told && setReceived(bytes - (bytes % TOLD_EVERY));
    const slow = window.setTimeout(() => {
      told = true;
      tell();
    }, TOLD_AFTER);
    const onBytes = (count: number) => {
      bytes = count;
      tell();
    };
    try {
      if (tab) {
        const document = await job.pdf({ signal: run.signal, onBytes });
        tab.show(document);
        if (tab.blocked) setNotice({ kind: 'blocked', job, url: URL.createObjectURL(document) });
      } else saveFile(await job.zpl({ signal: run.signal, onBytes }), `${job.name}.zpl`);
      void refreshCalls(listOrders, countOrders, readOrder, listShipments, readShipment);
      return true;
    } catch (error) {
      tab?.close();
      if (!run.signal.aborted && !asFailure(error).sessionEnded) {
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
export function useBatchPrinting(): boolean {
  return ['pdf', 'zpl'].includes(useClientSession().printConfig);
}

/** Why a gateway refused, each reason once, of each label that it named; trouble on the way says nothing that helps. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof CallFailure) || error.status < 400 || error.status >= 500) return [];
  const named = [...new Set(error.errors.map(({ message }) => message))];
  return named.length > 0 ? named : [error.message];
}
