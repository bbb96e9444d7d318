import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { type CellError, shortened } from '#shared/bulk/rows/errors.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { ROADS, STREET_TYPES } from '#shared/orders/contact-text/claims/words.ts';
import { readDraft } from '#shared/orders/contact-text/read-contact.ts';
import { withoutZeros } from '#shared/orders/rules/place/address-unit.ts';

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

/** A house number within a street's cell. */
interface WrittenNumber {
  number: string;
  /** The street before the number, if nothing follows it. */
  street: string | null;
}

/**
 * Returns the house number at the end of a street's cell; null for streets that are named by a number ('Calle 12', 'Ruta 8',
 * '33 Orientales') and for lots and kilometres, which belong beside any house number.
 */
function numberOfStreet(calle: string): WrittenNumber | null {
  if (!/\d/.test(calle)) return null;
  const { parts, tokens, owners } = readDraft(calle.normalize('NFC'), () => []);
  const { street_name, street_number } = parts;
  if (!street_name || !street_number || !/^\d/.test(street_number.value)) return null;
  const [first = ''] = tokens.map(({ key }) => key);
  if (ROADS.has(first) || STREET_TYPES.has(fold(street_name.value).replaceAll('.', ''))) return null;
  const behind = owners.slice(owners.lastIndexOf('street_number') + 1).filter((owner) => owner !== 'label');
  if (!behind.every((owner) => owner === 'floor' || owner === 'apartment')) return null;
  return { number: street_number.value, street: behind.length === 0 ? street_name.value : null };
}

const isSame = (number: string, altura: string) => fold(number) === fold(withoutZeros(altura));

/** Returns a street's cell without the house number that it repeats. */
export function streetWithoutNumber({ calle, altura }: Pick<BulkCells, 'calle' | 'altura'>): string {
  const written = altura === '' ? null : numberOfStreet(calle);
  return written?.street && isSame(written.number, altura) ? written.street : calle;
}

/** Returns the doubts about a row's house number, and about a street with a number of its own. */
export function streetDoubts({ row, cells }: BulkRow): CellError[] {
  const { calle, altura } = cells;
  const written = altura === '' ? null : numberOfStreet(calle);
  const street = streetWithoutNumber(cells);
  const reason = !written
    ? null
    : street === calle
      ? `La calle tiene el número ${written.number}. Revisá cuál es la altura`
      : `La calle repite la altura: queda «${shortened(street)}»`;
  return [
    ...(mayHaveLetters(altura)
      ? [
          {
            row,
            column: 'altura' as const,
            value: shortened(altura),
            reason: 'Tiene letras pegadas al número. Revisalo',
          },
        ]
      : []),
    ...(reason ? [{ row, column: 'calle' as const, value: shortened(calle), reason }] : []),
  ];
}
