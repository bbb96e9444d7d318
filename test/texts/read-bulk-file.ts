import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { type BulkFile, openBulkFile, type ReadOptions } from '#shared/bulk/file/open-bulk-file.ts';
import type { FileRow, GivenForOrders } from '#shared/bulk/layout/bulk-layout.ts';

/** A file of orders that was read to its end. */
interface ReadBulkFile {
  file: BulkFile;
  /** Rows of the template, in the file's order. */
  rows: BulkRow[];
  /** Rows whose orders need no shipment. */
  leftOut: readonly { row: number; reason: string }[];
}

/** Reads a file of orders as portal and server do. */
export async function readBulkFile(
  content: string | Uint8Array,
  { given = { products: undefined }, sizes = () => 700, ...options }: Options = {},
): Promise<ReadBulkFile> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = await openBulkFile(cut(bytes, sizes), options);
  const orders = new Map<string, FileRow[]>();
  for await (const part of file.rows) {
    for (const row of part) {
      const key = file.layout.keyOf(row);
      orders.set(key, [...(orders.get(key) ?? []), row]);
    }
  }
  const read = [...orders.values()].map((rows) => file.layout.ordersOf(rows, given));
  return {
    file,
    rows: read.flatMap(({ rows }) => rows).sort((a, b) => a.row - b.row),
    leftOut: read.flatMap(({ leftOut }) => leftOut),
  };
}

interface Options extends ReadOptions {
  given?: GivenForOrders;
  /** Returns the size of each chunk of the file. */
  sizes?: () => number;
}

async function* cut(bytes: Uint8Array, sizes: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = sizes();
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
