import { fold } from '#shared/rules/fold.ts';

/**
 * One form for headers that mean the same: case, accents, hints in brackets (`largo(obligatorio en CM)`), the asterisk of
 * required columns and the way words are joined don't count.
 */
export function normalizeHeader(header: string): string {
  return fold(header.replace(/\([^)]*\)?/g, '').replace(/[*"'\uFEFF]/g, ''))
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

/** What identifies a file's layout: its headers in any order, the empty ones left out. */
export function headerFingerprint(headers: readonly string[]): string {
  return [...new Set(headers.map(normalizeHeader).filter((key) => key !== ''))].sort().join('|');
}
