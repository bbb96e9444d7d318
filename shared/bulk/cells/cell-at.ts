import { visibleText } from '#shared/kit/fields.ts';
import { unescapeFormula } from '#shared/kit/text/csv.ts';

/** Line breaks and tabs. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;

/** Marks by which programs keep digits as text: an apostrophe before them, or `="…"` around them. */
const AS_TEXT = /^(?:['’](?=\d|$)|="\d)/;

/** Whether the digits of a cell are marked as text: no program removed zeros from them. */
export const isMarkedText = (cell: string): boolean => AS_TEXT.test(visibleText(cell));

/**
 * Returns what a person typed into a cell: without invisible characters and without the marks by which programs keep a
 * cell as text, an apostrophe before it or `="…"` around it. A line break within a value is a blank.
 *
 * @param lines true for a column whose line breaks stay
 */
export function plainCell(cell: string, { lines = false } = {}): string {
  const text = visibleText(cell);
  const [, kept] = /^="(.*)"$/s.exec(text) ?? [];
  const typed = kept ?? unescapeFormula(text.replace(/^['’](?=\d|$)/, ''));
  if (lines || !BREAKS.test(typed)) return typed.trim();
  return typed
    .split(BREAKS)
    .map((part) => part.trim())
    .join(' ')
    .trim();
}

/** Columns of orders, shops and products whose texts have several lines. */
const WITH_LINES: ReadonlySet<string> = new Set(['observaciones', 'note', 'descripcion']);

/** Returns how a column's cells are read. */
export const hasLines = (column: string): { lines: boolean } => ({ lines: WITH_LINES.has(column) });

/** Returns the plain text of a record's cell; `''` for a missing one. */
export const cellAt = (record: readonly string[], index: number | undefined, options?: { lines?: boolean }): string =>
  index === undefined ? '' : plainCell(record[index] ?? '', options);
