import { isDayInNumbers, MONTH, SHORT_MONTH, THREE_NUMBERS, TIME } from '#shared/kit/text/written-day.ts';

/** Detects spreadsheet artifacts: cell contents that replace the typed value. */

/**
 * Error values of Excel and LibreOffice in Spanish and English, and the fill of cells that are too narrow for a number.
 */
const ERROR = /^(?:#(?:N\/[AD]|GETTING_DATA|OBTENIENDO_DATOS|[¡¿]?[A-Z][A-Z_/0-9]*[!?]|#{2,})|Err:5\d\d)$/i;

/** A formula: starts with `=`, or is a function call. */
const FORMULA = /^(?:=|[+\-@]\s*\p{L}[\p{L}.]*\()/u;

const WEEKDAY = `(?:${[
  'lun(?:es)?',
  'mar(?:tes)?',
  'mi[eé](?:rcoles)?',
  'jue(?:ves)?',
  'vie(?:rnes)?',
  's[aá]b(?:ado)?',
  'dom(?:ingo)?',
  'mon(?:day)?',
  'tue(?:s(?:day)?)?',
  'wed(?:nesday)?',
  'thu(?:r(?:s(?:day)?)?)?',
  'fri(?:day)?',
  'sat(?:urday)?',
  'sun(?:day)?',
].join('|')})\\.?,? `;
const AFTER_DAY = String.raw`(?:(?: |, ?|T)${TIME})?(?:Z|[+-]\d{2}:?\d{2})?`;

/** `12-5` typed, `12-may` saved. */
const DAY_AND_MONTH = new RegExp(String.raw`^\d{1,2}[-/](?:${SHORT_MONTH})\.?(?:[-/]\d{2,4}${AFTER_DAY})?$`, 'i');
const MONTH_AND_YEAR = new RegExp(String.raw`^(?:${SHORT_MONTH})\.?[-/]\d{2,4}$`, 'i');
/** Days in numbers; `12-5` and `12-05` alone may be two numbers. */
const DAY = new RegExp(`^(?<day>${THREE_NUMBERS})${AFTER_DAY}$`, 'i');
const YEAR = String.raw`(?:19|20)\d{2}`;
/** A time behind a day, with the name of its zone. */
const TIME_AND_ZONE = `(?:,? ${TIME}.*)?`;
/**
 * Days in words with weekday and year, as no street is called: 'jueves, 10 de diciembre de 2026', 'Thu Dec 10 2026'. 'Dom. 25 de Mayo
 * 1950' is a street with its number.
 */
const DAY_OF_WEEK = new RegExp(
  String.raw`^${WEEKDAY}(?:\d{1,2}(?: de)?[ -]${MONTH} de |\d{1,2}[ -](?:${SHORT_MONTH})\.?[ -]|${MONTH} \d{1,2},? )${YEAR}${TIME_AND_ZONE}$`,
  'iu',
);
/** Days in words with their weekday, which may also be an address: 'Dom. 25 de Mayo'. */
const SPELLED_WEEKDAY = new RegExp(
  String.raw`^${WEEKDAY}(?:\d{1,2}(?: de)?[ -]${MONTH}|${MONTH} \d{1,2},?)(?: (?:de )?${YEAR})?${TIME_AND_ZONE}$`,
  'iu',
);
/** Days in words, which may also be the name of a street: '9 jul', '10 de diciembre de 2026', 'Dec 10, 2026', 'dic. 2010'. */
const SPELLED_DAY = new RegExp(
  String.raw`^(?:\d{1,2} (?:${SHORT_MONTH})\.?|\d{1,2} (?:de )?${MONTH},? (?:de )?\d{4}|${MONTH} (?:\d{1,2}, )?\d{4})$`,
  'i',
);
/** `3:4` typed, `3:04:00` saved. */
const ONLY_TIME = new RegExp(`^${TIME}$`, 'i');

/** `5490000000000` typed, `5,49E+12` saved. */
const SCIENTIFIC = /^-?\d+(?:[.,]\d+)?E[+-]\d+$/i;

/** `1001` typed, `1001.0` saved. */
const ZERO_DECIMALS = /^\d+[.,]0{1,2}$/;

/** Returns whether a spreadsheet replaced a number, or a text that looks like one, by its scientific notation. */
export const isScientific = (text: string): boolean => SCIENTIFIC.test(text);

/** Three short numbers, which may be floors or apartments as well as a day: '1/2/3'. */
export const SHORT_NUMBERS = /^\d{1,2}([-/.])\d{1,2}\1\d{1,2}$/;

/** Artifacts to check in a cell, besides errors and scientific notation. */
export interface SpreadsheetCell {
  /** Refuses formulas. */
  formula?: boolean;
  /**
   * `figure`: refuses all dates and times. `text`: allows what may be a street's name ('9 jul'). `number`: allows all but a day with
   * the abbreviation of its month.
   */
  date?: 'figure' | 'text' | 'number';
  /** Refuses a whole number with decimals of zero, which would be another number than the one typed. */
  decimals?: boolean;
  /** Says how several numbers are written, where a day in numbers may be some. */
  several?: boolean;
}

/** Returns the reason in Spanish why a cell contains a spreadsheet artifact; null for any other text. */
export function spreadsheetArtifact(
  text: string,
  { formula, date, decimals, several }: SpreadsheetCell = {},
): string | null {
  if (ERROR.test(text)) return 'Es un error de la planilla. Poné el dato que va acá';
  if (isScientific(text)) return 'La planilla acortó el número. Poné todos sus dígitos, con la celda como texto';
  if (formula && FORMULA.test(text)) return 'Es una fórmula de la planilla. Poné el dato, no la fórmula';
  if (decimals && ZERO_DECIMALS.test(text))
    return 'La planilla le agregó decimales. Poné el número sin ellos, con la celda como texto';
  const made = date ? madeOf(text, date) : null;
  if (made === null) return null;
  const otherwise = several && SHORT_NUMBERS.test(text) ? '. Si son varios números, separalos con comas' : '';
  return `La planilla lo convirtió en una ${made}. Poné el dato, con la celda como texto${otherwise}`;
}

function madeOf(text: string, date: 'figure' | 'text' | 'number'): 'fecha' | 'hora' | null {
  if (DAY_AND_MONTH.test(text)) return 'fecha';
  if (date === 'number') return null;
  if (ONLY_TIME.test(text)) return 'hora';
  if (MONTH_AND_YEAR.test(text) || isDayInNumbers(DAY.exec(text)?.groups?.day ?? '') || DAY_OF_WEEK.test(text))
    return 'fecha';
  return date === 'figure' && (SPELLED_DAY.test(text) || SPELLED_WEEKDAY.test(text)) ? 'fecha' : null;
}
