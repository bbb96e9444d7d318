import { hashText } from '#shared/bulk/file/hash-text.ts';
import { isLonger } from '#shared/kit/text/code-points.ts';

/** Maximum length of an order number (D1 §5). */
const MAX = 20;

const HEAD = 4;
const TAIL = 10;
const HASH = 4;

/**
 * Returns an order number of at most 20 characters. A longer one keeps its beginning and its end, with a hash between
 * them, `TIEN~1k4z~2026001234`, so that the same number is always shortened alike, and two numbers differ.
 */
export function shortOrderNumber(number: string): string {
  if (!isLonger(number, MAX)) return number;
  const points = [...number];
  const hash = hashText(number).toString(36).padStart(HASH, '0').slice(-HASH);
  return `${points.slice(0, HEAD).join('')}~${hash}~${points.slice(-TAIL).join('')}`;
}

/** Begins the observations of an order whose number was shortened: the shop's own number follows. */
const LABEL = 'Orden de la tienda: ';

/** Returns the line of the observations that keeps the whole number; `''` for a number that wasn't shortened. */
export const wholeNumberLine = (number: string): string => (isLonger(number, MAX) ? `${LABEL}${number}` : '');
