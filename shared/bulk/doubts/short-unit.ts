import { UNIT_MAX } from '#shared/bulk/rows/limits.ts';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';
import { plainFloor, withoutZeros } from '#shared/orders/rules/place/address-unit.ts';

/** Returns a floor as it is stored, one in too many words as its number ('Primer piso'). */
export const shortFloor = (text: string): string => shortUnit(plainFloor(text), 'floor');

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
