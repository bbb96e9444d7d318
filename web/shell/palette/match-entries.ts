import { fold } from '#shared/kit/text/fold.ts';

/** An entry that is found by its label or by keywords. */
export interface Searchable {
  label: string;
  keywords?: string;
}

/**
 * Returns the entries in which every typed word is the beginning of a word, ignoring case and accents; first the
 * entries whose label begins with the text. An empty text finds nothing.
 */
export function matchEntries<E extends Searchable>(entries: readonly E[], typed: string): E[] {
  const text = fold(typed);
  if (text === '') return [];
  const words = text.split(' ');
  const found = entries.filter(({ label, keywords = '' }) => {
    const entryWords = fold(`${label} ${keywords}`).split(' ');
    return words.every((word) => entryWords.some((one) => one.startsWith(word)));
  });
  const first = found.filter(({ label }) => fold(label).startsWith(text));
  return [...first, ...found.filter((entry) => !first.includes(entry))];
}
