/** Largest price of an order in cents, a million million pesos: dozens of them still add up exactly in a double. */
export const MAX_PRICE_CENTS = 100_000_000_000_000;

/** Refusal of shipments whose price isn't exact any more. */
export const PRICE_TOO_LARGE = 'El precio es demasiado alto para cobrarlo. Revisá el peso y las medidas';

/** Whether an amount is an exact price. */
export const isPrice = (cents: number): boolean =>
  Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_PRICE_CENTS;

/** Refusal of a sum that isn't exact in cents any more: 2⁵³ cents are 90 million million pesos. */
export const SUM_TOO_LARGE =
  'La suma de los importes supera los 90 billones de pesos: es demasiado alta para calcularla con exactitud';

/** Thrown for a whole number that a double doesn't contain exactly, such as a sum of amounts. */
export class InexactNumberError extends RangeError {}

/** Returns the sum of whole numbers. @throws InexactNumberError for a sum that is too large, RangeError for parts that aren't whole */
export function exactSum(...numbers: readonly number[]): number {
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (Math.abs(sum) > Number.MAX_SAFE_INTEGER) throw new InexactNumberError(`${sum} isn't exact as a number`);
  if (!Number.isInteger(sum)) throw new RangeError(`${sum} is no whole number`);
  return sum;
}

/** Reads an integer of any size. @throws InexactNumberError */
export function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new InexactNumberError(`${text} isn't exact as a number`);
  return value;
}
