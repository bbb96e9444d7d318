import { readContact } from '#shared/rules/contact-text/read-contact.ts';
import { fold } from '#shared/rules/fold.ts';
import { UNIT_MAX } from './limits.ts';

const GROUND_FLOOR = /^(?:p|pta|planta) ?(?:b|baja)$/;

/** Returns a whole number without the decimals of zero that programs write in columns with blanks: '1127.0', '3,00'. */
export const withoutZeros = (text: string): string => text.replace(/^(\d+)[.,]00?$/, '$1');

/** Returns a floor as it is stored: 'PB' for 'Planta Baja' and 'P.B.', and a floor in too many words as its number ('Primer piso'). */
export function shortFloor(text: string): string {
  if (GROUND_FLOOR.test(fold(text.replaceAll('.', ' ')).replace(/ +/g, ' ').trim())) return 'PB';
  return shortUnit(withoutZeros(text), 'floor');
}

/** Returns an apartment as it is stored: without its label if it is too long ('Departamento 12'). */
export const shortApartment = (text: string): string => shortUnit(withoutZeros(text), 'apartment');

/** Returns what a long text says, if that is certain and it says nothing else; the text itself otherwise. */
function shortUnit(text: string, part: 'floor' | 'apartment'): string {
  if (text.length <= UNIT_MAX) return text;
  const { parts, observations } = readContact(`Mitre 100, ${text}`);
  const { street_name: _street, street_number: _number, [part]: read, ...others } = parts;
  const isAlone = observations === '' && Object.keys(others).length === 0;
  return read?.confidence === 'sure' && isAlone ? read.value : text;
}
