import { plainSigns } from './plain-signs.ts';

/** Longest bar code of a product: what fits on a box as Code 128. */
export const BARCODE_MAX = 48;

/** Digits of a code of GS1: EAN-8, UPC-A, EAN-13, and ITF-14 of a whole box. */
const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** A code in groups: an ISBN with its hyphens, or a number to which a spreadsheet added separators of thousands. */
const GROUPS = /^(?:\d+(?:-\d+)+|\d{1,3}(?:[.,]\d{3}){3,4})$/;

/** What a spreadsheet makes of a long number. The digits of `7.79E+12` are lost. */
const REWRITTEN = /^\d+(?:\.0+|(?:\.\d+)?E[+-]\d+)$/;

/** Any other code: letters, digits and signs of a label that a company prints itself. */
const OTHER = /^[A-Z0-9][A-Z0-9./+_$%-]*$/;

/** Returns whether the last digit of a code of GS1 agrees with the others. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const compact = (text: string) => plainSigns(text).replaceAll(' ', '').toUpperCase();

/**
 * Reads a product's bar code, typed or scanned. An article has one form: the 12 digits of a UPC, and the 14 of a box that begin with
 * 0, become an EAN-13.
 *
 * @returns the code without blanks, in capitals; null for a text that is no bar code, or whose check digit is wrong
 */
export function readBarcode(text: string): string | null {
  const code = compact(text);
  const digits = GROUPS.test(code) ? code.replace(/[-.,]/g, '') : code;
  if (GTIN.test(digits) && hasCheckDigit(digits)) {
    if (digits.length === 12) return `0${digits}`;
    return digits.length === 14 && digits.startsWith('0') ? digits.slice(1) : digits;
  }
  const refused = GTIN.test(code) || REWRITTEN.test(code) || code.length > BARCODE_MAX;
  return refused || !OTHER.test(code) ? null : code;
}

/** Returns why a text is no bar code, in Spanish; null for one. */
export function barcodeProblem(text: string): string | null {
  if (readBarcode(text) !== null) return null;
  const reason = GTIN.test(compact(text))
    ? 'revisá el último dígito'
    : `lleva números, letras sin tilde y los signos - . / + _ $ %, hasta ${BARCODE_MAX}`;
  return `El código de barras no es válido: ${reason}`;
}

/**
 * Returns the digits of a code of GS1 from which a spreadsheet removed the zeros before them, as far as the check digit shows it; null
 * for any other text. `36000291452` was the UPC `036000291452`.
 */
export function restoredZeros(text: string): string | null {
  const code = compact(text);
  if (!/^(?:\d{7}|\d{10,11})$/.test(code)) return null;
  const digits = code.padStart(code.length === 7 ? 8 : 12, '0');
  return hasCheckDigit(digits) ? digits : null;
}
