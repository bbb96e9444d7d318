/** How hard a password is to guess, said as a hint: nothing is refused for it (readings S10). */
export type Strength = 'corta' | 'débil' | 'buena' | 'fuerte';

/** By length, and by how many kinds of signs it mixes; repeated signs add nothing. */
export function strengthOf(password: string, least: number): Strength {
  if (password.length < least) return 'corta';
  const different = new Set(password).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const score = Math.min(password.length, different * 2) + kinds * 2;
  if (score < 14) return 'débil';
  return score < 20 ? 'buena' : 'fuerte';
}
