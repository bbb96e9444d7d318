import type { FieldError } from '#shared/kit/http/failure.ts';

/** Limits of D1 §5, which also apply to the sums over a shipment's products. */
const MAX_GRAMS = 999_999;
const MAX_PESOS = 9_999_999;

/**
 * Checks the total weight and value of a shipment's products.
 *
 * @param sums grams, and cents of a peso
 * @param at dotted path of the shipment in the order
 */
export function validateTotals({ grams, cents }: { grams: number; cents: number }, at: string): FieldError[] {
  const problems: FieldError[] = [];
  if (grams > MAX_GRAMS) problems.push({ field: `${at}.weight`, message: `Debe ser menor o igual a ${MAX_GRAMS}` });
  if (cents > MAX_PESOS * 100) {
    problems.push({ field: `${at}.items_value`, message: `Debe ser menor o igual a ${MAX_PESOS}` });
  }
  return problems;
}
