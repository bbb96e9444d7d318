import { useEffect, useMemo, useState } from 'react';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import type { EventDefaults } from '#shared/orders/event-list/check-row.ts';
import {
  type CheckedRows,
  type ListedRow,
  listEvents,
  type SourcedRow,
} from '#shared/orders/event-list/list-events.ts';
import { defaultsOf, type EventDraft, pastedRows } from './event-list-store.ts';

let checked: { defaults: string; rows: CheckedRows } = { defaults: '', rows: new WeakMap() };

/**
 * Checks the rows of the draft. Rows that were checked with the same defaults aren't checked again, so that each scan stays fast, except
 * those with a time in the future.
 *
 * @param now ms since 1970
 */
function checkDraft(rows: readonly SourcedRow[], defaults: EventDefaults, now: number): ListedRow[] {
  const key = JSON.stringify(defaults);
  if (checked.defaults !== key) checked = { defaults: key, rows: new WeakMap() };
  return listEvents(rows, defaults, now, checked.rows);
}

/** Half a minute: a tenth of the clock skew that events may have. */
const PERIOD_MS = 30_000;

/** Returns the time in ms since 1970, at most `PERIOD_MS` ago, and renders the component again when it changes. */
function useCurrentTime(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), PERIOD_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Reads and checks the draft, a little later than it changes, so that typing and scanning stay fast. */
export function useListedRows(draft: EventDraft) {
  const { state, at, reason, pasted, files, scans } = draft;
  const now = useCurrentTime();
  const [fromPaste, pasteProblem] = useMemo((): [SourcedRow[], string | null] => {
    try {
      return [pastedRows(pasted), null];
    } catch (error) {
      if (error instanceof CsvFileError) return [[], error.message];
      throw error;
    }
  }, [pasted]);
  const rows = useMemo(() => {
    const all = [...fromPaste, ...files.flatMap((file) => file.rows), ...scans];
    return checkDraft(all, defaultsOf({ state, at, reason }), now);
  }, [fromPaste, files, scans, state, at, reason, now]);
  return { rows, pasteProblem };
}
