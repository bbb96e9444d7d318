import { zipOfCells } from '#shared/bulk/cells/zip-of-cells.ts';
import { editCell, SettledDoubts } from '#shared/bulk/doubts/settled-doubts.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import {
  CORRECTION_HEADER,
  NUMBERED_HEADER,
  numberedLine,
  TEMPLATE,
  templateLine,
} from '#shared/bulk/layout/template.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { type BulkRules, checkOrder } from './check-order.ts';
import type { CellError } from './errors.ts';
import { orderKey } from './group-rows.ts';

/** Rows of a sheet: all, those of valid orders, or those of invalid orders. */
export type SheetPart = 'all' | 'good' | 'bad';

/** Number of rows and orders of a sheet. `badRows` counts all rows of invalid orders. */
interface BulkCounts {
  rows: number;
  badRows: number;
  wrongRows: number;
  orders: number;
  badOrders: number;
  /** Rows with guessed values. */
  doubtfulRows: number;
  /** Those of them whose orders are valid. */
  doubtfulGoodRows: number;
}

/** The rows of an uploaded file during its correction: checks each with its order, changes cells, exports the rows. */
export class BulkSheet {
  #rules: BulkRules;
  readonly #rows = new Map<number, BulkRow>();
  readonly #orders = new Map<string, Set<number>>();
  readonly #problems = new Map<string, readonly CellError[]>();
  readonly #doubts = new Map<string, readonly CellError[]>();
  readonly #settled: SettledDoubts<BulkColumn>;

  constructor(rules: BulkRules, settled?: SettledDoubts<BulkColumn>) {
    this.#rules = rules;
    this.#settled = new SettledDoubts(settled);
  }

  /** Adds rows as they are read; they count as valid until `check`. */
  add(rows: readonly BulkRow[]): void {
    for (const row of rows) this.#put(row);
  }

