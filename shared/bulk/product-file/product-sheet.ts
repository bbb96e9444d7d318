import { editCell, SettledDoubts } from '#shared/bulk/doubts/settled-doubts.ts';
import type { CsvRow } from '#shared/bulk/file/csv-reader.ts';
import type { CellError } from '#shared/bulk/rows/errors.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { readBarcode } from '#shared/orders/rules/code/barcode.ts';
import { type Categories, type CheckedProduct, checkProduct, type ParsedProduct } from './check-product.ts';
import { cellsLine, PRODUCT_HEADER, type ProductColumn } from './product-columns.ts';

type Row = CsvRow<ProductColumn>;
type Problem = CellError<ProductColumn>;

/** The rows of a product file during its correction: checks them, changes cells, exports them. */
export class ProductSheet {
  readonly #categories: Categories;
  readonly #known: ReadonlySet<string>;
  readonly #rows = new Map<number, Row>();
  readonly #checked = new Map<number, CheckedProduct>();
  /** Numbers of the rows by what `keysOf` returns: the first row with a key is right, those after it repeat it. */
  readonly #byKey = new Map<string, Set<number>>();
  readonly #settled = new SettledDoubts<ProductColumn>();

  /** @param known SKUs of the client's catalogue, as far as they could be read */
  constructor(categories: Categories, known: Iterable<string>) {
    this.#categories = categories;
    this.#known = new Set([...known].map(foldedKey));
  }

  /** Adds and checks rows as they are read. */
  add(rows: readonly Row[]): void {
    for (const row of rows) this.#put(row);
  }

  /**
   * Changes a cell. Reading errors of the cell count as corrected, and the doubts about a value that is kept as settled.
   *
   * @returns rows whose errors may have changed: those with its old or new SKU or bar code
   */
  edit(number: number, column: ProductColumn, value: string): number[] {
    const before = this.#rows.get(number);
    if (!before) return [];
    const beside = this.#beside(before);
    for (const { key } of keysOf(before)) this.#byKey.get(key)?.delete(number);
    const row = editCell(before, { column, value }, { doubts: this.doubtsOf(number), settled: this.#settled });
    this.#put(row);
    return [...new Set([number, ...beside, ...this.#beside(row)])];
  }

  /** Returns all errors of one row. */
  problemsOf(number: number): Problem[] {
    const row = this.#rows.get(number);
    if (!row) return [];
    const cellProblems = this.#checked.get(number)?.problems ?? [];
    const repeated = keysOf(row).flatMap(({ key, column, name }): Problem[] => {
      const first = Math.min(...(this.#byKey.get(key) ?? [number]));
      const reason = `El ${name} ya está en la fila ${first}`;
      return first === number ? [] : [{ row: number, column, value: row.cells[column], reason }];
    });
    return [...cellProblems, ...repeated];
  }

  /** Returns the cells of one row whose values may be others, unless a person has settled them. */
  doubtsOf(number: number): readonly Problem[] {
    const { cells } = this.#rows.get(number) ?? {};
    const cellOf = (column: ProductColumn | null) => (column && cells?.[column]) ?? '';
    const doubts = this.#checked.get(number)?.doubts ?? [];
    return doubts.filter((doubt) => !this.#settled.has(doubt, cellOf(doubt.column)));
  }

  /** Returns whether the catalogue already contains the row's SKU. */
  isKnown(number: number): boolean {
    const row = this.#rows.get(number);
    return row !== undefined && this.#known.has(foldedKey(row.cells.sku));
  }

  /** Returns all rows, in the file's order. */
  rows(): Row[] {
    return [...this.#rows.values()].sort((a, b) => a.row - b.row);
  }

  /** Counts valid and invalid rows, and valid ones whose SKU is in the catalogue. */
  counts() {
    const numbers = [...this.#rows.keys()];
    const bad = new Set(numbers.filter((number) => this.problemsOf(number).length > 0));
    const known = numbers.filter((number) => !bad.has(number) && this.isKnown(number)).length;
    const doubtful = numbers.filter((number) => this.doubtsOf(number).length > 0);
    return {
      rows: numbers.length,
      badRows: bad.size,
      wrongRows: bad.size,
      known,
      doubtfulRows: doubtful.length,
      doubtfulGoodRows: doubtful.filter((number) => !bad.has(number)).length,
    };
  }

  /** Returns the products of the valid rows, in the file's order. */
  products(): { row: number; product: ParsedProduct }[] {
    return this.rows().flatMap(({ row }) => {
      const product = this.#checked.get(row)?.product;
      return product && this.problemsOf(row).length === 0 ? [{ row, product }] : [];
    });
  }

  /** Exports rows, each with its errors in a last column, for correction outside the portal. */
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

  #beside(row: Row): number[] {
    return keysOf(row).flatMap(({ key }) => [...(this.#byKey.get(key) ?? [])]);
  }

  #put(row: Row): void {
    this.#rows.set(row.row, row);
    const isKnown = this.#known.has(foldedKey(row.cells.sku));
    this.#checked.set(row.row, checkProduct(row, { categories: this.#categories, isKnown }));
    for (const { key } of keysOf(row)) {
      const same = this.#byKey.get(key);
      if (same) same.add(row.row);
      else this.#byKey.set(key, new Set([row.row]));
    }
  }
}

/** Returns the SKU and the bar code of a row, as far as it has them: no two rows may have the same. */
function keysOf({ cells }: Row): { key: string; column: 'sku' | 'codigo_barras'; name: string }[] {
  const barcode = readBarcode(cells.codigo_barras);
  return [
    ...(cells.sku === '' ? [] : [{ key: `sku ${foldedKey(cells.sku)}`, column: 'sku' as const, name: 'SKU' }]),
    ...(barcode === null
      ? []
      : [{ key: `barcode ${barcode}`, column: 'codigo_barras' as const, name: 'código de barras' }]),
  ];
}
