import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { FileRow } from '#shared/bulk/layout/bulk-layout.ts';
import { typedKey } from '#shared/kit/text/typed-key.ts';
import { withoutZeros } from '#shared/orders/rules/place/address-unit.ts';

/** Returns the key that the rows of one order share: its number in its normal form. A row without a number is a separate order. */
export function orderKey({ row, cells: { nro_orden = '' } }: FileRow): string {
  return nro_orden === '' ? `\n${row}` : typedKey(nro_orden);
}

/** Returns the key that the rows of one shipment of an order share: `envio` in its normal form, without a program's decimals of zero. */
export const shipmentKey = ({ cells: { envio } }: Pick<BulkRow, 'cells'>): string => withoutZeros(typedKey(envio));

/** Number of each order's last row, collected in a first pass over a file. */
export class LastRowIndex {
  readonly #rows = new Map<string, number>();
  readonly keyOf: (row: FileRow) => string;

  /** @param keyOf returns what the rows of one order share */
  constructor(keyOf: (row: FileRow) => string) {
    this.keyOf = keyOf;
  }

  add(rows: readonly FileRow[]): void {
    for (const row of rows) this.#rows.set(this.keyOf(row), row.row);
  }

  /** Number of orders. */
  get orders(): number {
    return this.#rows.size;
  }

  /** Returns whether a row is the last one of its order. */
  isLast(row: FileRow): boolean {
    return this.#rows.get(this.keyOf(row)) === row.row;
  }
}

/**
 * Groups the rows of each order in a second pass over a file. Emits an order with its last row, so orders come in the
 * sequence of their last rows, and only unfinished orders are kept in memory.
 */
export class OrderRowGrouper {
  readonly #open = new Map<string, FileRow[]>();
  readonly #last: LastRowIndex;

  constructor(last: LastRowIndex) {
    this.#last = last;
  }

  /** Adds rows and returns the orders that they complete. */
  add(rows: readonly FileRow[]): FileRow[][] {
    return rows.flatMap((row) => {
      const key = this.#last.keyOf(row);
      const order = this.#open.get(key) ?? [];
      order.push(row);
      if (!this.#last.isLast(row)) {
        this.#open.set(key, order);
        return [];
      }
      this.#open.delete(key);
      return [order];
    });
  }
}
