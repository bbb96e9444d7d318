import { messages } from '#shared/kit/messages.ts';
import { isLonger } from '#shared/kit/text/code-points.ts';
import { plainSigns, withoutEnclosure } from '#shared/kit/text/plain-signs.ts';
import { cuitDigits, isCuitCheckDigitValid } from '#shared/people/rules/cuit.ts';

/** Maximum length of a document (D1 §5). */
const DOCUMENT_MAX = 8;

/** Reason against a document whose digits aren't certain. */
const DOCUMENT_SIGNS = 'Escribí el documento sin puntos, comas ni guiones, por ejemplo 28456789';

/** Placeholder of a missing document ("sin datos"): files of MiCorreo have no documents. */
export const NO_DOCUMENT = 'S/D';

const LABEL = /^(?:D\.? ?N\.? ?I\b\.?|DNI)[ .:#]*(?:N(?:[º°]|RO\.?)[ .:]*)?/i;

/**
 * A number: thousands in groups of three, or without signs; perhaps with the decimal of a program's
 * number. Blanks may also stand between longer groups.
 */
const NUMBER = /^(?:(\d{1,3}(?:[. '’-]\d{3})+)(?:,00?)?|(\d{1,3}(?:,\d{3})+)(?:\.00?)?|(\d+(?: \d{3,})*)(?:[.,]00?)?)$/;

/** A number with letters before it, after it or both, as passports have. */
const LETTERED = /^(\p{L}*)[-. ]{0,2}(\d[\d., -]*?)[-. ]{0,2}(\p{L}*)$/u;

function numberDigits(text: string): string | null {
  return NUMBER.test(text) ? text.replace(/[.,]00?$/, '').replace(/[^0-9]/g, '') : null;
}

/**
 * Returns a document as it is stored: without label, dots, hyphens and blanks. Signs are removed only where the digits remain the
 * same number: `5111222.0`, which programs write, is 5111222. Any other text is returned with its signs, for `documentError` to refuse.
 */
export function plainDocument(text: string): string {
  const plain = withoutEnclosure(plainSigns(text)).replace(LABEL, '');
  if (/^[-. ]*$/.test(plain)) return '';
  if (plain.toUpperCase() === NO_DOCUMENT) return NO_DOCUMENT;
  const number = cuitDigits(plain) ?? numberDigits(plain);
  if (number !== null) return number;
  const [, before = '', middle = '', after = ''] = LETTERED.exec(plain) ?? [];
  const digits = before || after ? numberDigits(middle) : null;
  return digits === null ? plain : before + digits + after;
}

/** Returns the beginning of a document without signs, for a search while it is typed: '28.4' finds 28456789. */
export const partOfDocument = (text: string): string => plainDocument(text).replace(/[.,\s-]/g, '');

/**
 * Checks a document that `plainDocument` returned: at most eight characters with a digit among them (passports have
 * letters), or a CUIT, which is an addition.
 *
 * @returns the reason of the refusal; null for a valid document
 */
export function documentError(document: string): string | null {
  if (/\d/.test(document) && /[^\p{L}\d]/u.test(document)) return DOCUMENT_SIGNS;
  if (/^\d{11}$/.test(document)) {
    return isCuitCheckDigitValid(document) ? null : `${messages.max(DOCUMENT_MAX)}, o un CUIT válido de 11 dígitos`;
  }
  if (isLonger(document, DOCUMENT_MAX)) return messages.max(DOCUMENT_MAX);
  return /\d/.test(document) || document === NO_DOCUMENT ? null : 'El documento debe tener números';
}

/** Checks a document in strict mode, which also refuses a CUIT: a CUIT is longer than D1 §5 allows. */
export function strictDocumentError(document: string): string | null {
  return isLonger(document, DOCUMENT_MAX) ? messages.max(DOCUMENT_MAX) : null;
}
