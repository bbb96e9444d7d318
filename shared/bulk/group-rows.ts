import type { BulkRow } from './csv-reader.ts';

/** What the rows of one order have in common; a row without a number is an order by itself. */
export function orderKey({ row, cells: { nro_orden } }: BulkRow): string {
  return nro_orden === '' ? `\n${row}` : nro_orden;
}

/** Number of the last row of each order, found by reading a file once. */
export class LastRowIndex {
  readonly #rows = new Map<string, number>();

  add(rows: readonly BulkRow[]): void {
    for (const row of rows) this.#rows.set(orderKey(row), row.row);
  }

  /** How many orders there are. */
  get orders(): number {
    return this.#rows.size;
  }

  /** Whether a row is the last one of its order. */
  isLast(row: BulkRow): boolean {
    return this.#rows.get(orderKey(row)) === row.row;
  }
}

/**
 * Gathers the rows of each order while a file is read a second time: an order is handed on with its last row, so orders
 * come in the order of their last rows and no more is kept than what is unfinished.
 */
export class OrderRowGrouper {
  readonly #open = new Map<string, BulkRow[]>();
  readonly #last: LastRowIndex;

  constructor(last: LastRowIndex) {
    this.#last = last;
  }

  /** The orders that these rows complete. */
  add(rows: readonly BulkRow[]): BulkRow[][] {
    return rows.flatMap((row) => {
      const key = orderKey(row);
      const order = [...(this.#open.get(key) ?? []), row];
      if (!this.#last.isLast(row)) {
        this.#open.set(key, order);
        return [];
      }
      this.#open.delete(key);
      return [order];
    });
  }
}
