const WHOLE = /^-?\d{1,15}$/;
/** 1.234 and 1.234,5: Argentine thousands. */
const DOTTED = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
/** 1,234.5 */
const ENGLISH = /^-?\d{1,3}(?:,\d{3})+\.\d+$/;
/** 1,5 and 1.5 */
const DECIMAL = /^-?\d{1,15}[.,]\d+$/;

/**
 * Parses a number in Argentine notation: decimal comma, dots between thousands, leading `$`; null for other text.
 *
 * @param small for numbers below a thousand, whose dot is a decimal point: `1.500` kg is one and a half
 */
export function parseNumber(text: string, { small = false } = {}): number | null {
  const plain = text.replace(/^\$|\s/g, '');
  if (WHOLE.test(plain)) return Number(plain);
  if (!small && DOTTED.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (ENGLISH.test(plain)) return Number(plain.replaceAll(',', ''));
  return DECIMAL.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** Rounds a measure up to whole digits; returns other text unchanged for the contract to refuse. */
export function normalizeMeasure(text: string): string {
  const value = parseNumber(text);
  return value === null ? text : String(Math.ceil(value));
}

/** Normalises a quantity. Decimals stay for the contract to refuse: half a unit is a mistake. */
export function normalizeQuantity(text: string): string {
  const value = parseNumber(text);
  return value !== null && Number.isInteger(value) ? String(value) : text;
}

/** Normalises an amount to whole pesos, the unit of declared values; returns other text unchanged. */
export function normalizePesos(text: string): string {
  const value = parseNumber(text);
  return value === null ? text : String(Math.round(value));
}

/** Converts kilos to grams; returns other text unchanged. */
export function kilosToGrams(kilos: string): string {
  const value = parseNumber(kilos, { small: true });
  // Rounding to millionths first avoids a gram too many from binary fractions.
  return value === null ? kilos : String(Math.ceil(Math.round(value * 1_000_000) / 1000));
}
