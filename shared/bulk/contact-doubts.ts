import { nationalNumber } from '#shared/rules/contact-text/national-number.ts';
import { plainDocument } from '#shared/rules/document.ts';
import { readEmail } from '#shared/rules/email.ts';
import { phoneDigits, readPhone } from '#shared/rules/phone.ts';
import type { BulkRow } from './csv-reader.ts';
import { type CellError, shortened } from './errors.ts';

const ZEROS = /^[-0+() ]*0[-0+() ]*$/;

/** Most digits of a phone of any country (E.164). */
const PHONE_DIGITS = 15;

/** Returns whether a stored phone may be two phones one behind the other: '11 5555-0101 11 5555-0202', '455-0101 455-0202'. */
function isTwoPhones(phone: string): boolean {
  const digits = phoneDigits(phone) ?? '';
  if (nationalNumber(digits) !== null || !/\d\D+\d/.test(phone)) return false;
  const [first = '', second = '', more] = phone.split(' ').map((part) => phoneDigits(part) ?? '');
  return digits.length > PHONE_DIGITS || (!more && first.length > 5 && first.length === second.length);
}

/** Fewest digits of each of two phones; an extension has less. */
const TWO_PHONES_DIGITS = 6;

/** Returns the reason why a text is no phone: that it is two, or the contract's. */
export function phoneReason(text: string, message: string): string {
  const numbers = text.split(/[^\d ().+-]+/).filter((part) => (phoneDigits(part) ?? '').length >= TWO_PHONES_DIGITS);
  return numbers.length < 2 ? message : 'Hay más de un teléfono. Poné uno solo';
}

/** Returns the reason why a text is no e-mail address: that it is two, or the contract's. */
export function emailReason(text: string, message: string): string {
  const addresses = text.split(/[\s;,/|<>]+/).filter((part) => readEmail(part) !== null);
  return addresses.length < 2 ? message : 'Hay más de un email. Poné uno solo';
}

/** Returns the doubts about a row's phone and document: two phones in one cell, and zeros in the place of a number. */
export function contactDoubts({ row, cells }: BulkRow): CellError[] {
  const phone = readPhone(cells.telefono) ?? '';
  const doubts = [
    isTwoPhones(phone) && (['telefono', 'Parecen dos teléfonos. Dejá uno solo'] as const),
    ZEROS.test(phone) && (['telefono', 'Son solo ceros. Poné el teléfono'] as const),
    ZEROS.test(plainDocument(cells.documento)) && (['documento', 'Son solo ceros. Poné el documento'] as const),
  ];
  return doubts
    .filter((doubt) => doubt !== false)
    .map(([column, reason]) => ({ row, column, value: shortened(cells[column]), reason }));
}
