import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';

/**
 * Makes other imports and changes of the client's products, and new products with a bar code, wait for the end of the
 * transaction. SKUs and bar codes that the transaction reads stay valid, and it may lock products in any order. Call it
 * before locking any product.
 */
export async function lockBarcodes(trx: Trx, clientId: number): Promise<void> {
  await execute(trx, `SELECT pg_advisory_xact_lock(hashtextextended('bar codes', $1::bigint))`, [clientId]);
}

/** Products by bar code. */
type ByBarcode = ReadonlyMap<string, { id: number; sku: string }>;

const WITH_BARCODES = statement(
  'barcode.with-barcodes',
  `SELECT barcode, id, sku FROM products WHERE client_id = $1 AND barcode = ANY ($2::text[]) AND barcode <> ''`,
);

/** Returns the client's products that have these bar codes, by bar code. */
export const productsWithBarcodes = (trx: Trx, clientId: number, barcodes: readonly string[]): Promise<ByBarcode> =>
  byBarcode(trx, WITH_BARCODES, [clientId, barcodes]);

const WITH_SKUS = statement(
  'barcode.with-skus',
  `SELECT g.barcode, p.id, p.sku FROM unnest($2::text[], $3::text[]) AS g (barcode, key)
   JOIN products p ON p.client_id = $1 AND p.sku_key = g.key`,
);

/** Returns the client's products whose SKUs are these bar codes, by bar code: a scan of one means that product. */
export const productsWithSkus = (trx: Trx, clientId: number, barcodes: readonly string[]): Promise<ByBarcode> =>
  byBarcode(trx, WITH_SKUS, [clientId, barcodes, barcodes.map(foldedKey)]);

/** Runs no query without bar codes. */
async function byBarcode(
  trx: Trx,
  query: Statement<{ barcode: string; id: number; sku: string }>,
  values: readonly [clientId: number, barcodes: readonly string[], ...others: unknown[]],
): Promise<ByBarcode> {
  if (values[1].length === 0) return new Map();
  const rows = await run(trx, query, values);
  return new Map(rows.map(({ barcode, id, sku }) => [barcode, { id, sku }]));
}

/** Removes the bar codes of products of the client, so that others can get them. */
export async function releaseBarcodes(trx: Trx, clientId: number, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    trx,
    `UPDATE products SET barcode = '', updated_at = $3 WHERE client_id = $1 AND id = ANY ($2::bigint[])`,
    [clientId, ids, now],
  );
}
