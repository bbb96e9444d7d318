import { joinSentences } from '#shared/kit/text/sentences.ts';
import { readNumber } from './read-number.ts';

/** The value of some units of an item: cents, and why a person has to check it. Or why there is none, with the text to correct. */
type ItemValue = { cents: number; doubt: string | null } | { wrong: string; text: string };

/** Returns how many units a cell says, one if it is empty. Units are whole and not below zero. */
export function readUnits(quantity: string): { value: number; doubt?: string } | { wrong: string } {
  const read = quantity === '' ? { value: 1 } : readNumber(quantity, 'units');
  if (read && 'value' in read && Number.isInteger(read.value) && read.value >= 0) return read;
  return { wrong: `La cantidad «${quantity}» no es un número entero. Poné el valor de todas las unidades` };
}

/** Multiplies the price of one unit, in pesos, by the row's units. A missing price is 0. A doubt about either is one about the value. */
export function itemValue(price: string, quantity: string): ItemValue {
  const one = price === '' ? { value: 0 } : readNumber(price, 'pesos');
  const units = readUnits(quantity);
  if ('wrong' in units) return { wrong: units.wrong, text: quantity };
  if (!one || 'wrong' in one) return { wrong: `El precio «${price}» no es un número`, text: price };
  const doubts = [
    ...(one.doubt ? [`Precio «${price}»: ${one.doubt}`] : []),
    ...(units.doubt ? [`Cantidad «${quantity}»: ${units.doubt}`] : []),
  ];
  return { cents: Math.round(one.value * 100) * units.value, doubt: joinSentences(doubts) || null };
}
