import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import { type CellError, shortened } from '#shared/bulk/rows/errors.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { type SpreadsheetCell, spreadsheetArtifact } from './spreadsheet-artifacts.ts';

const FIGURE: SpreadsheetCell = { formula: true, date: 'figure' };
const DOOR: SpreadsheetCell = { ...FIGURE, several: true };

/** Forms of artifacts to check in some columns; all other columns contain plain text. */
const CELLS: Partial<Record<BulkColumn, SpreadsheetCell>> = {
  nro_orden: { formula: true, date: 'number', decimals: true },
  documento: FIGURE,
  telefono: FIGURE,
  altura: DOOR,
  piso: DOOR,
  dpto: DOOR,
  cp: FIGURE,
  envio: FIGURE,
  largo_cm: FIGURE,
  ancho_cm: FIGURE,
  alto_cm: FIGURE,
  peso_g: FIGURE,
  valor: FIGURE,
  cantidad: FIGURE,
  // A SKU and observations may begin with any sign.
  sku: {},
  observaciones: {},
};

const TEXT: SpreadsheetCell = { formula: true, date: 'text' };

/**
 * Returns the errors of cells that the spreadsheet changed before saving them. A product that looks like a changed number
 * ('12E-34') is one all the same.
 */
export function artifactErrors({ row, cells }: BulkRow, products?: ReadonlyMap<string, unknown>): CellError[] {
  return BULK_COLUMNS.flatMap((column) => {
    if (column === 'sku' && products?.has(foldedKey(cells.sku))) return [];
    const reason = spreadsheetArtifact(cells[column], CELLS[column] ?? TEXT);
    return reason ? [{ row, column, value: shortened(cells[column]), reason }] : [];
  });
}
