import { parseNumber } from '#shared/bulk/normalize-numbers.ts';

const THOUSANDS = /^\D*\d{1,3}(?:\.\d{3})+$/;

/**
 * Parses a typed amount in Argentine notation; null for other text, and for three or more decimals: 12,500 and 4400.500 may mean
 * thousands.
 */
export function parseAmount(text: string): number | null {
  const typed = text.trim();
  return /[.,]\d{3,}$/.test(typed) && !THOUSANDS.test(typed) ? null : parseNumber(typed);
}
