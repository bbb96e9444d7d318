/** Largest price of an order in cents, a million million pesos: dozens of them still add up exactly in a double. */
export const MAX_PRICE_CENTS = 100_000_000_000_000;

/** Refusal of parcels whose price isn't exact any more. */
export const PRICE_TOO_LARGE = 'El precio es demasiado alto para cobrarlo. Revisá el peso y las medidas';

/** Whether an amount is an exact price. */
export const isPrice = (cents: number): boolean =>
  Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_PRICE_CENTS;

/** Reads an integer of any size. @throws RangeError for one that a double doesn't contain exactly, such as a sum of amounts */
export function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} isn't exact as a number`);
  return value;
}
