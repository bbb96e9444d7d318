import { fold } from '#shared/rules/fold.ts';

/** What is found by its name, and by words that mean the same. */
export interface Searchable {
  label: string;
  keywords?: string;
}

/**
 * The entries that have every typed word at the beginning of one of theirs, those first whose name begins with the text;
 * accents and case don't matter. Nothing typed finds nothing.
 */
export function matchEntries<E extends Searchable>(entries: readonly E[], typed: string): E[] {
  const text = fold(typed);
  if (text === '') return [];
  const words = text.split(' ');
  const found = entries.filter(({ label, keywords: more = '' }) => {
    const own = fold(`${label} ${more}`).split(' ');
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
  const first = found.filter(({ label }) => fold(label).startsWith(text));
  return [...first, ...found.filter((entry) => !first.includes(entry))];
}
