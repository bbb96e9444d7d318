import * as z from 'zod/mini';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/columns.ts';
import { type BulkMapping, bulkMapping } from '#shared/bulk/mapping.ts';
import { suggestColumns } from '#shared/bulk/suggest-columns.ts';

/** Parcels of shops go to a door unless their file says otherwise. */
const HOME_DELIVERY = '1';

/** What is proposed for a file whose headers mean nothing to us. */
export function suggestMapping(headers: readonly string[]): BulkMapping {
  const found = suggestColumns(headers);
  const columns = Object.fromEntries(
    BULK_COLUMNS.map((column) => {
      const header = found[column] ?? '';
      return [column, { header, value: column === 'modo_entrega' && header === '' ? HOME_DELIVERY : '' }];
    }),
  ) as BulkMapping['columns'];
  const inKilos = /kg|kilo/i.test(found.peso_g ?? '');
  return { headers: [...headers], columns, peso_en: inKilos ? 'kg' : 'g' };
}

export type MappingErrors = Partial<Record<BulkColumn, string>>;

/** What is wrong with a mapping, by column; anything else under `other`. */
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
