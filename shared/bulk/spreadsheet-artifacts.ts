/** What spreadsheets leave in a cell instead of the value that was typed. */

/** Error values of Excel and LibreOffice in Spanish and English, and cells that are too narrow for their number. */
const ERROR = /^(?:#(?:N\/[AD]|[¡¿]?[A-Z][A-Z_/0-9]*[!?]|#{2,})|Err:5\d\d)$/;

/** A formula: it begins with `=`, or is a call of a function. */
const FORMULA = /^(?:=|[+\-@]\s*\p{L}[\p{L}.]*\()/u;

const MONTH = 'ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sept?|set|oct|nov|dic|dec';

/** `12-5` typed, `12-may` saved. */
const DAY_AND_MONTH = new RegExp(`^\\d{1,2}[-/](?:${MONTH})\\.?(?:[-/]\\d{2,4})?$`, 'i');
const MONTH_AND_YEAR = new RegExp(`^(?:${MONTH})\\.?[-/]\\d{2,4}$`, 'i');
const DAY = /^\d{1,2}\/\d{1,2}\/(?:\d{2}|\d{4})$/;

/** `5490000000000` typed, `5,49E+12` saved. */
const SCIENTIFIC = /^-?\d+(?:[.,]\d+)?E\+\d+$/i;

/** What can't be right in a cell, beside errors and scientific notation. */
export interface SpreadsheetCell {
  /** A text that is never a formula. */
  formula?: boolean;
  /** `figure`: no date at all is right. `text`: dates in slashes are. `number`: so are a month and its year. */
  date?: 'figure' | 'text' | 'number';
}

/**
 * Says why a cell is not what was typed into the spreadsheet.
 *
 * @returns the reason in Spanish; null when the cell is no such mark
 */
export function spreadsheetArtifact(text: string, { formula, date }: SpreadsheetCell = {}): string | null {
  if (ERROR.test(text)) return 'Es un error de la planilla. Poné el dato que va acá';
  if (SCIENTIFIC.test(text)) return 'La planilla acortó el número. Poné todos sus dígitos, con la celda como texto';
  if (formula && FORMULA.test(text)) return 'Es una fórmula de la planilla. Poné el dato, no la fórmula';
  const isDate =
    (date && DAY_AND_MONTH.test(text)) ||
    ((date === 'figure' || date === 'text') && MONTH_AND_YEAR.test(text)) ||
    (date === 'figure' && DAY.test(text));
  return isDate ? 'La planilla lo convirtió en una fecha. Poné el dato, con la celda como texto' : null;
}
