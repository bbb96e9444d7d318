import { unescapeFormula } from '#shared/csv.ts';
import { visibleText } from '#shared/fields.ts';

/** Returns a cell's visible text without the apostrophe that escapes a formula. */
export function cellAt(record: readonly string[], index: number | undefined): string {
  const cell = index === undefined ? '' : visibleText(record[index] ?? '');
  return cell.startsWith("'") ? unescapeFormula(cell).trim() : cell;
}
