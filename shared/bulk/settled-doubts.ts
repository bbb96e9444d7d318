import type { CellError } from './errors.ts';

/**
 * The doubts of a file's cells that a person settled by keeping the values. Another value of the cell is another doubt, as is another
 * reason, which names the cells that it follows from.
 */
export class SettledDoubts<C extends string> {
  readonly #keys: Set<string>;

  /** @param settled those of another sheet, some of whose rows this one has */
  constructor(settled?: SettledDoubts<C>) {
    this.#keys = new Set(settled ? settled.#keys : []);
  }

  /** @param value the whole cell, which the doubt shortens */
  add(doubt: CellError<C>, value: string): void {
    this.#keys.add(keyOf(doubt, value));
  }

  has(doubt: CellError<C>, value: string): boolean {
    return this.#keys.size > 0 && this.#keys.has(keyOf(doubt, value));
  }
}

const keyOf = <C extends string>({ row, column, reason }: CellError<C>, value: string) =>
  JSON.stringify([row, column, value, reason]);
