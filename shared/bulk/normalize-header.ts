import { fold } from '#shared/rules/fold.ts';

/**
 * Normalises a header: removes case, accents, hints in brackets (`largo(obligatorio en CM)`), the asterisk of required
 * columns and the separators of words.
 */
export function normalizeHeader(header: string): string {
  return fold(header.replace(/\([^)]*\)?/g, '').replace(/[*"'\uFEFF]/g, ''))
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

/** Returns the key of a file's layout: its non-empty headers, sorted. */
export function headerFingerprint(headers: readonly string[]): string {
  return [...new Set(headers.map(normalizeHeader).filter((key) => key !== ''))].sort().join('|');
}
