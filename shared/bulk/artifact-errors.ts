import { BULK_COLUMNS, type BulkColumn } from './columns.ts';
import type { BulkRow } from './csv-reader.ts';
import { type CellError, shortened } from './errors.ts';
import { type SpreadsheetCell, spreadsheetArtifact } from './spreadsheet-artifacts.ts';

const FIGURE: SpreadsheetCell = { formula: true, date: 'figure' };

/**
 * Columns whose cells may look like spreadsheet artifacts, and the forms to check; all other columns contain plain
 * text.
 */
const CELLS: Partial<Record<BulkColumn, SpreadsheetCell | null>> = {
  nro_orden: { formula: true, date: 'number' },
  altura: FIGURE,
  piso: FIGURE,
  dpto: FIGURE,
  cp: FIGURE,
  envio: FIGURE,
  largo_cm: FIGURE,
  ancho_cm: FIGURE,
  alto_cm: FIGURE,
  peso_g: FIGURE,
  valor: FIGURE,
  cantidad: FIGURE,
  // A SKU may be any text.
  sku: {},
  observaciones: null,
};

const TEXT: SpreadsheetCell = { formula: true, date: 'text' };

/** Returns the errors of cells that the spreadsheet changed before saving them. */
export function artifactErrors({ row, cells }: BulkRow): CellError[] {
  return BULK_COLUMNS.flatMap((column) => {
    const kind = CELLS[column] === undefined ? TEXT : CELLS[column];
    const reason = kind && spreadsheetArtifact(cells[column], kind);
    return reason ? [{ row, column, value: shortened(cells[column]), reason }] : [];
  });
}
