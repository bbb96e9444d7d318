import type { BulkRow } from './csv-reader.ts';
import { type CellError, shortened } from './errors.ts';

/** Words that people write to the digits of a house number without a blank: '1200bis', '100PB', '1200p3'. */
const WORD = /^(?:bis|ter|pb|p|piso|dp?to|depto|of|ph)$/i;

/** Letters that resemble digits: a house is hardly called 12O. */
const RESEMBLES_DIGIT = /^[oqils]+$/i;

/** Returns whether letters or fractions that are written to the digits of a house number may stand for digits: '12OO', '1O5', 'l20'. */
function mayHaveLetters(number: string): boolean {
  return [...number.matchAll(/(\d?)([\p{L}½¼¾]+)(\d?)/gu)].some(([, before, letters = '', after]) => {
    if (!before) return Boolean(after) && RESEMBLES_DIGIT.test(letters);
    if (RESEMBLES_DIGIT.test(letters)) return true;
    return !WORD.test(letters) && (Boolean(after) || letters.length > 1 || /[½¼¾]/.test(letters));
  });
}

/** Returns the doubts about a row's house number. */
export function streetDoubts({ row, cells: { altura } }: BulkRow): CellError[] {
  if (!mayHaveLetters(altura)) return [];
  return [{ row, column: 'altura', value: shortened(altura), reason: 'Tiene letras pegadas al número. Revisalo' }];
}
