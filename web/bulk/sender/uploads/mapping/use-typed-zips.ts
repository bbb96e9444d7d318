import { useEffect, useRef, useState } from 'react';
import type { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { lookUpZips } from './zip-lookups.ts';

interface TypedZips {
  /** Looks up the postal code of an edited row, unless the sheet knows its provinces. */
  lookUp: (row: number) => void;
  /** True during a lookup. */
  busy: boolean;
  /** False if a lookup failed: only region and CPA letter of that code are checked. */
  complete: boolean;
}

/**
 * Checks postal codes that are typed into a sheet, before a gateway without a list of them. The sheet then knows only the codes that
 * were looked up while its file was read (`findFileZips`); otherwise it knows all listed codes.
 *
 * @param onChecked receives the rows whose errors may have changed
 */
export function useTypedZips(sheet: BulkSheet, onChecked: (rows: readonly number[]) => void): TypedZips {
  const listed = useCapability('zipList') !== false;
  const [running, setRunning] = useState(0);
  const [complete, setComplete] = useState(true);
  const codes = useRef(new Set<string>());
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    const mounted = new AbortController();
    control.current = mounted;
    return () => mounted.abort();
  }, []);

  const run = async (signal: AbortSignal) => {
    // Pasting edits many cells at once: their codes are looked up together.
    await Promise.resolve();
    const typed = [...codes.current];
    codes.current.clear();
    const found = await lookUpZips(typed, signal);
    if (signal.aborted) return;
    onChecked(sheet.addZips(found.zips));
    if (!found.complete) setComplete(false);
    setRunning((count) => count - 1);
  };

  return {
    lookUp(row) {
      const code = listed ? null : sheet.unknownZip(row);
      const signal = control.current?.signal;
      if (code === null || !signal) return;
      const first = codes.current.size === 0;
      codes.current.add(code);
      if (!first) return;
      setRunning((count) => count + 1);
      void run(signal);
    },
    busy: running > 0,
    complete,
  };
}
