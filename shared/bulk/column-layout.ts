import { unescapeFormula } from '#shared/csv.ts';
import { visibleText } from '#shared/fields.ts';
import { BULK_COLUMNS, type BulkColumn, emptyCells, REQUIRED_COLUMNS, ROW_COLUMN } from './columns.ts';
import type { CsvLayout } from './csv-reader.ts';
import { CsvFileError } from './errors.ts';
import type { BulkMapping } from './mapping.ts';
import {
  fromMiCorreo,
  MICORREO_HEADERS,
  MICORREO_NOTES,
  MICORREO_REQUIRED_HEADERS,
  miCorreoHeader,
} from './micorreo.ts';
import { headerFingerprint, normalizeHeader } from './normalize-header.ts';
import { kilosToGrams } from './normalize-numbers.ts';

/** Meaning of the columns in a file of orders. */
export interface BulkLayout extends CsvLayout<BulkColumn> {
  kind: 'template' | 'micorreo' | 'mapped';
  /** Name of the format for people. */
  name: string;
  /** Values that are assumed or completed, to show before the upload. */
  notes: readonly string[];
  /** Returns the file's header for a template column; the template's own header if the file has none. */
  headerOf(column: BulkColumn): string;
}

/**
 * Recognises the template, files of MiCorreo, and the client's own mappings; ignores further columns.
 *
 * @throws CsvFileError with the headers when no layout matches, or when a template column is repeated
 */
export function detectLayout(headers: readonly string[], mappings: readonly BulkMapping[]): BulkLayout {
  const keys = headers.map((header) => normalizeHeader(header));
  if (includesAll(keys, REQUIRED_COLUMNS)) return templateLayout(headers, keys);
  if (includesAll(keys, MICORREO_REQUIRED_HEADERS)) return miCorreoLayout(headers, keys);
  const key = headerFingerprint(headers);
  const mapping = mappings.find((known) => headerFingerprint(known.headers) === key);
  if (mapping) return mappedLayout(keys, mapping);
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

/** Returns the index of each key's column. @throws CsvFileError when a required key is repeated */
export function columnIndexes(
  headers: readonly string[],
  keys: readonly string[],
  counting: readonly string[],
): Map<string, number> {
  const found = new Map<string, number>();
  keys.forEach((key, index) => {
    if (!counting.includes(key)) return;
    if (found.has(key)) {
      throw new CsvFileError('repeated_columns', `La columna «${headers[index]}» está dos veces`, headers);
    }
    found.set(key, index);
  });
  return found;
}

/** Returns a cell's visible text without the apostrophe that escapes a formula. */
export function cellAt(record: readonly string[], index: number | undefined): string {
  const cell = index === undefined ? '' : visibleText(record[index] ?? '');
  return cell.startsWith("'") ? unescapeFormula(cell).trim() : cell;
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

function mappedLayout(keys: readonly string[], mapping: BulkMapping): BulkLayout {
  const sources = BULK_COLUMNS.flatMap((column) => {
    const { header = '', value = '' } = mapping.columns[column] ?? {};
    const index = header === '' ? -1 : keys.indexOf(normalizeHeader(header));
    return index < 0 && value === '' ? [] : [{ column, index, header, value }];
  });
  return {
    kind: 'mapped',
    name: 'Archivo propio',
    notes: [],
    headerOf: (column) => sources.find((source) => source.column === column)?.header || column,
    cellsOf(record) {
      const cells = emptyCells();
      for (const { column, index, value } of sources) cells[column] = cellAt(record, index) || value;
      if (mapping.peso_en === 'kg') cells.peso_g = kilosToGrams(cells.peso_g);
      return cells;
    },
  };
}
