import { isLonger } from '#shared/code-points.ts';
import { messages } from '#shared/messages.ts';
import { isCuitCheckDigitValid } from './cuit.ts';

/** Maximum length of a document (D1 §5). */
const DOCUMENT_MAX = 8;

/** Placeholder of a missing document ("sin datos"): files of MiCorreo have no documents. */
export const NO_DOCUMENT = 'S/D';

/** Returns a document as it is stored: without dots, hyphens and blanks. */
export function plainDocument(text: string): string {
  return text.replace(/[.\-\s]/g, '');
}

/**
 * Checks a document that `plainDocument` returned: at most eight characters with a digit among them (passports have
 * letters), or a CUIT, which is an addition.
 *
 * @returns the reason of the refusal; null for a valid document
 */
export function documentError(document: string): string | null {
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
