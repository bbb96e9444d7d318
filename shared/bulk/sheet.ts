import { type BulkRules, checkOrder } from './check-order.ts';
import type { BulkColumn } from './columns.ts';
import type { BulkRow } from './csv-reader.ts';
import type { CellError } from './errors.ts';
import { orderKey } from './group-rows.ts';
import { CORRECTION_HEADER, NUMBERED_HEADER, numberedLine, TEMPLATE, templateLine } from './template.ts';

/** Which rows of a sheet are meant: those of orders that are right, or of those that are not. */
export type SheetPart = 'all' | 'good' | 'bad';

/** The rows of a file in a person's hands: each checked with its order, corrected cell by cell, written back. */
export class BulkSheet {
  readonly #rules: BulkRules;
  readonly #rows = new Map<number, BulkRow>();
  readonly #orders = new Map<string, Set<number>>();
  readonly #problems = new Map<string, readonly CellError[]>();

  constructor(rules: BulkRules) {
    this.#rules = rules;
  }

  /** Adds rows as they are read; they count as right until `check`. */
  add(rows: readonly BulkRow[]): void {
    for (const row of rows) this.#put(row);
  }

  /**
   * Checks the orders that weren't yet, for as long as `shouldContinue` says so: a large file is checked in slices between which the
   * screen moves.
   *
   * @returns whether all are checked
   */
  check(shouldContinue: () => boolean = () => true): boolean {
    for (const key of this.#orders.keys()) {
      if (this.#problems.has(key)) continue;
      if (!shouldContinue()) return false;
      this.#checkOrder(key);
    }
    return true;
  }

  /**
   * Corrects a cell, or empties it, and checks its order again; with another `nro_orden` both that it left and that it
   * came to. What was wrong with the row's reading counts as corrected with its cell.
   *
   * @returns rows whose problems may have changed
   */
  edit(number: number, column: BulkColumn, value: string): number[] {
    const before = this.#rows.get(number);
    if (!before) return [];
    const touched = [...this.#rowsBeside(before)];
    this.remove(number);
    const problems = before.problems.filter((problem) => problem.column !== null && problem.column !== column);
    const row = { row: number, cells: { ...before.cells, [column]: value.trim() }, problems };
    this.#put(row);
    this.#checkOrder(orderKey(row));
    return [...new Set([...touched, ...this.#rowsBeside(row)])];
  }

  /**
   * Leaves a row out; what remains of its order is checked again.
   *
   * @returns rows whose problems may have changed
   */
  remove(number: number): number[] {
    const row = this.#rows.get(number);
    if (!row) return [];
    const key = orderKey(row);
    this.#rows.delete(number);
    const rest = this.#orders.get(key);
    rest?.delete(number);
    if (rest && rest.size > 0) {
      this.#checkOrder(key);
    } else {
      this.#orders.delete(key);
      this.#problems.delete(key);
    }
    return [...(rest ?? [])];
  }

  /** A sheet of the orders that aren't right yet: what is left when the others were sent. */
  rest(): BulkSheet {
    const rest = new BulkSheet(this.#rules);
    rest.add(this.rows('bad'));
    rest.check();
    return rest;
  }

  /** Everything wrong, in the order of the rows. */
  problems(): CellError[] {
    return [...this.#problems.values()].flat().sort((a, b) => a.row - b.row);
  }

  /** Everything wrong with one row. */
  problemsOf(number: number): CellError[] {
    const row = this.#rows.get(number);
    return row ? (this.#problems.get(orderKey(row)) ?? []).filter((problem) => problem.row === number) : [];
  }

  /** Why a row isn't sent though nothing is wrong with it: another row of its order is wrong. Null for all others. */
  blockedBy(number: number): string | null {
    const row = this.#rows.get(number);
    const [first] = (row && this.#problems.get(orderKey(row))) ?? [];
    if (!first || this.problemsOf(number).length > 0) return null;
    return `No se envía por lo que dice la fila ${first.row}, que es de la misma orden`;
  }

  /** Rows in the file's order; a whole order is good or bad. */
  rows(part: SheetPart = 'all'): BulkRow[] {
    const bad = (row: BulkRow) => (this.#problems.get(orderKey(row)) ?? []).length > 0;
    return [...this.#rows.values()]
      .filter((row) => part === 'all' || bad(row) === (part === 'bad'))
      .sort((a, b) => a.row - b.row);
  }

  /** How much is right: '48 filas listas, 2 para corregir'. `badRows` are those of orders that aren't right. */
  counts(): { rows: number; badRows: number; wrongRows: number; orders: number; badOrders: number } {
    const wrong = new Set([...this.#problems.values()].flatMap((problems) => problems.map(({ row }) => row)));
    const badOrders = [...this.#problems.values()].filter((problems) => problems.length > 0).length;
    return {
      rows: this.#rows.size,
      badRows: this.rows('bad').length,
      wrongRows: wrong.size,
      orders: this.#orders.size,
      badOrders,
    };
  }

  /**
   * The rows as a file of our template.
   *
   * @param numbered with the number that each row has in its sender's file, an addition
   */
  csv(part: SheetPart = 'all', { numbered = true } = {}): string {
    const line = ({ row, cells }: BulkRow) => (numbered ? numberedLine(row, cells) : templateLine(cells));
    return (numbered ? NUMBERED_HEADER : TEMPLATE) + this.rows(part).map(line).join('');
  }

  /** The rows that aren't right with their numbers and, in a last column, what is wrong with them. */
  csvToCorrect(): string {
    const line = ({ row, cells }: BulkRow) => {
      const reasons = this.problemsOf(row).map(({ column, reason }) => (column ? `${column}: ${reason}` : reason));
      return numberedLine(row, cells, reasons.join(' · ') || (this.blockedBy(row) ?? ''));
    };
    return CORRECTION_HEADER + this.rows('bad').map(line).join('');
  }

  #put(row: BulkRow): void {
    const key = orderKey(row);
    this.#rows.set(row.row, row);
    const order = this.#orders.get(key);
    if (order) order.add(row.row);
    else this.#orders.set(key, new Set([row.row]));
    this.#problems.delete(key);
  }

  #rowsBeside(row: BulkRow): Iterable<number> {
    return this.#orders.get(orderKey(row)) ?? [];
  }

  #checkOrder(key: string): void {
    const numbers = [...(this.#orders.get(key) ?? [])].sort((a, b) => a - b);
    const rows = numbers.flatMap((number) => this.#rows.get(number) ?? []);
    this.#problems.set(key, checkOrder(rows, this.#rules).problems);
  }
}
