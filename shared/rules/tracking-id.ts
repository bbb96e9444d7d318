/** Crockford's base32: no I, L, O, U, so that an id can be read out and typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BODY = 10;

/** `size` random bytes, from the platform's secure source. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new tracking id: ten random characters and a check character, never digits only. */
export function generateTrackingId(randomBytes: RandomBytes): string {
  for (;;) {
    const body = Array.from(randomBytes(BODY), (byte) => ALPHABET.charAt(byte & 31)).join('');
    const id = body + checkCharacter(body);
    if (!isDigitsOnly(id)) return id;
  }
}

/** The tracking id as it is stored, out of a typed or scanned text (lower case, O for 0, I or L for 1); null if wrong. */
export function parseTrackingId(text: string): string | null {
  const id = text.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{11}$/.test(id) || isDigitsOnly(id)) return null;
  return checkCharacter(id.slice(0, BODY)) === id.charAt(BODY) ? id : null;
}

/** The label of an order's nth shipment, n from 1. */
export function labelOf(trackingId: string, n: number): string {
  return `${trackingId}-${n}`;
}

/** A label taken apart; null when the text is none. */
export function parseLabel(text: string): { trackingId: string; n: number } | null {
  const [, head = '', tail = ''] = /^(.+)-([1-9]\d{0,4})$/.exec(text.trim()) ?? [];
  const trackingId = parseTrackingId(head);
  return trackingId === null ? null : { trackingId, n: Number(tail) };
}

/** Luhn's sum over 32 characters: finds every single wrong character and every swap of neighbours but 0 and Z. */
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
