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

/** Digits of a national number: area code and subscriber. */
const NATIONAL_DIGITS = 10;
const BUENOS_AIRES = '11';

/**
 * Returns a phone as WhatsApp addresses an Argentine mobile: `549`, area code and number, without the trunk `0` and the local `15`.
 * Eight digits are a number of Buenos Aires, the only area with numbers of that length. Null if it can't be one.
 */
export function whatsAppNumber(text: string): string | null {
  const digits = phoneDigits(text);
  if (digits === null) return null;
  const national = withoutMobilePrefix(
    digits
      .replace(/^00/, '')
      .replace(/^54(?=\d{10,})/, '')
      .replace(/^9(?=\d{10})/, '')
      .replace(/^0/, ''),
  );
  return national.length === NATIONAL_DIGITS ? `549${national}` : null;
}

/**
 * Returns the digits of a phone in the spellings that people use: as typed, national, with `0`, `54` or `549`, and with the local
 * `15`. Empty for a text without digits.
 */
export function phoneSpellings(text: string): string[] {
  const digits = phoneDigits(text);
  if (digits === null) return [];
  const national = whatsAppNumber(text)?.slice('549'.length);
  if (national === undefined) return [digits];
  const areas = national.startsWith(BUENOS_AIRES) ? [2] : [3, 4];
  const local = areas.map((length) => `${national.slice(0, length)}15${national.slice(length)}`);
  const short = areas[0] === 2 ? [national.slice(2), `15${national.slice(2)}`] : [];
  const spellings = [digits, national, `54${national}`, `549${national}`, ...local, ...short];
  return [...new Set([...spellings, `0${national}`, ...local.map((one) => `0${one}`)])];
}

/** Removes the `15` that is dialled between area code and number, and adds the area code of Buenos Aires to its numbers. */
function withoutMobilePrefix(national: string): string {
  if (national.length === 8) return BUENOS_AIRES + national;
  if (national.length === NATIONAL_DIGITS && national.startsWith('15')) return BUENOS_AIRES + national.slice(2);
  if (national.length !== NATIONAL_DIGITS + 2) return national;
  // Area codes have two digits (Buenos Aires), three or four.
  const lengths = national.startsWith(BUENOS_AIRES) ? [2] : [3, 4];
  const area = lengths.find((length) => national.startsWith('15', length));
  return area === undefined ? national : national.slice(0, area) + national.slice(area + 2);
}
