import { readNumber } from '#shared/bulk/cells/read-number.ts';

const THOUSANDS = /^\D*\d{1,3}(?:\.\d{3})+$/;

/**
 * Parses a typed amount in Argentine notation; null for other text, and for three or more decimals: 12,500 and 4400.500 may mean
 * thousands.
 */
export function parseAmount(text: string): number | null {
  const typed = text.trim();
  if (/[.,]\d{3,}$/.test(typed) && !THOUSANDS.test(typed)) return null;
  const read = readNumber(typed, 'pesos');
  return read && 'value' in read ? read.value : null;
}
