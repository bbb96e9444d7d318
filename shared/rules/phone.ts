/** The signs that a phone may hold beside its digits. */
const SIGNS = /[+\-()\s]/g;

/** The least number of digits of a client's phone in the registration. */
const CLIENT_PHONE_DIGITS = 8;

/** How many characters a receiver's phone may have, in an order and in its edit alike. */
const RECEIVER_PHONE_LENGTH = { min: 7, max: 60 } as const;

/** The digits of a phone; null when it holds anything but digits, `+ - ( )` and spaces, or no digit at all. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(SIGNS, '');
  return /^\d+$/.test(digits) ? digits : null;
}

/** Whether a phone is good enough for a registration: eight digits at least. */
export function isClientPhone(text: string): boolean {
  return (phoneDigits(text)?.length ?? 0) >= CLIENT_PHONE_DIGITS;
}

/** Whether a phone is good enough for a receiver: 7 to 60 digits and signs. */
export function isReceiverPhone(text: string): boolean {
  const { min, max } = RECEIVER_PHONE_LENGTH;
  const { length } = text.trim();
  return phoneDigits(text) !== null && length >= min && length <= max;
}
