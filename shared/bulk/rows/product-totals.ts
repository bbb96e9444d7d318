import { type NumberUnit, normalNumber, readNumber } from '#shared/bulk/cells/read-number.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { Catalogue } from '#shared/bulk/layout/catalogue.ts';
import { grams, money } from '#shared/kit/text/format.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { type CellError, shortened } from './errors.ts';
import { hasProduct } from './merge-rows.ts';

/** Weight and value of products. */
interface Totals {
  grams: number;
  cents: number;
}

/** Returns the key of a row's product in the catalogue. */
export const skuKey = ({ cells: { sku } }: BulkRow): string => foldedKey(sku);

/** Returns the weight and value of a row's units; null while its product is unknown, or its quantity no number. */
function rowTotals(row: BulkRow, products: NonNullable<Catalogue>): Totals | null {
  const product = products.get(skuKey(row));
  const quantity = Number(normalNumber(row.cells.cantidad || '1', 'units').text);
  if (!product || !(quantity >= 1)) return null;
  return { grams: product.weight * quantity, cents: Math.round(product.value * 100) * quantity };
}

/** Returns the weight and value of a shipment's products; empty while one of the products is unknown. */
export function productTotals(shipment: readonly BulkRow[], products: Catalogue): Totals[] {
  if (!products || !shipment.every(hasProduct)) return [];
  const sums = { grams: 0, cents: 0 };
  for (const row of shipment) {
    const totals = rowTotals(row, products);
    if (!totals) return [];
    sums.grams += totals.grams;
    sums.cents += totals.cents;
  }
  return [sums];
}

/** A column that the products decide (readings S18). */
interface Decided {
  column: 'peso_g' | 'valor';
  unit: NumberUnit;
  /** Returns what is stored, in the column's unit. */
  of(totals: Totals): number;
  reason(stored: number): string;
}

const DECIDED: readonly Decided[] = [
  {
    column: 'peso_g',
    unit: 'grams',
    of: (totals) => totals.grams,
    reason: (stored) => `El catálogo dice ${grams(stored)}, y es el peso que se guarda. Revisalo`,
  },
  {
    column: 'valor',
    unit: 'pesos',
    of: ({ cents }) => cents / 100,
    reason: (stored) => `El catálogo dice ${money(stored)}, y es el valor que se guarda. Revisalo`,
  },
];

/**
 * Marks the weights and values of a shipment's rows that differ from those of their products by a gram or a peso a row. A file has them in
 * each row, for the row's units, or once for the shipment.
 */
export function catalogueDoubts(shipment: readonly BulkRow[], products: Catalogue): CellError[] {
  const [sums] = productTotals(shipment, products);
  if (!products || !sums) return [];
  return DECIDED.flatMap(({ column, unit, of, reason }) => {
    const filled = shipment.flatMap((row) => {
      const read = readNumber(row.cells[column], unit);
      const totals = rowTotals(row, products);
      return read && 'value' in read && totals ? [{ row, typed: read.value, stored: of(totals) }] : [];
    });
    const [first] = filled;
    const total = of(sums);
    const isTotal = (typed: number) => Math.abs(typed - total) < filled.length;
    if (!first || isTotal(first.typed) || isTotal(filled.reduce((sum, { typed }) => sum + typed, 0))) return [];
    const isOfShipment = filled.length < shipment.length;
    const wrong = isOfShipment ? [first] : filled.filter(({ typed, stored }) => Math.abs(typed - stored) >= 1);
    return wrong.map(({ row, stored }) => ({
      row: row.row,
      column,
      value: shortened(row.cells[column]),
      reason: reason(isOfShipment ? total : stored),
    }));
  });
}
