import { HIDDEN_TEXT } from '#shared/people/rules/masked.ts';

/** Masks a phone but for its last three digits, as the SQL function `masked_end` does. Short and empty texts have no visible part. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return maskWhole(digits) + (digits.length < 7 ? '' : digits.slice(-3));
}

/** Masks an e-mail but for its first letter and domain, as the SQL function `masked_email` does. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, `$1${HIDDEN_TEXT}`);

/** Masks a text without any visible part; an empty one stays empty. */
export const maskWhole = (text: string): string => (text === '' ? '' : HIDDEN_TEXT);
