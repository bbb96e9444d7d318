/** The signs that a phone may hold beside its digits. */
const SIGNS = /[+\-()\s]/g;

/** The digits of a phone; null when it holds anything but digits, `+ - ( )` and spaces, or no digit at all. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(SIGNS, '');
  return /^\d+$/.test(digits) ? digits : null;
}

/** What is wrong with a receiver's phone beside its length; null when nothing is. One rule for order and edit. */
export function phoneProblem(text: string): string | null {
  return phoneDigits(text) === null ? 'El número es inválido' : null;
}
