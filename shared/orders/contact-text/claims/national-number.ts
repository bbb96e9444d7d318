/** Area codes of three digits; '11' is the only one of two, all others have four. */
const THREE_DIGITS = new Set(
  '220 221 223 230 236 237 249 260 261 263 264 266 280 291 294 297 298 299 336 341 342 343 345 348 351 353 358 362 364 370 376 379 380 381 383 385 387 388'.split(
    ' ',
  ),
);

const NATIONAL_DIGITS = 10;

/** Returns the length of the area code at the beginning of digits; null if no area code begins with them. */
function areaLength(digits: string): number | null {
  if (digits.startsWith('11')) return 2;
  if (THREE_DIGITS.has(digits.slice(0, 3))) return 3;
  return /^[23]/.test(digits) ? 4 : null;
}

/**
 * Returns the ten digits of an Argentine number: area code and subscriber, without +54, 9, 0 and 15. Eight digits are a
 * number of Buenos Aires. Null if the digits can't be a complete number.
 */
export function nationalNumber(digits: string): string | null {
  const national = withoutMobilePrefix(
    digits
      .replace(/^00/, '')
      .replace(/^54(?=\d{10})/, '')
      .replace(/^9(?=\d{10})/, '')
      .replace(/^0/, ''),
  );
  return national.length === NATIONAL_DIGITS && areaLength(national) !== null ? national : null;
}

function withoutMobilePrefix(national: string): string {
  if (/^[2-7]\d{7}$/.test(national)) return `11${national}`;
  if (national.length === NATIONAL_DIGITS && national.startsWith('15')) return `11${national.slice(2)}`;
  const area = areaLength(national);
  if (national.length !== NATIONAL_DIGITS + 2 || area === null) return national;
  // Old area codes had four digits where today's have three: '02944 15-512345'.
  const before = [area, 4].find((length) => national.startsWith('15', length));
  return before === undefined ? national : national.slice(0, before) + national.slice(before + 2);
}

/** Formats ten digits as the portal shows phones: '11 5555-0142'. */
export function formatNational(national: string): string {
  const area = areaLength(national) ?? 4;
  return `${national.slice(0, area)} ${national.slice(area, -4)}-${national.slice(-4)}`;
}
