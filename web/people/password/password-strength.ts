/** Strength of a password; only a hint, weak passwords are accepted (readings S10). */
export type Strength = 'corta' | 'débil' | 'buena' | 'fuerte';

/** Length above which a password is in no list of common ones. */
const LISTED_MAX = 18;

/** Rates a password by its length and its kinds of characters; repeated characters add nothing. */
export function strengthOf(password: string, minLength: number): Strength {
  if (password.length < minLength) return 'corta';
  const different = new Set(password).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const score = Math.min(password.length, different * 2) + kinds * 2;
  if (score < 14) return 'débil';
  return score < 20 || password.length <= LISTED_MAX ? 'buena' : 'fuerte';
}

/** Returns the strength in words. The gateway may refuse a good password: its list of common ones isn't here. */
export function strengthTextOf(password: string, minLength: number): string {
  const strength = strengthOf(password, minLength);
  return `Contraseña ${strength}${strength === 'buena' ? ', si no es de las más usadas' : ''}`;
}
