import { type BulkCells, type BulkColumn, emptyCells, ORDER_COLUMNS, SHIPMENT_COLUMNS } from './columns.ts';
import { type CellProblem, shortened } from './problems.ts';
import type { BulkRow } from './read-file.ts';

/** What rows say together: of each column the first that isn't empty. */
export function mergedCells(rows: readonly BulkRow[]): BulkCells {
  if (rows.length === 1) return (rows[0] as BulkRow).cells;
  const cells = emptyCells();
  for (const row of rows) {
    for (const column of Object.keys(cells) as BulkColumn[]) cells[column] ||= row.cells[column];
  }
  return cells;
}

/**
 * Cells that contradict an earlier row of the same order or shipment, and rows that repeat a shipment without an item:
 * these were probably meant as parcels of their own.
 */
export function disagreements(rows: readonly BulkRow[], shipments: readonly (readonly BulkRow[])[]): CellProblem[] {
  if (rows.length === 1) return [];
  return [
    ...differing(rows, ORDER_COLUMNS, 'de la misma orden'),
    ...shipments.flatMap((shipment) => [
      ...differing(shipment, SHIPMENT_COLUMNS, 'del mismo envío'),
      ...repeated(shipment),
    ]),
  ];
}

function differing(rows: readonly BulkRow[], columns: readonly BulkColumn[], of: string): CellProblem[] {
  return columns.flatMap((column) => {
    const first = rows.find(({ cells }) => cells[column] !== '');
    return rows
      .filter(({ cells }) => cells[column] !== '' && cells[column] !== first?.cells[column])
      .map(({ row, cells }) => ({
        row,
        column,
        value: shortened(cells[column]),
        reason: `No coincide con la fila ${first?.row}, que es ${of}`,
      }));
  });
}

function repeated(shipment: readonly BulkRow[]): CellProblem[] {
  const bare = shipment.filter(({ cells: { sku, cantidad } }) => sku === '' && cantidad === '');
  if (shipment.length === 1 || bare.length === 0) return [];
  return (bare.length === shipment.length ? bare.slice(1) : bare).map(({ row, cells: { envio } }) => ({
    row,
    column: 'envio',
    value: envio,
    reason: 'Otra fila es del mismo envío. Poné un sku en cada fila, u otro número de envío si es otro paquete',
  }));
}
