import type { BulkRow } from './csv-reader.ts';

/** Returns the key that the rows of one order share; a row without an order number is a separate order. */
export function orderKey({ row, cells: { nro_orden } }: BulkRow): string {
  return nro_orden === '' ? `\n${row}` : nro_orden;
}

/** Number of each order's last row, collected in a first pass over a file. */
export class LastRowIndex {
  readonly #rows = new Map<string, number>();

  add(rows: readonly BulkRow[]): void {
    for (const row of rows) this.#rows.set(orderKey(row), row.row);
  }

  /** Number of orders. */
  get orders(): number {
    return this.#rows.size;
  }

  /** Returns whether a row is the last one of its order. */
  isLast(row: BulkRow): boolean {
    return this.#rows.get(orderKey(row)) === row.row;
  }
}

/**
 * Groups the rows of each order in a second pass over a file. Emits an order with its last row, so orders come in the
 * sequence of their last rows, and only unfinished orders are kept in memory.
 */
export class OrderRowGrouper {
  readonly #open = new Map<string, BulkRow[]>();
  readonly #last: LastRowIndex;

  constructor(last: LastRowIndex) {
    this.#last = last;
  }

  /** Adds rows and returns the orders that they complete. */
  add(rows: readonly BulkRow[]): BulkRow[][] {
    return rows.flatMap((row) => {
      const key = orderKey(row);
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
