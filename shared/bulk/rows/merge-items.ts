import { readNumber } from '#shared/bulk/cells/read-number.ts';
import { contradiction } from '#shared/bulk/doubts/contradiction.ts';
import { lostItemsReason } from '#shared/bulk/doubts/lost-items.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { GivenProducts } from '#shared/bulk/layout/catalogue.ts';
import { type BulkCells, type BulkColumn, ORDER_COLUMNS, SHIPMENT_COLUMNS } from '#shared/bulk/layout/columns.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { CellError } from './errors.ts';
import { orderKey, shipmentKey } from './group-rows.ts';
import { mergeRows, rowKey, splitPurchases } from './merge-rows.ts';

/**
 * Merges the items of each shipment of a file with one item a row, none of whose products is in the client's catalogue, to
 * one row with their value. Shipments with a known product keep their items, which decide the value, as do those whose
 * products the server has to look up: the check refuses each unknown SKU among them.
 *
 * Rows that contradict each other are compared before: another purchase with the same number stays apart, another value
 * of a cell is an error of the merged row, and a repeated row adds nothing but stays as a row that the check refuses.
 */
export function mergeItems(rows: readonly BulkRow[], given: GivenProducts): BulkRow[] {
  const orders = groupBy(rows, orderKey);
  return orders.flatMap((order) => {
    const { purchases, beyond } = splitPurchases(order);
    return [...purchases.flatMap((purchase) => mergePurchase(purchase, given)), ...beyond];
  });
}

function groupBy(rows: readonly BulkRow[], keyOf: (row: BulkRow) => string): BulkRow[][] {
  const groups = new Map<string, BulkRow[]>();
  for (const row of rows) {
    const same = groups.get(keyOf(row));
    if (same) same.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}

function mergePurchase(purchase: readonly BulkRow[], given: GivenProducts): BulkRow[] {
  const contradictions = contradictionErrors(purchase, ORDER_COLUMNS);
  return groupBy(purchase, shipmentKey).flatMap((shipment, index) => {
    if (shipment.some(({ cells }) => mayBeProduct(cells.sku, given))) return shipment.map(withProductValue);
    const once = groupBy(shipment, ({ cells }) => rowKey(cells));
    const row = merged(
      once.flatMap(([first]) => first ?? []),
      given,
    );
    const wrong = [...(index === 0 ? contradictions : []), ...contradictionErrors(shipment, OWN_COLUMNS)];
    const problems = [...row.problems, ...wrong.map((problem) => ({ ...problem, row: row.row }))];
    const repeated = once.flatMap(([, ...others]) => others);
    return [{ ...row, problems }, ...repeated.map((other) => ({ ...row, row: other.row, problems: [] }))];
  });
}

/** Columns of a shipment whose values don't add up. */
const OWN_COLUMNS = SHIPMENT_COLUMNS.filter((column) => column !== 'valor');

/** Returns an error for each cell that says something else than the row before which fills the column. */
function contradictionErrors(rows: readonly BulkRow[], columns: readonly BulkColumn[]): CellError[] {
  return columns.flatMap((column) => {
    const filled = rows.filter(({ cells }) => cells[column] !== '');
    const other = filled.find(({ cells }) => cells[column] !== filled[0]?.cells[column]);
    return other
      ? [{ row: 0, column, ...contradiction(other.row, filled[0]?.cells[column] ?? '', other.cells[column]) }]
      : [];
  });
}

/** Returns whether a SKU is one of the catalogue or resembles one; any SKU may be while the catalogue is unknown. */
const mayBeProduct = (sku: string, { products, similarSku }: GivenProducts): boolean =>
  sku !== '' && (products === undefined || products.has(foldedKey(sku)) || (similarSku?.(sku) ?? null) !== null);

/** Returns a row whose product decides the value: a price that can't be read is only doubtful, and a guessed one is compared by the check. */
function withProductValue(row: BulkRow): BulkRow {
  const ofOthers = ({ column }: CellError) => column !== 'valor';
  const { cells, problems, doubts = [] } = row;
  const unread = problems.find(({ column }) => column === 'valor');
  const unused = unread && { ...unread, reason: `El precio «${unread.value}» no se usa: vale el del catálogo` };
  return {
    ...row,
    cells: unread ? { ...cells, valor: '' } : cells,
    problems: problems.filter(ofOthers),
    doubts: [...doubts.filter(ofOthers), ...(unused ? [unused] : [])],
  };
}

function merged(shipment: readonly BulkRow[], given: GivenProducts): BulkRow {
  const [first] = shipment as [BulkRow, ...BulkRow[]];
  const cells: BulkCells = { ...mergeRows(shipment), valor: sumOf(shipment), sku: '', cantidad: '' };
  const problems = shipment.flatMap((row) => row.problems.map((problem) => ({ ...problem, row: first.row })));
  // A doubt about one of the values is one about their sum.
  const doubts = shipment.flatMap((row) =>
    (row.doubts ?? []).filter(({ column }) => column && (column === 'valor' || cells[column] === row.cells[column])),
  );
  const own = doubts.map((doubt) => ({ ...doubt, row: first.row }));
  const lost = lostItemsReason(
    shipment.map(({ cells: { sku, cantidad } }) => ({ sku, units: cantidad })),
    given,
  );
  if (lost) own.push({ row: first.row, column: 'sku', value: '', reason: lost });
  const { typed } = first;
  return { row: first.row, cells, problems, ...(own.length > 0 && { doubts: own }), ...(typed && { typed }) };
}

/** Returns the sum of the rows' values, or the first one that is no number. */
function sumOf(shipment: readonly BulkRow[]): string {
  let sum = 0;
  for (const { cells } of shipment) {
    const read = cells.valor === '' ? { value: 0 } : readNumber(cells.valor, 'pesos');
    if (!read || 'wrong' in read) return cells.valor;
    sum += read.value;
  }
  return String(sum);
}
