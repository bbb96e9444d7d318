import { type CsvFile, type CsvLayout, openCsvFile } from '#shared/bulk/csv-reader.ts';
import { CsvFileError } from '#shared/bulk/errors.ts';
import type { BulkLimits } from '#shared/bulk/limits.ts';
import { normalizeHeader } from '#shared/bulk/normalize-header.ts';
import { visibleText } from '#shared/fields.ts';
import { emptyShopCells, type ShopColumn, type ShopFormat } from './shop-format.ts';
import { shopify } from './shopify.ts';
import { tiendanube } from './tiendanube.ts';

const FORMATS: readonly ShopFormat[] = [tiendanube, shopify];

/** Columns of a recognised export. */
export interface ShopLayout extends CsvLayout<ShopColumn> {
  format: ShopFormat;
}

/** A recognised export. */
export type ShopFile = CsvFile<ShopColumn, ShopLayout>;

/** Opens a file if it is the export of a known shop, by its headers; null for any other file, readable or not. */
export async function openShopFile(chunks: AsyncIterable<Uint8Array>, limits: BulkLimits): Promise<ShopFile | null> {
  try {
    return await openCsvFile(chunks, shopLayout, limits);
  } catch (error) {
    if (error instanceof CsvFileError) return null;
    throw error;
  }
}

/** Returns the shop whose export has these headers, as `normalizeHeader` returns them; undefined for any other file. */
export const shopOf = (keys: readonly string[]): ShopFormat | undefined =>
  FORMATS.find(({ required }) => required.every((header) => keys.includes(normalizeHeader(header))));

function shopLayout(headers: readonly string[]): ShopLayout {
  const keys = headers.map(normalizeHeader);
  const format = shopOf(keys);
  if (!format) throw new CsvFileError('unknown_columns', 'No reconocemos las columnas del archivo', headers);
  const sources = Object.entries(format.headers).map(
    ([column, names]) =>
      [
        column as ShopColumn,
        names.flatMap((name) => keys.flatMap((key, index) => (key === normalizeHeader(name) ? [index] : []))),
      ] as const,
  );
  return {
    format,
    cellsOf(record) {
      const cells = emptyShopCells();
      for (const [column, indexes] of sources) {
        for (const index of indexes) cells[column] ||= shopCell(record[index] ?? '');
      }
      return cells;
    },
  };
}

/** Returns a cell without what keeps a spreadsheet from changing it: an apostrophe before it, or `="…"` around it. */
function shopCell(cell: string): string {
  const text = visibleText(cell);
  const [, kept] = /^="(.*)"$/s.exec(text) ?? [];
  return (kept ?? text.replace(/^'(?=[\d=+\-@])/, '')).trim();
}
