/** Crockford's base32: without I, L, O and U, so that people can read an id aloud and type it. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BODY = 10;

/** Returns `size` random bytes from the platform's secure source. */
export type RandomBytes = (size: number) => Uint8Array;

/** Generates a tracking id: ten random characters and a check character, never digits only. */
export function generateTrackingId(randomBytes: RandomBytes): string {
  for (;;) {
    const body = Array.from(randomBytes(BODY), (byte) => ALPHABET.charAt(byte & 31)).join('');
    const id = body + checkCharacter(body);
    if (!isDigitsOnly(id)) return id;
  }
}

/**
 * Reads a tracking id in its stored form from an id alone (lower case, O for 0, I or L for 1); null if invalid. Use `parseScannedId` for
 * what people type, paste or scan.
 */
export function parseTrackingId(text: string): string | null {
  const id = text.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{11}$/.test(id) || isDigitsOnly(id)) return null;
  return checkCharacter(id.slice(0, BODY)) === id.charAt(BODY) ? id : null;
}

/** Returns the label of an order's nth shipment, n from 1. */
export function labelOf(trackingId: string, n: number): string {
  return `${trackingId}-${n}`;
}

/** Splits a label into its parts; null when the text is no label. Use `parseScannedLabel` for what people type, paste or scan. */
export function parseLabel(text: string): { trackingId: string; n: number } | null {
  const [, head = '', tail = ''] = /^(.+)-([1-9]\d{0,4})$/.exec(text.trim()) ?? [];
  const trackingId = parseTrackingId(head);
  return trackingId === null ? null : { trackingId, n: Number(tail) };
}

/** Returns the order's tracking id of a label or a tracking id in its stored form. */
export const trackingIdOf = (id: string): string => parseLabel(id)?.trackingId ?? id;

/** Whether an id in its stored form is a shipment's label, not an order's tracking id. */
export const isLabel = (id: string): boolean => parseLabel(id) !== null;

/**
 * Returns the check character by Luhn's sum modulo 32: detects every single wrong character and every swap of
 * neighbours except 0 and Z.
 */
function checkCharacter(body: string): string {
  const sum = [...body].reduceRight(
    ({ total, doubled }, character) => {
      const value = ALPHABET.indexOf(character) * (doubled ? 2 : 1);
      return { total: total + Math.floor(value / 32) + (value % 32), doubled: !doubled };
    },
    { total: 0, doubled: true },
  );
  return ALPHABET.charAt((32 - (sum.total % 32)) % 32);
}

function isDigitsOnly(text: string): boolean {
  return /^\d+$/.test(text);
}
