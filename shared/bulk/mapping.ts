import * as z from 'zod/mini';
import { text } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { BULK_COLUMNS, type BulkColumn, REQUIRED_COLUMNS } from './columns.ts';
import { MAX_COLUMNS } from './limits.ts';
import { normalizeHeader } from './normalize-header.ts';

/** Source of a column's cells: a column of the file, or a constant value. */
const source = z.object({
  /** Header in the file; empty for a constant. */
  header: text({ max: [100], lines: true }),
  /** Value for a missing column or an empty cell. */
  value: text({ max: [250], lines: true }),
});

const columns = Object.fromEntries(BULK_COLUMNS.map((column) => [column, z.optional(source)])) as Record<
  BulkColumn,
  z.ZodMiniOptional<typeof source>
>;

/** Meaning of the columns in a client's own file. Its headers identify the file, in any order, case and accents. */
export const bulkMapping = z
  .object({
    headers: z
      .array(text({ max: [100], lines: true }))
      .check(z.minLength(1, messages.required), z.maxLength(MAX_COLUMNS, `Hasta ${MAX_COLUMNS} columnas`)),
    columns: z.object(columns),
    /** Unit of the file's weights. */
    peso_en: z.enum(['g', 'kg'], 'Elegí gramos o kilos'),
  })
  .check((context) => {
    const { headers, columns: given } = context.value;
    const known = new Set(headers.map(normalizeHeader));
    for (const column of BULK_COLUMNS) {
      const { header = '', value = '' } = given[column] ?? {};
      const message =
        header !== '' && !known.has(normalizeHeader(header))
          ? 'El archivo no tiene esa columna'
          : REQUIRED_COLUMNS.includes(column) && header === '' && value === ''
            ? 'Elegí una columna o un valor'
            : null;
      if (message) context.issues.push({ code: 'custom', message, path: ['columns', column], input: given[column] });
    }
  });

export type BulkMapping = z.output<typeof bulkMapping>;
