/** What the boxes of a table page say together. */
export type PageCheckState = 'none' | 'some' | 'all';

/** How much of the page is selected; `eligible` are the keys of this page that may be. */
export function pageCheckState(selected: ReadonlySet<string>, eligible: readonly string[]): PageCheckState {
  const picked = eligible.filter((key) => selected.has(key)).length;
  if (picked === 0) return 'none';
  return picked === eligible.length ? 'all' : 'some';
}

/** The selection with these keys put in or taken out; what other pages hold stays. */
export function withKeys(selected: ReadonlySet<string>, keys: readonly string[], on: boolean): Set<string> {
  const next = new Set(selected);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** The keys from one row to another, both included, in either direction; without a first row, the last alone. */
export function keysBetween(keys: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [keys.indexOf(from ?? to), keys.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