  /**
   * Checks the unchecked orders while `shouldContinue` returns true: a large file is checked in slices so that the
   * screen stays responsive.
   *
   * @returns whether all orders are checked
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
   * Changes a cell and checks its order again; a new `nro_orden` checks both the old and the new order. Reading errors
   * of the cell count as corrected, and the doubts about a value that is kept as settled.
   *
   * @returns rows whose errors may have changed
   */
  edit(number: number, column: BulkColumn, value: string): number[] {
    const before = this.#rows.get(number);
    if (!before) return [];
    const row = editCell(before, { column, value }, { doubts: this.doubtsOf(number), settled: this.#settled });
    const touched = [...this.#rowsBeside(before)];
    this.remove(number);
    this.#put(row);
    this.#checkOrder(orderKey(row));
    return [...new Set([...touched, ...this.#rowsBeside(row)])];
  }

  /** Removes a row and checks the remaining rows of its order again. @returns rows whose errors may have changed */
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
      this.#doubts.delete(key);
    }
    return [...(rest ?? [])];
  }

  /** Returns the row's postal code (four digits) if the sheet has no provinces for the code; null otherwise. */
  unknownZip(number: number): string | null {
    const row = this.#rows.get(number);
    const digits = row && zipOfCells(row.cells)?.digits;
    return digits === undefined || this.#rules.zips?.has(digits) ? null : digits;
  }

  /**
   * Adds provinces of postal codes that were typed after the file was read, and checks the orders with these codes again.
   *
   * @returns rows whose errors may have changed
   */
  addZips(zips: ListedZips): number[] {
    this.#rules = { ...this.#rules, zips: new Map([...(this.#rules.zips ?? []), ...zips]) };
    const found = [...this.#rows.values()].filter(({ cells }) => zips.has(zipOfCells(cells)?.digits ?? ''));
    const keys = [...new Set(found.map(orderKey))];
    for (const key of keys) this.#checkOrder(key);
    return keys.flatMap((key) => [...(this.#orders.get(key) ?? [])]);
  }

  /** Returns a sheet of the invalid orders, which remain after the valid ones are sent. */
  rest(): BulkSheet {
    const rest = new BulkSheet(this.#rules, this.#settled);
    rest.add(this.rows('bad'));
    rest.check();
    return rest;
  }

  /** Returns all errors, in the order of the rows. */
  problems(): CellError[] {
    return [...this.#problems.values()].flat().sort((a, b) => a.row - b.row);
  }

  /** Returns all errors of one row. */
  problemsOf(number: number): CellError[] {
    const row = this.#rows.get(number);
    return row ? (this.#problems.get(orderKey(row)) ?? []).filter((problem) => problem.row === number) : [];
  }

  /** Returns the cells of one row whose values were guessed, unless a person has settled them. */
  doubtsOf(number: number): readonly CellError[] {
    return this.#doubtsIn(number).filter((doubt) => !this.#isSettled(doubt));
  }

  #doubtsIn(number: number): readonly CellError[] {
    const row = this.#rows.get(number);
    const doubts = row && this.#doubts.get(orderKey(row));
    return doubts?.filter((doubt) => doubt.row === number) ?? row?.doubts ?? [];
  }

  #isSettled(doubt: CellError): boolean {
    const value = doubt.column && this.#rows.get(doubt.row)?.cells[doubt.column];
    return this.#settled.has(doubt, value ?? '');
  }

  /** Returns why a valid row isn't sent: another row of its order is invalid. Null for all other rows. */
  blockedBy(number: number): string | null {
    const row = this.#rows.get(number);
    const [first] = (row && this.#problems.get(orderKey(row))) ?? [];
    if (!first || this.problemsOf(number).length > 0) return null;
    return `No se envía por lo que dice la fila ${first.row}, que es de la misma orden`;
  }

  /** Returns rows in the file's order; an order is valid or invalid as a whole. */
  rows(part: SheetPart = 'all'): BulkRow[] {
    const bad = (row: BulkRow) => (this.#problems.get(orderKey(row)) ?? []).length > 0;
    return [...this.#rows.values()]
      .filter((row) => part === 'all' || bad(row) === (part === 'bad'))
      .sort((a, b) => a.row - b.row);
  }

  /** Counts valid and invalid rows: '48 filas listas, 2 para corregir'. */
  counts(): BulkCounts {
    const wrong = new Set([...this.#problems.values()].flatMap((problems) => problems.map(({ row }) => row)));
    const badOrders = [...this.#problems.values()].filter((problems) => problems.length > 0).length;
    const bad = this.rows('bad').map(({ row }) => row);
    const doubtful = new Set(
      [...this.#doubts.values()].flat().flatMap((doubt) => (this.#isSettled(doubt) ? [] : [doubt.row])),
    );
    return {
      rows: this.#rows.size,
      badRows: bad.length,
      wrongRows: wrong.size,
      orders: this.#orders.size,
      badOrders,
      doubtfulRows: doubtful.size,
      doubtfulGoodRows: doubtful.size - bad.filter((row) => doubtful.has(row)).length,
    };
  }

  /**
   * Exports the rows as a template file.
   *
   * @param numbered adds each row's number in the sender's file and its columns with doubts, which are additions
   */
  csv(part: SheetPart = 'all', { numbered = true } = {}): string {
    const columns = (doubts: readonly CellError[]) => [...new Set(doubts.map(({ column }) => column))].join(',');
    const line = ({ row, cells, doubts = [] }: BulkRow) => {
      if (!numbered) return templateLine(cells);
      // The server finds the other doubts by itself.
      const open = doubts.filter((doubt) => !this.#isSettled(doubt));
      // A settled column has no doubts on the server: one with another, open doubt stays doubtful as a whole.
      const doubtful = new Set(this.doubtsOf(row).map(({ column }) => column));
      const settled = this.#doubtsIn(row).filter((doubt) => this.#isSettled(doubt) && !doubtful.has(doubt.column));
      return numberedLine(row, cells, columns(open), columns(settled));
    };
    return (numbered ? NUMBERED_HEADER : TEMPLATE) + this.rows(part).map(line).join('');
  }

  /** Exports the invalid rows with their numbers and, in a last column, their errors and what was guessed in them. */
  csvToCorrect(): string {
    const reasonsOf = new Map<number, string[]>();
    for (const { row, column, reason } of this.problems()) {
      const reasons = reasonsOf.get(row) ?? [];
      reasons.push(column ? `${column}: ${reason}` : reason);
      reasonsOf.set(row, reasons);
    }
    const line = ({ row, cells }: BulkRow) => {
      const errors = reasonsOf.get(row) ?? [this.blockedBy(row) ?? ''];
      const guesses = this.doubtsOf(row).map(({ column, reason }) => `${column}: ${reason}`);
      return numberedLine(row, cells, [...errors, ...guesses].filter((reason) => reason !== '').join(' · '));
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
    this.#doubts.delete(key);
  }

  #rowsBeside(row: BulkRow): Iterable<number> {
    return this.#orders.get(orderKey(row)) ?? [];
  }

  #checkOrder(key: string): void {
    const numbers = [...(this.#orders.get(key) ?? [])].sort((a, b) => a - b);
    const rows = numbers.flatMap((number) => this.#rows.get(number) ?? []);
    const { problems, doubts } = checkOrder(rows, this.#rules);
    this.#problems.set(key, problems);
    this.#doubts.set(key, doubts);
  }
}
