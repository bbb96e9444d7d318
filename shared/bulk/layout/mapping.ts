import * as z from 'zod/mini';
import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import { MAX_COLUMNS } from '#shared/bulk/rows/limits.ts';
import { text } from '#shared/kit/fields.ts';
import { messages } from '#shared/kit/messages.ts';
import { BULK_COLUMNS, type BulkColumn, REQUIRED_COLUMNS } from './columns.ts';

/** Source of a column's cells: a column of the file, or a constant value. */
const source = z.object({
  /** Header in the file; empty for a constant. */
  header: text({ max: [100], lines: true }),
  /** Value for a missing column or an empty cell. */
  value: text({ max: [250], lines: true }),
});

/** Columns of a file that fill several columns of the template; only a file's column can fill them, no constant. */
export const SPLIT_COLUMNS = {
  /** A full name. */
  nombre_completo: ['nombre', 'apellido'],
  /** Street, house number and more in one cell. */
  direccion: ['calle', 'altura'],
  /** Price of one unit of the row's item; a shipment's value is the sum of its rows. */
  precio_unitario: ['valor'],
} as const satisfies Record<string, readonly BulkColumn[]>;

export type SplitColumn = keyof typeof SPLIT_COLUMNS;

const splitColumns = Object.keys(SPLIT_COLUMNS) as SplitColumn[];

/** Returns the file's column that fills a column of the template together with others; null if there is none. */
export function splitSource({ columns: given }: Pick<BulkMapping, 'columns'>, column: BulkColumn): SplitColumn | null {
  return (
    splitColumns.find(
      (split) =>
        (SPLIT_COLUMNS[split] as readonly BulkColumn[]).includes(column) && (given[split]?.header ?? '') !== '',
    ) ?? null
  );
}

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
    columns: z.object({
      ...columns,
      nombre_completo: z.optional(source),
      direccion: z.optional(source),
      precio_unitario: z.optional(source),
    }),
    /** Unit of the file's weights. */
    peso_en: z.enum(['g', 'kg'], 'Elegí gramos o kilos'),
  })
  .check((context) => {
    const { headers, columns: given } = context.value;
    const known = new Set(headers.map(normalizeHeader));
    for (const column of [...BULK_COLUMNS, ...splitColumns]) {
      const { header = '' } = given[column] ?? {};
      const message =
        header !== '' && !known.has(normalizeHeader(header))
          ? 'El archivo no tiene esa columna'
          : isMissing(context.value, column)
            ? 'Elegí una columna o un valor'
            : null;
      if (message) context.issues.push({ code: 'custom', message, path: ['columns', column], input: given[column] });
    }
  });

/** Returns whether nothing fills a required column. */
function isMissing(mapping: Pick<BulkMapping, 'columns'>, column: BulkColumn | SplitColumn): boolean {
  const { header = '', value = '' } = mapping.columns[column] ?? {};
  if (header !== '' || value !== '') return false;
  return REQUIRED_COLUMNS.some((required) => required === column && splitSource(mapping, required) === null);
}

export type BulkMapping = z.output<typeof bulkMapping>;
