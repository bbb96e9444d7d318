/** Characters that a phone may contain besides digits. */
const SIGNS = /[+\-()\s]/g;

/** Minimum number of digits in a client's phone at registration. */
const CLIENT_PHONE_DIGITS = 8;

/** Limits of the length of a receiver's phone, in a new order and in an edit. */
const RECEIVER_PHONE_LENGTH = { min: 7, max: 60 } as const;

/**
 * Returns the digits of a phone; null when the text has other characters than digits, `+ - ( )` and spaces, or no
 * digit.
 */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(SIGNS, '');
  return /^\d+$/.test(digits) ? digits : null;
}

/** Returns whether a phone is valid for a registration: at least eight digits. */
export function isClientPhone(text: string): boolean {
  return (phoneDigits(text)?.length ?? 0) >= CLIENT_PHONE_DIGITS;
}

/** Returns whether a phone is valid for a receiver: 7 to 60 digits and signs. */
export function isReceiverPhone(text: string): boolean {
  const { min, max } = RECEIVER_PHONE_LENGTH;
  const { length } = text.trim();
  return phoneDigits(text) !== null && length >= min && length <= max;
}
