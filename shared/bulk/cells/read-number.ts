/** What a number counts. Grams, centimetres and pesos have no three decimals; kilos do. */
export type NumberUnit = 'pesos' | 'grams' | 'kilos' | 'cm' | 'units';

/** A number as it was read, or why a person has to write it again; `doubt`: another reading is possible. */
export type ReadNumber = { value: number; doubt?: string } | { wrong: string };

const WHOLE = /^-?\d{1,15}$/;
/** 1.234.567, 1,234,567 and 1'234'567 */
const GROUPS = /^-?[1-9]\d{0,2}(?:([.,'])\d{3})(?:\1\d{3})+$/;
/** 1.234,5 */
const ARGENTINE = /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
/** 1,234.5 */
const ENGLISH = /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/;
/** 1,5 and 1.500: a single separator. */
const SINGLE = /^(-?\d{1,15})([.,'])(\d+)$/;
/** 12 500: blanks between groups. */
const BLANKS = /^(-?[1-9]\d{0,2}(?:\s\d{3})+)([.,]\d+)?$/;

const CURRENCY = /^(?:(?:ars|ar)?\s*\$|ars)\s*/i;

/** Cents that are none: '12500.-', '12.500,--'. */
const NO_CENTS = /(?<=\d)[.,]-{1,2}$/;

/** Units behind a number, and how many of the asked unit one of them is. */
const WRITTEN_UNITS: Readonly<
  Record<NumberUnit, readonly (readonly [written: RegExp, unit: NumberUnit | 'metres', factor: number])[]>
> = {
  pesos: [[/^(?:\$|ar\$|ars|pesos?)$/, 'pesos', 1]],
  grams: [
    [/^(?:g|grs?|gramos?)$/, 'grams', 1],
    [/^(?:kgs?|kilos?|kilogramos?)$/, 'kilos', 1000],
  ],
  kilos: [
    [/^(?:kgs?|kilos?|kilogramos?)$/, 'kilos', 1],
    [/^(?:g|grs?|gramos?)$/, 'grams', 0.001],
  ],
  cm: [
    [/^(?:cms?|cent[ií]metros?)$/, 'cm', 1],
    [/^(?:m|mts?|metros?)$/, 'metres', 100],
    [/^(?:mms?|mil[ií]metros?)$/, 'cm', 0.1],
  ],
  units: [[/^(?:u|uns?|uds?|unid|unidad|unidades)$/, 'units', 1]],
};

const BEFORE_UNIT = /^(.*\d)\s*([a-z$í]+)\.?$/i;

/** Fewest grams that are written with decimals: 1,5 is a weight in kilos. */
const MIN_GRAMS_WITH_DECIMALS = 30;

/** Kilos of the heaviest shipments: 45,5 may be one of 45 kilos, or of 46 grams. */
const MAX_KILOS = 120;

/** Fewest centimetres with decimals that are surely no metres: 0,2 may be a metre's fifth, and 1,20 a long box. */
const MIN_CM_WITH_DECIMALS = 10;

/** Fewest pesos that are written with cents, or with tenths alone: 12,50 and 120,5 may be thousands. */
const MIN_PESOS_WITH_CENTS = 100;
const MIN_PESOS_WITH_TENTHS = 1000;

/**
 * Reads a number in Argentine notation, as programs write it: decimal comma or point, thousands, a leading `$`, a unit behind it
 * ('1,5 kg', which is 1500 grams).
 *
 * Three digits behind a single separator are thousands where the unit has no such decimals (12,500 pesos are 12 500),
 * decimals of kilos (1.500 kg is one and a half). A measure with its unit is certain ('1,5 g'). What else may be read in two ways carries a doubt, and a weight that is
 * surely in another unit has to be written again: a number is never silently a thousandth of itself. A currency's sign before a measure
 * is a doubt: the columns of the file may be shifted.
 *
 * @returns null for a text that is no number, for the contract to refuse
 */
export function readNumber(text: string, unit: NumberUnit): ReadNumber | null {
  const read = readMeasure(text, unit);
  const isAmount = unit !== 'pesos' && CURRENCY.test(text.trim());
  return isAmount && read && 'value' in read ? { ...read, doubt: CURRENCY_DOUBT } : read;
}

const CURRENCY_DOUBT = 'Tiene signo de pesos. Revisá que sea el dato de esta columna';

function readMeasure(text: string, unit: NumberUnit): ReadNumber | null {
  const plain = text.trim().replace(CURRENCY, '').replace(NO_CENTS, '');
  const [, number, written = ''] = BEFORE_UNIT.exec(plain) ?? [];
  if (number === undefined) return readPlain(withoutBlanks(plain), unit);
  const [, own, factor] = WRITTEN_UNITS[unit].find(([name]) => name.test(written.toLowerCase())) ?? [];
  if (own === undefined || factor === undefined) return null;
  // Metres have decimals as kilos do.
  const read = readPlain(
    withoutBlanks(number.trim().replace(NO_CENTS, '')),
    own === 'metres' ? 'kilos' : own,
    unit !== 'pesos',
  );
  if (read === null || 'wrong' in read || factor === 1) return read;
  // Rounding to millionths avoids binary fractions.
  return { ...read, value: Math.round(read.value * factor * 1_000_000) / 1_000_000 };
}

/**
 * Reads a number without a unit behind it.
 *
 * @param isCertain whether decimals suggest no larger unit
 */
function readPlain(plain: string, unit: NumberUnit, isCertain = false): ReadNumber | null {
  if (WHOLE.test(plain)) return { value: Number(plain) };
  if (GROUPS.test(plain)) return { value: Number(plain.replace(/[.,']/g, '')) };
  if (ARGENTINE.test(plain)) return { value: Number(plain.replaceAll('.', '').replace(',', '.')) };
  if (ENGLISH.test(plain)) return { value: Number(plain.replaceAll(',', '')) };
  const [, whole, separator, rest] = SINGLE.exec(plain) ?? [];
  if (whole === undefined || rest === undefined) return null;
  const isGroup = rest.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole);
  if (separator === "'") return isGroup ? { value: Number(whole + rest) } : null;
  if (isGroup && unit !== 'kilos') {
    const value = Number(whole + rest);
    // Programs write quantities with three decimals: 1,000 may be one.
    return unit === 'units' ? { value, doubt: doubtAbout(value) } : { value };
  }
  return withDecimals(Number(`${whole}.${rest}`), rest, unit, isCertain);
}

/** Joins groups of three digits; any other blank divides two numbers, which aren't one. */
const withoutBlanks = (text: string) =>
  text.replace(BLANKS, (_, groups: string, rest = '') => groups.replace(/\s/g, '') + rest);

const doubtAbout = (value: number) => `Lo leímos como ${value}. Si es otro número, escribilo sin puntos ni comas`;

function withDecimals(value: number, decimals: string, unit: NumberUnit, isCertain: boolean): ReadNumber {
  const maySuggest = !isCertain && !/^0+$/.test(decimals);
  if (unit === 'grams' && maySuggest && value < MIN_GRAMS_WITH_DECIMALS) {
    return { wrong: 'Parece estar en kilos. Poné los gramos, sin decimales' };
  }
  const doubt =
    (maySuggest && doubtAboutUnit(value, decimals, unit)) ||
    (decimals.length === 3 && unit !== 'kilos' && doubtAbout(unit === 'pesos' ? Math.round(value) : Math.ceil(value)));
  return doubt ? { value, doubt } : { value };
}

/** Returns why a number with a fraction may be in a larger unit; null for a usual one. */
function doubtAboutUnit(value: number, decimals: string, unit: NumberUnit): string | null {
  if (unit === 'cm' && value < MIN_CM_WITH_DECIMALS) {
    return `Lo leímos como ${Math.ceil(value)} cm. Si son metros, escribí los centímetros`;
  }
  if (unit === 'grams' && value < MAX_KILOS) {
    return `Lo leímos como ${Math.ceil(value)} gramos. Si son kilos, escribí los gramos`;
  }
  const least = decimals.length === 1 ? MIN_PESOS_WITH_TENTHS : MIN_PESOS_WITH_CENTS;
  if (unit !== 'pesos' || Math.abs(value) >= least) return null;
  return `Lo leímos como ${Math.round(value)} pesos. Si son miles, escribí el número entero`;
}

/** Converts kilos to grams; returns other text unchanged. */
export const kilosToGrams = (kilos: string): string => normalNumber(kilos, 'kilos').text;

/** Returns a typed weight with its unit, for people. */
export const inKilos = (kilos: string): string => (/\d$/.test(kilos) ? `${kilos} kg` : kilos);

/** A cell's number as its field stores it, or the text as it is. */
export interface NormalNumber {
  /** Whole digits of the stored unit; the text itself if it is no number. */
  text: string;
  doubt: string | null;
  /** Why the number has to be written again. */
  wrong: string | null;
}

/**
 * Reads a cell's number for its field: measures are rounded up, pesos to whole ones, kilos become grams. A text that is no
 * number stays, as do parts of a unit, for the contract to refuse.
 */
export function normalNumber(text: string, unit: NumberUnit): NormalNumber {
  const read = readNumber(text, unit);
  if (read === null) return { text, doubt: null, wrong: null };
  if ('wrong' in read) return { text, doubt: null, wrong: read.wrong };
  const { value, doubt = null } = read;
  if (unit === 'units') return { text: Number.isInteger(value) ? String(value) : text, doubt, wrong: null };
  if (unit === 'pesos') return { text: String(Math.round(value)), doubt, wrong: null };
  // Rounding to millionths first avoids a gram too many from binary fractions.
  const stored = unit === 'kilos' ? Math.round(value * 1_000_000) / 1000 : value;
  return { text: String(Math.ceil(stored)), doubt, wrong: null };
}
