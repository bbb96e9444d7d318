import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import {
  type BulkCells,
  type BulkColumn,
  emptyCells,
  ORDER_COLUMNS,
  SHIPMENT_COLUMNS,
} from '#shared/bulk/layout/columns.ts';
import { foldedKey, typedKey } from '#shared/kit/text/typed-key.ts';
import { type CellError, shortened } from './errors.ts';
import { shipmentKey } from './group-rows.ts';

/** Columns that the products of a shipment decide: weight and value are sums. */
const SUMMED: readonly BulkColumn[] = ['peso_g', 'valor'];

/**
 * Minimum number of contradicting cells for which two rows with one number count as two purchases instead of one with a
 * mistake.
 */
const MIN_CONFLICTS = 2;

/** Most purchases of one number that a row is compared with. More of them are no mistakes but a column with a wrong value. */
const MAX_PURCHASES = 20;

/** Rows beyond them after which no row is compared any more. */
const MAX_COMPARED = 1000;

/** Merges rows: takes the first non-empty cell of each column. */
export function mergeRows(rows: readonly BulkRow[]): BulkCells {
  if (rows.length === 1) return (rows[0] as BulkRow).cells;
  const cells = emptyCells();
  for (const row of rows) {
    for (const column of Object.keys(cells) as BulkColumn[]) cells[column] ||= row.cells[column];
  }
  return cells;
}

/** Returns whether a row names a product. */
export const hasProduct = ({ cells: { sku } }: BulkRow) => sku !== '';

/**
 * Splits rows with one `nro_orden` into purchases. A row that contradicts an earlier purchase in two cells or more is
 * another purchase with a duplicate number.
 *
 * @returns at least one purchase, in the order of their first rows; `beyond`: the rows of all further purchases
 */
export function splitPurchases(rows: readonly BulkRow[]): { purchases: BulkRow[][]; beyond: BulkRow[] } {
  const found: { cells: BulkCells; rows: BulkRow[] }[] = [];
  const beyond: BulkRow[] = [];
  for (const row of rows) {
    if (beyond.length >= MAX_COMPARED) {
      beyond.push(row);
      continue;
    }
    const purchase = found.find(({ cells }) => countConflicts(row.cells, cells) < MIN_CONFLICTS);
    if (!purchase) {
      if (found.length < MAX_PURCHASES) found.push({ cells: { ...row.cells }, rows: [row] });
      else beyond.push(row);
      continue;
    }
    purchase.rows.push(row);
    for (const column of ORDER_COLUMNS) purchase.cells[column] ||= row.cells[column];
  }
  return { purchases: found.map((purchase) => purchase.rows), beyond };
}

const countConflicts = (cells: BulkCells, before: BulkCells) =>
  ORDER_COLUMNS.filter((column) => cells[column] !== '' && before[column] !== '' && cells[column] !== before[column])
    .length;

/** Returns an error for each row of the second and later purchases: their number is taken. */
export function duplicateNumberErrors([first, ...others]: readonly (readonly BulkRow[])[]): CellError[] {
  return others.flat().map(({ row, cells: { nro_orden } }) => ({
    row,
    column: 'nro_orden',
    value: shortened(nro_orden),
    reason: `Número repetido: la fila ${first?.[0]?.row} tiene el mismo, con otros datos. Poné otro número`,
  }));
}

/**
 * Returns the errors of cells that contradict an earlier row of the same order or shipment, of duplicate rows, and of
 * rows that repeat a shipment without an item, which were probably meant as separate shipments.
 */
export function conflictErrors(rows: readonly BulkRow[], shipments: readonly (readonly BulkRow[])[]): CellError[] {
  if (rows.length === 1) return [];
  return [
    ...conflictingCellErrors(rows, ORDER_COLUMNS, 'de la misma orden'),
    ...shipments.flatMap((shipment) => {
      // A row without a product beside others is wrong as such, whatever its weight and value.
      const summed = shipment.some(hasProduct);
      const columns = SHIPMENT_COLUMNS.filter((column) => !summed || !SUMMED.includes(column));
      const twice = duplicateRowErrors(shipment);
      const rowsTwice = new Set(twice.map(({ row }) => row));
      const once = shipment.filter(({ row }) => !rowsTwice.has(row));
      return [...conflictingCellErrors(shipment, columns, 'del mismo envío'), ...twice, ...missingItemErrors(once)];
    }),
  ];
}

function conflictingCellErrors(rows: readonly BulkRow[], columns: readonly BulkColumn[], of: string): CellError[] {
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

/** Returns what the cells of one order's rows are compared by: two spellings of a number, shipment or SKU don't make another row. */
export const rowKey = (cells: BulkCells): string =>
  JSON.stringify({
    ...cells,
    nro_orden: typedKey(cells.nro_orden),
    envio: shipmentKey({ cells }),
    sku: foldedKey(cells.sku),
  });

function duplicateRowErrors(shipment: readonly BulkRow[]): CellError[] {
  const seen = new Map<string, number>();
  return shipment.flatMap(({ row, cells }) => {
    const key = rowKey(cells);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, row);
      return [];
    }
    const reason = `Fila repetida: es igual a la fila ${before}. Quitala o, si son más unidades, sumalas en su cantidad`;
    return [{ row, column: null, value: '', reason }];
  });
}

function missingItemErrors(shipment: readonly BulkRow[]): CellError[] {
  const bare = shipment.filter(({ cells: { sku, cantidad } }) => sku === '' && cantidad === '');
  if (shipment.length === 1 || bare.length === 0) return [];
  return (bare.length === shipment.length ? bare.slice(1) : bare).map(({ row, cells: { envio } }) => ({
    row,
    column: 'envio',
    value: envio,
    reason: 'Otra fila es del mismo envío. Poné un sku en cada fila, u otro número de envío si es otro paquete',
  }));
}
