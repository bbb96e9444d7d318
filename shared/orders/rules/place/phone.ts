import { plainSigns, withoutQuotes } from '#shared/kit/text/plain-signs.ts';
import { nationalNumber } from '#shared/orders/contact-text/claims/national-number.ts';

/** Minimum number of digits in a client's phone at registration. */
const CLIENT_PHONE_DIGITS = 8;

/** Limits of the length of a receiver's phone, in a new order and in an edit. */
const RECEIVER_PHONE_LENGTH = { min: 7, max: 60 } as const;

const LABEL = /^(?:tel(?:[eé]f(?:ono)?)?|cel(?:ular)?|m[oó]vil|whats ?app|wsp|wa)[.: ]+/i;

/** A number of a program with decimals of zero. */
const WITH_ZERO = /^(\+?\d{6,})[.,]00?$/;

/** Digits of a whole phone and decimals: perhaps not what was typed. */
const WITH_DECIMALS = /^\+?\d{8,}[.,]\d{1,2}$/;

const THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;

/** Most digits before a slash: country, mobile prefix and area code, or half of a number. More are a phone with a second one after it. */
const DIGITS_BEFORE_SLASH = 7;

const onlyDigits = (text: string) => text.replace(/[^0-9]/g, '');

/**
 * Returns a typed phone as it is stored: digits with `+ - ( )` and single spaces (readings C2). Dots, underscores and slashes become
 * spaces, every dash a hyphen, every bracket a round one; label and quotes around it go. Null for a text that isn't a phone, or may be
 * two phones ('4321-5678/79') or a number with decimals.
 */
export function readPhone(text: string): string | null {
  const plain = withoutQuotes(plainSigns(text)).replace(LABEL, '').replace(WITH_ZERO, '$1');
  if (WITH_DECIMALS.test(plain)) return null;
  const [beforeSlash = '', ...afterSlash] = plain.split('/').map(onlyDigits);
  if (afterSlash.length > 0) {
    if (beforeSlash.length > DIGITS_BEFORE_SLASH || nationalNumber(onlyDigits(plain)) === null) return null;
  }
  const phone = (THOUSANDS.test(plain) ? plain.replaceAll(',', '') : plain)
    .replace(/[._·•/]/g, ' ')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replace(/ +/g, ' ')
    .trim();
  return /^[0-9+\-() ]*$/.test(phone) && /[0-9]/.test(phone) ? phone : null;
}

/** Returns a typed phone as it is stored, and any other text unchanged for its check to refuse. */
export const plainPhone = (text: string): string => readPhone(text) ?? text;

/** Returns the digits of a typed or stored phone; null for a text that `readPhone` can't read. */
export function phoneDigits(text: string): string | null {
  const phone = readPhone(text);
  return phone === null ? null : onlyDigits(phone);
}

/** Returns whether a phone is valid for a registration: at least eight digits. */
export function isClientPhone(text: string): boolean {
  return (phoneDigits(text)?.length ?? 0) >= CLIENT_PHONE_DIGITS;
}

/** Returns whether a phone is valid for a receiver: 7 to 60 digits and signs in its stored form. */
export function isReceiverPhone(text: string): boolean {
  const { min, max } = RECEIVER_PHONE_LENGTH;
  const length = readPhone(text)?.length ?? 0;
  return length >= min && length <= max;
}

/** Two numbers of six signs or more, or more digits than the 15 of a phone of any country (E.164) without the 00 before it. */
const TWO_PHONES = /^\S{6,} \S{6,}$|^(00)?(?!00)\d{16}/;

/** Returns whether a phone may be two phones one behind the other: '455-0101 455-0202', or more digits than any phone has. */
export function isTwoPhones(text: string): boolean {
  const phone = readPhone(text) ?? '';
  const digits = onlyDigits(phone);
  return nationalNumber(digits) === null && (TWO_PHONES.test(phone) || TWO_PHONES.test(digits));
}

const BUENOS_AIRES = '11';

/** Returns a phone as WhatsApp addresses an Argentine mobile: `549`, area code and number. Null if it can't be one. */
export function whatsAppNumber(text: string): string | null {
  const national = nationalNumber(phoneDigits(text) ?? '');
  return national === null ? null : `549${national}`;
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
