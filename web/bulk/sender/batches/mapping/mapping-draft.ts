import * as z from 'zod/mini';
import { BULK_COLUMNS, type BulkColumn, REQUIRED_COLUMNS } from '#shared/bulk/layout/columns.ts';
import { type BulkMapping, bulkMapping, type SplitColumn, splitSource } from '#shared/bulk/layout/mapping.ts';
import { suggestColumns } from '#shared/bulk/layout/suggest-columns.ts';
import { NO_DOCUMENT } from '#shared/orders/rules/place/document.ts';

/** What a file's column can mean. */
export type Meaning = BulkColumn | SplitColumn;

export const MEANINGS: readonly Meaning[] = [
  'nro_orden',
  'nombre_completo',
  'nombre',
  'apellido',
  'documento',
  'email',
  'telefono',
  'direccion',
  ...BULK_COLUMNS.slice(BULK_COLUMNS.indexOf('calle')),
  'precio_unitario',
  'modo_entrega',
];

/** Proposed values for what files usually lack: most shops send to the home address. */
const PROPOSED: Partial<Record<BulkColumn, string>> = {
  modo_entrega: '1',
  documento: NO_DOCUMENT,
  entre_calle_1: NO_DOCUMENT,
};

/**
 * Proposes a column mapping for unknown headers.
 *
 * @param repeated columns with equal headers: a person has to choose among them
 * @param others the client's saved mappings, last used first: sizes and weight of the last one are proposed
 */
export function suggestMapping(
  headers: readonly string[],
  others: readonly BulkMapping[],
  repeated: ReadonlyMap<string, string>,
): BulkMapping {
  const suggested = suggestColumns(headers, repeated);
  const last = others.find(({ columns }) => columns.largo_cm?.header === '' && columns.largo_cm.value !== '');
  const columns: BulkMapping['columns'] = {};
  for (const meaning of MEANINGS) {
    const header = suggested[meaning] ?? '';
    const value = PROPOSED[meaning as BulkColumn] ?? '';
    columns[meaning] = { header, value: header === '' ? value : '' };
  }
  for (const column of ['largo_cm', 'ancho_cm', 'alto_cm', 'peso_g'] as const) {
    const value = last?.columns[column]?.header === '' ? last.columns[column].value : '';
    if (columns[column]?.header === '') columns[column] = { header: '', value };
  }
  const inKilos = /kg|kilo/i.test(suggested.peso_g ?? '');
  return { headers: headers.filter((header) => header !== ''), columns, peso_en: inKilos ? 'kg' : 'g' };
}

/** Returns what a file's column means; '' for an unused one. */
export function meaningOf({ columns }: BulkMapping, header: string): Meaning | '' {
  return MEANINGS.find((meaning) => columns[meaning]?.header === header) ?? '';
}

/** Gives a file's column a meaning, which it takes from any other column. */
export function withMeaning(draft: BulkMapping, header: string, meaning: Meaning | ''): BulkMapping {
  const columns = { ...draft.columns };
  for (const own of MEANINGS) {
    if (columns[own]?.header !== header) continue;
    columns[own] = { header: '', value: PROPOSED[own as BulkColumn] ?? '' };
  }
  if (meaning !== '') columns[meaning] = { header, value: '' };
  return { ...draft, columns };
}

/** Returns the required columns that no column of the file fills: each needs one value for all rows. */
export function missingColumns(draft: BulkMapping): BulkColumn[] {
  return REQUIRED_COLUMNS.filter(
    (column) =>
      (draft.columns[column]?.header ?? '') === '' &&
      splitSource(draft, column) === null &&
      !(column === 'barrio' && (draft.columns.localidad?.header ?? '') !== ''),
  );
}

/** Completes a mapping: without a column of its own, the neighbourhood is the city. */
export function completedMapping(draft: BulkMapping): BulkMapping {
  const { barrio, localidad } = draft.columns;
  if (barrio?.header || barrio?.value || !localidad?.header) return draft;
  return { ...draft, columns: { ...draft.columns, barrio: { header: localidad.header, value: '' } } };
}

export type MappingErrors = Partial<Record<Meaning, string>>;

/** Returns the errors of a mapping by column, and any other error as `other`; null when it is valid. */
export function mappingErrors(draft: BulkMapping): { columns: MappingErrors; other: string | null } | null {
  const parsed = z.safeParse(bulkMapping, draft);
  if (parsed.success) return null;
  const columns: MappingErrors = {};
  let other: string | null = null;
  for (const { path, message } of parsed.error.issues) {
    if (path[0] === 'columns' && path[1] !== undefined) columns[path[1] as BulkColumn] ??= message;
    else other ??= message;
  }
  return { columns, other };
}
