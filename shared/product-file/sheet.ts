import type { CsvRow } from '#shared/bulk/csv-reader.ts';
import type { CellError } from '#shared/bulk/errors.ts';
import { type Categories, checkProduct, type ParsedProduct } from './check-product.ts';
import { cellsLine, PRODUCT_HEADER, type ProductColumn } from './columns.ts';

type Row = CsvRow<ProductColumn>;
type Problem = CellError<ProductColumn>;

/** What makes two SKUs one (`one_sku`). */
const keyOf = (sku: string) => sku.toLowerCase();

/** The rows of a catalogue's file in a person's hands: checked, corrected cell by cell, written back. */
export class ProductSheet {
  readonly #categories: Categories;
  readonly #known: ReadonlySet<string>;
  readonly #rows = new Map<number, Row>();
  readonly #checked = new Map<number, ReturnType<typeof checkProduct>>();
  /** Rows by SKU: only the first of them can be taken. */
  readonly #bySku = new Map<string, Set<number>>();

  /** @param known SKUs of the client's catalogue, as far as they could be read */
  constructor(categories: Categories, known: Iterable<string>) {
    this.#categories = categories;
    this.#known = new Set([...known].map(keyOf));
  }

  /** Adds and checks rows as they are read. */
  add(rows: readonly Row[]): void {
    for (const row of rows) this.#put(row);
  }

  /**
   * Corrects a cell, or empties it. What was wrong with the row's reading counts as corrected with its cell.
   *
   * @returns rows whose problems may have changed: those that share its SKU, before and now
   */
  edit(number: number, column: ProductColumn, value: string): number[] {
    const before = this.#rows.get(number);
    if (!before) return [];
    const beside = this.#beside(before);
    this.#bySku.get(keyOf(before.cells.sku))?.delete(number);
    const problems = before.problems.filter((problem) => problem.column !== null && problem.column !== column);
    const row = { row: number, cells: { ...before.cells, [column]: value.trim() }, problems };
    this.#put(row);
    return [...new Set([number, ...beside, ...this.#beside(row)])];
  }

  /** Everything wrong with one row. */
  problemsOf(number: number): Problem[] {
    const row = this.#rows.get(number);
    if (!row) return [];
    const own = this.#checked.get(number)?.problems ?? [];
    const first = Math.min(...this.#beside(row));
    if (row.cells.sku === '' || first === number) return own;
    return [...own, { row: number, column: 'sku', value: row.cells.sku, reason: `El SKU ya está en la fila ${first}` }];
  }

  /** Whether the catalogue has the row's SKU already. */
  isKnown(number: number): boolean {
    const row = this.#rows.get(number);
    return row !== undefined && this.#known.has(keyOf(row.cells.sku));
  }

  /** All rows, in the file's order. */
  rows(): Row[] {
    return [...this.#rows.values()].sort((a, b) => a.row - b.row);
  }

  /** How much is right, and how much of that the catalogue has already. */
  counts(): { rows: number; badRows: number; wrongRows: number; known: number } {
    const numbers = [...this.#rows.keys()];
    const bad = new Set(numbers.filter((number) => this.problemsOf(number).length > 0));
    const known = numbers.filter((number) => !bad.has(number) && this.isKnown(number)).length;
    return { rows: numbers.length, badRows: bad.size, wrongRows: bad.size, known };
  }

  /** The products of the rows that are right, in the file's order. */
  products(): { row: number; product: ParsedProduct }[] {
    return this.rows().flatMap(({ row }) => {
      const product = this.#checked.get(row)?.product;
      return product && this.problemsOf(row).length === 0 ? [{ row, product }] : [];
    });
  }

  /** Some rows below the header, each with what is wrong with it in a last column, to be corrected elsewhere. */
  csvToCorrect(reasonsOf: (row: number) => readonly string[] = (row) => this.#reasonsOf(row)): string {
    const lines = this.rows().flatMap(({ row, cells }) => {
      const reasons = reasonsOf(row);
      return reasons.length > 0 ? [cellsLine(cells, reasons.join(' · '))] : [];
    });
    return PRODUCT_HEADER.replace(/\r\n$/, ';motivo\r\n') + lines.join('');
  }

  #reasonsOf(row: number): string[] {
    return this.problemsOf(row).map(({ column, reason }) => (column ? `${column}: ${reason}` : reason));
  }

  #beside({ cells: { sku } }: Row): number[] {
    return [...(this.#bySku.get(keyOf(sku)) ?? [])];
  }

  #put(row: Row): void {
    const key = keyOf(row.cells.sku);
    this.#rows.set(row.row, row);
    this.#checked.set(row.row, checkProduct(row, this.#categories));
    const same = this.#bySku.get(key);
    if (same) same.add(row.row);
    else this.#bySku.set(key, new Set([row.row]));
  }
}
