/** Whether none, some or all selectable rows of a page are selected. */
export type PageCheckState = 'none' | 'some' | 'all';

/** Returns how much of a page is selected; `eligible` are the keys of its selectable rows. */
export function pageCheckState(selected: ReadonlySet<string>, eligible: readonly string[]): PageCheckState {
  const picked = eligible.filter((key) => selected.has(key)).length;
  if (picked === 0) return 'none';
  return picked === eligible.length ? 'all' : 'some';
}

/** Returns the selection with these keys added or removed; keeps the keys of other pages. */
export function withKeys(selected: ReadonlySet<string>, keys: readonly string[], on: boolean): Set<string> {
  const next = new Set(selected);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** Returns the keys from one row to another, both included, in either direction; only `to` without a first row. */
export function keysBetween(keys: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [keys.indexOf(from ?? to), keys.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
