import { cellAt } from './cell-at.ts';
import { columnIndexes } from './column-indexes.ts';
import { BULK_COLUMNS, type BulkColumn, emptyCells, REQUIRED_COLUMNS, ROW_COLUMN } from './columns.ts';
import type { CsvLayout } from './csv-reader.ts';
import { CsvFileError } from './errors.ts';
import { mappedLayout } from './mapped-layout.ts';
import type { BulkMapping } from './mapping.ts';
import {
  fromMiCorreo,
  MICORREO_HEADERS,
  MICORREO_NOTES,
  MICORREO_REQUIRED_HEADERS,
  miCorreoHeader,
} from './micorreo.ts';
import { headerFingerprint, normalizeHeader, uniqueHeaders } from './normalize-header.ts';
import { shopOf } from './shops/shop-file.ts';

/** Meaning of the columns in a file of orders. */
export interface BulkLayout extends CsvLayout<BulkColumn> {
  kind: 'template' | 'micorreo' | 'mapped' | 'shop';
  /** Name of the format for people. */
  name: string;
  /** Values that are assumed or completed, to show before the upload. */
  notes: readonly string[];
  /** Returns the file's header for a template column; the template's own header if the file has none. */
  headerOf(column: BulkColumn): string;
  /** True if rows have prices of single items: the values of a shipment's rows add up. */
  addsItems?: boolean;
}

/**
 * Recognises the template, files of MiCorreo, and the client's own mappings; ignores further columns. Refuses the exports
 * of known shops, whatever a mapping says.
 *
 * @throws CsvFileError with the headers when no layout matches, or when a template column is repeated
 */
export function detectLayout(headers: readonly string[], mappings: readonly BulkMapping[]): BulkLayout {
  const keys = headers.map((header) => normalizeHeader(header));
  if (includesAll(keys, REQUIRED_COLUMNS)) return templateLayout(headers, keys);
  if (includesAll(keys, MICORREO_REQUIRED_HEADERS)) return miCorreoLayout(headers, keys);
  const shop = shopOf(keys);
  if (shop) throw rawExportError(shop.name, headers);
  const key = headerFingerprint(headers);
  const mapping = mappings.find((known) => headerFingerprint(known.headers) === key);
  if (mapping) return mappedLayout(uniqueHeaders(headers).map(normalizeHeader), mapping);
  throw unknownColumnsError(headers, keys);
}

const includesAll = (keys: readonly string[], needed: readonly string[]) => needed.every((key) => keys.includes(key));

/** A shop's rows mean nothing by themselves: only the portal groups them into orders and leaves out cancelled ones. */
const rawExportError = (shop: string, headers: readonly string[]) =>
  new CsvFileError(
    'unknown_columns',
    `Es la exportación de ${shop}: subila desde el portal, que la convierte`,
    headers,
  );

function unknownColumnsError(headers: readonly string[], keys: readonly string[]): CsvFileError {
  const missing = REQUIRED_COLUMNS.filter((column) => !keys.includes(column));
  const message =
    missing.length <= REQUIRED_COLUMNS.length / 2
      ? `Al archivo le faltan columnas: ${missing.join(', ')}`
      : 'No reconocemos las columnas del archivo. Usá la plantilla, o indicá qué es cada columna';
  return new CsvFileError('unknown_columns', message, headers);
}

function templateLayout(headers: readonly string[], keys: readonly string[]): BulkLayout {
  const at = columnIndexes(headers, keys, BULK_COLUMNS);
  const numbered = keys.indexOf(ROW_COLUMN);
  return {
    kind: 'template',
    ...(numbered >= 0 && { rowOf: (record) => Number(cellAt(record, numbered)) }),
    name: 'Plantilla de Remito',
    notes: [],
    headerOf: (column) => column,
    cellsOf(record) {
      const cells = emptyCells();
      for (const [column, index] of at) cells[column as BulkColumn] = cellAt(record, index);
      return cells;
    },
  };
}

function miCorreoLayout(headers: readonly string[], keys: readonly string[]): BulkLayout {
  const at = columnIndexes(headers, keys, MICORREO_HEADERS);
  const seen = new Map<string, number>();
  const countRepeats = (row: string) => {
    const count = (seen.get(row) ?? 0) + 1;
    seen.set(row, count);
    return count;
  };
  // One row is one shipment: a repeated number adds a shipment to the same order.
  let row = 0;
  return {
    kind: 'micorreo',
    name: 'MiCorreo (Correo Argentino)',
    notes: MICORREO_NOTES,
    headerOf: (column) => headers[at.get(miCorreoHeader(column) ?? '') ?? -1] ?? column,
    cellsOf(record) {
      const given = MICORREO_HEADERS.map((header) => [header, cellAt(record, at.get(header))]);
      row += 1;
      return { ...fromMiCorreo(Object.fromEntries(given), countRepeats), envio: String(row) };
    },
  };
}
