import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { type CellError, shortened } from '#shared/bulk/rows/errors.ts';
import { readEmail } from '#shared/kit/text/email.ts';
import { hasMixedScripts } from '#shared/kit/text/mixed-scripts.ts';
import { TWO_PHONES_REASON } from '#shared/orders/order-doubts.ts';
import { isStreetNumber } from '#shared/orders/rules/place/address-unit.ts';
import { plainDocument } from '#shared/orders/rules/place/document.ts';
import { isTwoPhones, phoneDigits, readPhone } from '#shared/orders/rules/place/phone.ts';

const ZEROS = /^[-0+() ]*0[-0+() ]*$/;

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

/**
 * Returns the doubts about a row's phone, document, e-mail and street number: two phones in one cell, zeros in the place of a number, an
 * address in letters of two scripts, and signs alone in the place of a street number.
 */
export function contactDoubts({ row, cells }: BulkRow): CellError[] {
  const phone = readPhone(cells.telefono) ?? '';
  const doubts = [
    isTwoPhones(phone) && (['telefono', TWO_PHONES_REASON] as const),
    ZEROS.test(phone) && (['telefono', 'Son solo ceros. Poné el teléfono'] as const),
    ZEROS.test(plainDocument(cells.documento)) && (['documento', 'Son solo ceros. Poné el documento'] as const),
    hasMixedScripts(cells.email) && (['email', 'Mezcla letras de distintos alfabetos. Escribilo de nuevo'] as const),
    cells.altura !== '' &&
      !isStreetNumber(cells.altura) &&
      (['altura', 'No es un número. Poné la altura, o S/N'] as const),
  ];
  return doubts
    .filter((doubt) => doubt !== false)
    .map(([column, reason]) => ({ row, column, value: shortened(cells[column]), reason }));
}
