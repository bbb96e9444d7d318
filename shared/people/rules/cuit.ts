import { plainSigns } from '#shared/kit/text/plain-signs.ts';

const LABEL = /^(?:CUI[TL]|C\.U\.I\.[TL]\.?)[ .:#]*/i;

/** Eleven digits, perhaps with the decimal of a program's number. */
const WHOLE = /^(\d{11})(?:[.,]00?)?$/;

/** Digits in groups with hyphens and blanks between them. */
const GROUPS = /^\d+(?:[ -]+\d+)*$/;

/** Dots and commas stand between a CUIT's three parts, or between thousands. Elsewhere they may be decimals of a shorter number. */
const DOTTED = /^\d{2}[-. ]+(?:\d{8}|\d{1,2}(?:[. ]\d{3}){2})[-. ]+\d$|^\d{2}(?:\.\d{3}){3}$|^\d{2}(?:,\d{3}){3}$/;

/**
 * Returns the eleven digits of a CUIT without its label, hyphens, dots and spaces; null when the text hasn't eleven digits, or has a
 * dot where a decimal may begin.
 */
export function cuitDigits(text: string): string | null {
  const plain = plainSigns(text).replace(LABEL, '');
  const whole = WHOLE.exec(plain)?.[1];
  if (whole) return whole;
  const digits = GROUPS.test(plain) || DOTTED.test(plain) ? plain.replace(/[^0-9]/g, '') : '';
  return digits.length === 11 ? digits : null;
}

/** Returns the digits of a text that may be part of a CUIT, for a search; null for any other text. */
export function partOfCuit(text: string): string | null {
  const digits = cuitDigits(text) ?? plainSigns(text).replace(/[-. ]/g, '');
  return /^\d+$/.test(digits) ? digits : null;
}

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/**
 * Returns whether the last of a CUIT's eleven digits is the right check digit. A wrong check digit causes a warning,
 * not a refusal.
 */
export function isCuitCheckDigitValid(digits: string): boolean {
  const rest = WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(digits.charAt(index)), 0) % 11;
  const expected = rest === 0 ? 0 : rest === 1 ? 9 : 11 - rest;
  return digits.length === 11 && Number(digits.charAt(10)) === expected;
}

/** Formats a CUIT as XX-XXXXXXXX-X; returns any other text unchanged. */
export function formatCuit(text: string): string {
  const digits = cuitDigits(text);
  return digits ? `${digits.slice(0, 2)}-${digits.slice(2, 10)}-${digits.slice(10)}` : text;
}
