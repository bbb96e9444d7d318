import { fold } from './fold.ts';

const GROUND_FLOOR = /^(?:p|pta|planta) ?(?:b|baja)$/;

/** Returns a whole number without the decimals of zero that programs write in columns with blanks: '1127.0', '3,00'. */
export const withoutZeros = (text: string): string => text.replace(/^(\d+)[.,]00?$/, '$1');

/** Returns a floor as it is stored: 'PB' for 'Planta Baja' and 'P.B.'. */
export function plainFloor(text: string): string {
  const words = fold(text.replaceAll('.', ' ')).replace(/ +/g, ' ').trim();
  return GROUND_FLOOR.test(words) ? 'PB' : withoutZeros(text);
}

/** Whether a street number has a digit or a letter ('S/N'): '-' and digits of another script are none of a door. */
export const hasDoorNumber = (text: string): boolean => /[0-9\p{L}]/u.test(text);
