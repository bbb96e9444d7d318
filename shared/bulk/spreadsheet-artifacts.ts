/** Detects spreadsheet artifacts: cell contents that replace the typed value. */

/**
 * Error values of Excel and LibreOffice in Spanish and English, and the fill of cells that are too narrow for a number.
 */
const ERROR = /^(?:#(?:N\/[AD]|GETTING_DATA|OBTENIENDO_DATOS|[¡¿]?[A-Z][A-Z_/0-9]*[!?]|#{2,})|Err:5\d\d)$/i;

/** A formula: starts with `=`, or is a function call. */
const FORMULA = /^(?:=|[+\-@]\s*\p{L}[\p{L}.]*\()/u;

const MONTH = 'ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sept?|set|oct|nov|dic|dec';

/** `12-5` typed, `12-may` saved. */
const DAY_AND_MONTH = new RegExp(`^\\d{1,2}[-/](?:${MONTH})\\.?(?:[-/]\\d{2,4})?$`, 'i');
const MONTH_AND_YEAR = new RegExp(`^(?:${MONTH})\\.?[-/]\\d{2,4}$`, 'i');
const DAY = /^\d{1,2}\/\d{1,2}\/(?:\d{2}|\d{4})$/;
/** Days in other spellings; `12-5` and `12-05` alone may be two numbers. */
const OTHER_DAY =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}-\d{1,2}-(?:\d{2}|\d{4})|\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4}))(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?Z?$/;

/** `5490000000000` typed, `5,49E+12` saved. */
const SCIENTIFIC = /^-?\d+(?:[.,]\d+)?E[+-]\d+$/i;

/** `1001` typed, `1001.0` saved. */
const ZERO_DECIMALS = /^\d+[.,]0{1,2}$/;

/** Returns whether a spreadsheet replaced a number, or a text that looks like one, by its scientific notation. */
export const isScientific = (text: string): boolean => SCIENTIFIC.test(text);

/** Artifacts to check in a cell, besides errors and scientific notation. */
export interface SpreadsheetCell {
  /** Refuses formulas. */
  formula?: boolean;
  /** `figure`: refuses all dates. `text`: allows dates with slashes. `number`: also allows a month and its year. */
  date?: 'figure' | 'text' | 'number';
  /** Refuses a whole number with decimals of zero, which would be another number than the one typed. */
  decimals?: boolean;
}

/** Returns the reason in Spanish why a cell contains a spreadsheet artifact; null for any other text. */
export function spreadsheetArtifact(text: string, { formula, date, decimals }: SpreadsheetCell = {}): string | null {
  if (ERROR.test(text)) return 'Es un error de la planilla. Poné el dato que va acá';
  if (isScientific(text)) return 'La planilla acortó el número. Poné todos sus dígitos, con la celda como texto';
  if (formula && FORMULA.test(text)) return 'Es una fórmula de la planilla. Poné el dato, no la fórmula';
  if (decimals && ZERO_DECIMALS.test(text))
    return 'La planilla le agregó decimales. Poné el número sin ellos, con la celda como texto';
  const isDate =
    (date && DAY_AND_MONTH.test(text)) ||
    ((date === 'figure' || date === 'text') && MONTH_AND_YEAR.test(text)) ||
    (date === 'figure' && (DAY.test(text) || OTHER_DAY.test(text)));
  return isDate ? 'La planilla lo convirtió en una fecha. Poné el dato, con la celda como texto' : null;
}
