import * as z from 'zod/mini';
import { visibleText } from '#shared/kit/fields.ts';
import { storage } from '#web/kit/lib/storage.ts';
import { createStore, type Store } from '#web/kit/lib/store.ts';

const scan = z.object({
  code: z.string(),
  /** ISO 8601. */
  at: z.string(),
});

/** A code as a scanner read it. */
export type Scan = z.output<typeof scan>;

const MAX_CODE = 200;

const storageKey = (number: string) => `manifest-scans-${number}`;

const stores = new Map<string, Store<readonly Scan[]>>();

/** Returns the scans of a manifest in this browser, oldest first. They outlive a reload, a closed tab and the session's end. */
export function scansOf(number: string): Store<readonly Scan[]> {
  const known = stores.get(number);
  if (known) return known;
  const store = createStore(readScans(number));
  stores.set(number, store);
  return store;
}

function readScans(number: string): readonly Scan[] {
  try {
    return z.array(scan).parse(JSON.parse(storage.read(storageKey(number)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Adds a scanned code. Characters that no code contains are left out. */
export function addScan(number: string, code: string, now: Date): void {
  const text = visibleText(code.replace(/\p{Cc}/gu, '')).slice(0, MAX_CODE);
  if (text !== '') keepScans(number, [...scansOf(number).get(), { code: text, at: now.toISOString() }]);
}

/** Replaces the scans of a manifest; none are removed from the browser's storage. */
export function keepScans(number: string, scans: readonly Scan[]): void {
  scansOf(number).set(scans);
  if (scans.length === 0) storage.remove(storageKey(number));
  else storage.write(storageKey(number), JSON.stringify(scans));
}
