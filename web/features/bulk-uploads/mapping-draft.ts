import * as z from 'zod/mini';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/columns.ts';
import { type BulkMapping, bulkMapping } from '#shared/bulk/mapping.ts';
import { suggestColumns } from '#shared/bulk/suggest-columns.ts';

/** Delivery mode for files without such a column: most shops send to the home address. */
const HOME_DELIVERY = '1';

/** Proposes a column mapping for unknown headers. */
export function suggestMapping(headers: readonly string[]): BulkMapping {
  const suggested = suggestColumns(headers);
  const columns = Object.fromEntries(
    BULK_COLUMNS.map((column) => {
      const header = suggested[column] ?? '';
      return [column, { header, value: column === 'modo_entrega' && header === '' ? HOME_DELIVERY : '' }];
    }),
  ) as BulkMapping['columns'];
  const inKilos = /kg|kilo/i.test(suggested.peso_g ?? '');
  return { headers: [...headers], columns, peso_en: inKilos ? 'kg' : 'g' };
}

export type MappingErrors = Partial<Record<BulkColumn, string>>;

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
