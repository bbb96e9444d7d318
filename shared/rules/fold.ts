/**
 * One form for texts that are compared as a person would: lower case, accents off, spaces collapsed, trimmed
 * (D1 §4: "compared ignoring case and accents"). Never for what is stored or shown.
 */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
