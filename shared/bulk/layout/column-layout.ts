import { headerFingerprint, normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { shopLayout } from '#shared/bulk/shops/shop-layout.ts';
import type { BulkLayout } from './bulk-layout.ts';
import { BULK_COLUMNS, REQUIRED_COLUMNS } from './columns.ts';
import { mappedLayout } from './mapped-layout.ts';
import type { BulkMapping } from './mapping.ts';
import { MICORREO_HEADERS, MICORREO_REQUIRED_HEADERS, miCorreoLayout } from './mi-correo.ts';
import { templateLayout } from './template-layout.ts';

/**
 * Recognises the template, files of MiCorreo, the exports of known shops, whatever a mapping says, and the client's own
 * mappings; ignores further columns.
 *
 * @throws CsvFileError with the headers when no layout matches, or when a template column is repeated
 */
export function detectLayout(headers: readonly string[], mappings: readonly BulkMapping[]): BulkLayout {
  const keys = headers.map((header) => normalizeHeader(header));
  const key = headerFingerprint(headers);
  const mapping = mappings.find((known) => headerFingerprint(known.headers) === key);
  const own = mapping && mappedLayout(headers, mapping);
  // Of two equal columns, a mapping names the one that counts.
  const chosenOf = (columns: readonly string[]) =>
    columns.some((column) => keys.indexOf(column) !== keys.lastIndexOf(column)) ? own : undefined;
  if (includesAll(keys, REQUIRED_COLUMNS)) return chosenOf(BULK_COLUMNS) ?? templateLayout(headers, keys);
  if (includesAll(keys, MICORREO_REQUIRED_HEADERS)) return chosenOf(MICORREO_HEADERS) ?? miCorreoLayout(headers, keys);
  const shop = shopLayout(keys, mappings);
  if (shop) return shop;
  if (own) return own;
  throw unknownColumnsError(headers, keys);
}

const includesAll = (keys: readonly string[], needed: readonly string[]) => needed.every((key) => keys.includes(key));

function unknownColumnsError(headers: readonly string[], keys: readonly string[]): CsvFileError {
  const missing = REQUIRED_COLUMNS.filter((column) => !keys.includes(column));
  const message =
    missing.length <= REQUIRED_COLUMNS.length / 2
      ? `Al archivo le faltan columnas: ${missing.join(', ')}`
      : 'No reconocemos las columnas del archivo. Usá la plantilla, o indicá qué es cada columna';
  return new CsvFileError('unknown_columns', message, headers);
}
