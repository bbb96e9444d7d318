import type { BulkRow, CsvLayout, CsvRow } from '#shared/bulk/file/csv-reader.ts';
import type { LeftOutReason, ShopChoices, ShopFormat } from '#shared/bulk/shops/shop-format.ts';
import type { GivenProducts } from './catalogue.ts';
import type { BulkColumn } from './columns.ts';
import type { BulkMapping } from './mapping.ts';

/**
 * Meaning of the columns in a file of orders, and how its rows become orders: the same for the portal and the call, for the
 * template, mapped files and the exports of shops.
 *
 * @typeParam C the columns that the rows are read into, which only the layout needs to know
 */
export interface BulkLayout<C extends string = string> extends CsvLayout<C> {
  kind: 'template' | 'micorreo' | 'mapped' | 'shop';
  /** Name of the format for people. */
  name: string;
  /** Values that are assumed or completed, to show before the upload. */
  notes: readonly string[];
  /** The client's mapping by which the rows are read, or which remembers its choices for a shop; null if there is none. */
  mapping: BulkMapping | null;
  /** The shop of an export. */
  format?: ShopFormat;
  /** What the client chose for the shop's last file; null if it has never chosen. Missing for all other files. */
  choices?: ShopChoices | null;
  /** True if rows have prices of single items: the values of a shipment's rows add up. */
  addsItems?: boolean;
  /** Returns the file's header for a template column; the template's own header if the file has none. */
  headerOf(column: BulkColumn): string;
  /** Returns what the rows of one order number share; a row without a number is an order of its own. */
  keyOf(row: CsvRow<C>): string;
  /** Converts all rows with one key, in the file's order. */
  ordersOf(rows: readonly CsvRow<C>[], given: GivenForOrders): FileOrders;
}

/** What a file of orders doesn't contain. */
export interface GivenForOrders extends GivenProducts {
  /** Instead of the layout's own choices. */
  choices?: ShopChoices;
}

/** A row in the file's own columns. */
export type FileRow = CsvRow<string>;

/** The orders of one number, in rows of the template. */
export interface FileOrders {
  rows: BulkRow[];
  /** Rows of the file whose orders need no shipment. */
  leftOut: { row: number; reason: LeftOutReason }[];
}
