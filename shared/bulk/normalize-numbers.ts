const WHOLE = /^-?\d{1,15}$/;
/** 1.234 and 1.234,5, as written in Argentina. */
const DOTTED = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
/** 1,234.5 */
const ENGLISH = /^-?\d{1,3}(?:,\d{3})+\.\d+$/;
/** 1,5 and 1.5 */
const DECIMAL = /^-?\d{1,15}[.,]\d+$/;

/**
 * A number as people write it in Argentina: decimal comma, dots between thousands, `$` before it; null for other text.
 *
 * @param small numbers never reach a thousand, so that a dot is a decimal one: `1.500` kg are one and a half
 */
function parseNumber(text: string, { small = false } = {}): number | null {
  const plain = text.replace(/^\$|\s/g, '');
  if (WHOLE.test(plain)) return Number(plain);
  if (!small && DOTTED.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (ENGLISH.test(plain)) return Number(plain.replaceAll(',', ''));
  return DECIMAL.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** Digits of a normalizeMeasure, the next whole one up; text that is no number stays, for the contract to refuse it. */
export function normalizeMeasure(text: string): string {
  const value = parseNumber(text);
  return value === null ? text : String(Math.ceil(value));
}

/** Digits of a quantity. Decimals stay, for the contract to refuse: half a unit is a mistake, not a normalizeMeasure. */
export function normalizeQuantity(text: string): string {
  const value = parseNumber(text);
  return value !== null && Number.isInteger(value) ? String(value) : text;
}

/** Digits of an amount in whole pesos, which is what an order declares; other text stays. */
export function normalizePesos(text: string): string {
  const value = parseNumber(text);
  return value === null ? text : String(Math.round(value));
}

/** Kilos as grams; other text stays. */
export function kilosToGrams(kilos: string): string {
  const value = parseNumber(kilos, { small: true });
  // Binary fractions of kilos would be a gram too many.
  return value === null ? kilos : String(Math.ceil(Math.round(value * 1_000_000) / 1000));
}
