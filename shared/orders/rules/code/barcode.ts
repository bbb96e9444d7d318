import { plainSigns } from '#shared/kit/text/plain-signs.ts';

/** Longest bar code of a product: what fits on a box as Code 128. */
export const BARCODE_MAX = 48;

/** Digits of a GS1 code: EAN-8, UPC-A, EAN-13, and the ITF-14 of a box of equal articles. */
const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** Digits in groups: an ISBN with its hyphens, or a number with the thousands separators of a spreadsheet. */
const GROUPS = /^(?:\d+(?:-\d+)+|\d{1,3}(?:[.,]\d{3}){3,4})$/;

/** A long number as spreadsheets rewrite it: `7790001001238.0`, or `7.79E+12`, which lacks most digits. */
const REWRITTEN = /^\d+(?:\.0+|(?:\.\d+)?E[+-]\d+)$/;

/** A code that isn't GS1's, from a label that a company prints itself. */
const OTHER = /^[A-Z0-9][A-Z0-9./+_$%-]*$/;

/** Whether the last digit of a GS1 code is the check digit of the others. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const compact = (text: string) => plainSigns(text).replaceAll(' ', '').toUpperCase();

/**
 * Reads a product's bar code, typed or scanned, into the form in which it is stored and compared. Scanners and labels write the code of
 * an article with 12, 13 or 14 digits: 12 digits (UPC), and 14 that begin with 0, become the 13 of an EAN.
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

/** Lengths of the groups that are printed below the bars of an EAN-8, a UPC and an EAN-13. */
const PRINTED_GROUPS = [/^(\d{4})(\d{4})$/, /^(\d)(\d{5})(\d{5})(\d)$/, /^(\d)(\d{6})(\d{6})$/];

/**
 * Returns how scanners and people write a stored bar code: with 12, 13 or 14 digits, together or in their printed groups, with blanks or
 * hyphens between them. A code of a company's own is scanned as it is stored.
 */
export function barcodeSpellings(barcode: string): string[] {
  if (!/^\d+$/.test(barcode)) return [barcode];
  const whole = [barcode];
  if (barcode.length === 13) whole.push(`0${barcode}`);
  if (barcode.length === 13 && barcode.startsWith('0')) whole.push(barcode.slice(1));
  const groups = whole.flatMap((digits) =>
    PRINTED_GROUPS.flatMap((printed) => printed.exec(digits)?.slice(1) ?? []).join(' '),
  );
  const grouped = groups.filter((text) => text !== '');
  return [...whole, ...grouped, ...grouped.map((text) => text.replaceAll(' ', '-'))];
}

/** Whether a text has the digits of a GS1 code, of which the last doesn't fit the others. */
export const hasWrongCheckDigit = (text: string): boolean => GTIN.test(compact(text)) && readBarcode(text) === null;

/** Returns why a text is no bar code, in Spanish; null for one. */
export function barcodeProblem(text: string): string | null {
  if (readBarcode(text) !== null) return null;
  const reason = hasWrongCheckDigit(text)
    ? 'revisá el último dígito'
    : `lleva números, letras sin tilde y los signos - . / + _ $ %, hasta ${BARCODE_MAX}`;
  return `El código de barras no es válido: ${reason}`;
}

/**
 * Restores leading zeros that a spreadsheet removed from a GS1 code: `36000291452` becomes the UPC `036000291452`. Returns null for other
 * texts, and if the check digit doesn't confirm the restored code.
 */
export function restoredZeros(text: string): string | null {
  const code = compact(text);
  if (!/^(?:\d{7}|\d{10,11})$/.test(code)) return null;
  const digits = code.padStart(code.length === 7 ? 8 : 12, '0');
  return hasCheckDigit(digits) ? digits : null;
}
