import { fold } from '#shared/kit/text/fold.ts';

const GROUND_FLOOR = /^(?:p|pta|planta) ?(?:b|baja)$/;

/** Returns a whole number without the decimals of zero that programs write in columns with blanks: '1127.0', '3,00'. */
export const withoutZeros = (text: string): string => text.replace(/^(\d+)[.,]00?$/, '$1');

/** Returns a floor as it is stored: 'PB' for 'Planta Baja' and 'P.B.'. */
export function plainFloor(text: string): string {
  const words = fold(text.replaceAll('.', ' ')).replace(/ +/g, ' ').trim();
  return GROUND_FLOOR.test(words) ? 'PB' : withoutZeros(text);
}

/** Whether a text can be a street number: it has a digit or a letter ('S/N'). A hyphen alone or digits of another script can't. */
export const isStreetNumber = (text: string): boolean => /[0-9\p{L}]/u.test(text);
