/**
 * Normalises a text for comparisons: lower case, no accents, single spaces, trimmed (D1 §4: "compared ignoring case and
 * accents"). Not for texts that are stored or shown.
 */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
