import { useCallback, useMemo, useRef, useState } from 'react';
import { countOrders, listOrders, readOrder } from '#shared/orders/orders.ts';
import { listShipments, readShipment } from '#shared/orders/shipments.ts';
import { ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { currentSession, useClientSession } from '#web/kit/call/session-store.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import type { LabelJob } from './label-jobs.ts';

/** Milliseconds before progress is shown, and bytes between two updates. */
const PROGRESS_DELAY_MS = 4_000;
const PROGRESS_STEP_BYTES = 100_000;

/** Text of D1 §8. */
const FAILED = 'Hubo un problema con la impresion de etiquetas';

/** A failure of the last print job. */
export type PrintFailure =
  | { kind: 'failed'; job: LabelJob; reasons: readonly string[] }
  | { kind: 'blocked'; job: LabelJob; url: string };

/** Labels that arrived. */
export interface PrintedFile {
  /** 'Abrir de nuevo' or 'Descargar de nuevo' */
  againLabel: string;
  /** Shows the same document again, without another delivery; must be called within the click. */
  again: () => void;
}

export interface Printer {
  /**
   * Runs a print job; must be called within the click. Only one job runs at a time. Resolves to the labels, or to null if they
   * didn't arrive.
   */
  print: (job: LabelJob) => Promise<PrintedFile | null>;
  /** Key of the running job. */
  working: string | null;
  /** Received bytes of the running job, once it takes long. */
  received: number | null;
  /** Cancels the running job; nothing is printed. */
  cancel: () => void;
  notice: PrintFailure | null;
  dismiss: () => void;
}

/** A tab that shows labels (readings C23). */
interface LabelTab {
  /** True when the browser blocked the tab. */
  blocked: boolean;
  /**
   * Shows a document. Its bytes stay in memory while the tab is open, because the tab may save or reload the document.
   */
  show: (document: Blob) => void;
  close: () => void;
}

const shown: { tab: Window; url: string }[] = [];

/** Releases documents whose tabs were closed. */
function releaseClosedTabs(): void {
  for (const { url } of shown.filter(({ tab }) => tab.closed)) URL.revokeObjectURL(url);
  shown.splice(0, shown.length, ...shown.filter(({ tab }) => !tab.closed));
}

/** Opens a tab with a waiting message. Must run within the click, before the first await, because of popup blockers. */
function openLabelTab(): LabelTab {
  releaseClosedTabs();
  const tab = window.open('', '_blank');
  if (!tab) return { blocked: true, show: () => undefined, close: () => undefined };
  tab.document.title = 'Etiquetas';
  tab.document.body.textContent = 'Estamos armando las etiquetas…';
  return {
    blocked: false,
    show(document) {
      const url = URL.createObjectURL(document);
      shown.push({ tab, url });
      tab.location.replace(url);
    },
    close: () => tab.close(),
  };
}

/**
 * Opens labels in a new tab, or downloads them as ZPL if the client prints in ZPL (D1 §1). Then refetches the print
 * states.
 */
export function usePrint(): Printer {
  const [working, setWorking] = useState<string | null>(null);
  const [received, setReceived] = useState<number | null>(null);
  const [notice, setNotice] = useState<PrintFailure | null>(null);
  const running = useRef<AbortController | null>(null);

  const print = useCallback(async (job: LabelJob) => {
    if (running.current) return null;
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
      const document = await (tab ? job.pdf : job.zpl)({ signal: run.signal, onBytes });
      const show = (shownIn: LabelTab | null) => {
        if (!shownIn) return saveFile(document, `${job.name}.zpl`);
        shownIn.show(document);
        if (shownIn.blocked) setNotice({ kind: 'blocked', job, url: URL.createObjectURL(document) });
      };
      show(tab);
      void invalidateApiQueries(listOrders, countOrders, readOrder, listShipments, readShipment);
      return tab
        ? { againLabel: 'Abrir de nuevo', again: () => show(openLabelTab()) }
        : { againLabel: 'Descargar de nuevo', again: () => show(null) };
    } catch (error) {
      tab?.close();
      if (!run.signal.aborted && !asApiError(error).sessionEnded) {
        setNotice({ kind: 'failed', job, reasons: reasonsOf(error) });
        window.alert(FAILED);
      }
      return null;
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

/** Returns whether labels can be printed in batches: only in the formats PDF and ZPL (D1 §2). */
export function useCanPrintInBulk(): boolean {
  return ['pdf', 'zpl'].includes(useClientSession().printConfig);
}

/** Returns the distinct reasons of a 4xx; other failures have no reason that helps the user. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return [];
  const reasons = [...new Set(error.errors.map(({ message }) => message))];
  return reasons.length > 0 ? reasons : [error.message];
}
