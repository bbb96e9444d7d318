/** Returns the eleven digits of a CUIT without hyphens, dots and spaces; null when the text hasn't eleven digits. */
export function cuitDigits(text: string): string | null {
  const digits = partOfCuit(text);
  return digits?.length === 11 ? digits : null;
}

/** Returns the digits of a text that may be part of a CUIT, for a search; null for any other text. */
export function partOfCuit(text: string): string | null {
  const digits = text.replace(/[-.\s]/g, '');
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
