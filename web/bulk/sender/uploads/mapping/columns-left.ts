import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { pluralize } from '#shared/format.ts';
import { COLUMN_LABELS } from './column-labels.ts';
import { meaningOf, missingColumns } from './mapping-draft.ts';

/** Most names of a sentence; a file that lacks more has columns of its own names. */
const MAX_NAMES = 6;

/** Returns what a person has to do with a file's columns: which required ones have neither a column nor a value, if they are few. */
export function columnsLeft(draft: BulkMapping): string {
  const left = missingColumns(draft).filter((column) => !draft.columns[column]?.value);
  if (left.length === 0) return 'Revisá qué es cada columna del archivo';
  if (left.length > MAX_NAMES) {
    const known = draft.headers.filter((header) => meaningOf(draft, header) !== '').length;
    const all = draft.headers.length;
    if (known === all) return 'Reconocimos las columnas del archivo. Completá lo que le falta';
    return `Reconocimos ${known} de ${pluralize(all, 'columna', 'columnas')} del archivo. Indicá qué son las demás`;
  }
  const names = new Intl.ListFormat('es-AR').format(left.map((column) => COLUMN_LABELS[column]));
  return `Revisá las columnas: falta elegir una columna o un valor para ${names}`;
}
