import { damagedText } from '#shared/bulk/file/damaged-text.ts';
import { repairText } from '#shared/bulk/file/repair-text.ts';
import { storedMoment } from '#shared/bulk/layout/date-serial.ts';
import { spreadsheetArtifact } from './spreadsheet-artifacts.ts';

/**
 * Returns why a name or a place is refused in a list that has no place for doubts, in Spanish: a program damaged its letters or replaced
 * it. Null for any other text.
 */
export function changedText(text: string): string | null {
  const artifact = spreadsheetArtifact(text, { formula: true, date: 'text' });
  if (artifact) return artifact;
  const moment = storedMoment(text);
  if (moment) return `La planilla puede haberlo convertido en ${moment}. Poné el dato, con la celda como texto`;
  const repaired = repairText(text);
  if (repaired) return `Parece «${repaired.text}». Corregilo, o exportá el archivo como CSV UTF-8`;
  return damagedText(text, 'name');
}
