import { run, type Trx } from '#server/db/connection.ts';

/**
 * Lets no other call of the client give or move bar codes until the transaction ends: what it reads about them stays true. Taken before
 * any product is locked.
 */
export async function lockBarcodes(trx: Trx, clientId: number): Promise<void> {
  await run(trx, `SELECT pg_advisory_xact_lock(hashtextextended('bar codes', $1::bigint))`, [clientId]);
}

/** Returns the client's products that have these bar codes, by bar code. */
export async function productsWithBarcodes(
  trx: Trx,
  clientId: number,
  barcodes: readonly string[],
): Promise<ReadonlyMap<string, { id: number; sku: string }>> {
  if (barcodes.length === 0) return new Map();
  const rows = await run<{ barcode: string; id: number; sku: string }>(
    trx,
    `SELECT barcode, id, sku FROM products WHERE client_id = $1 AND barcode = ANY ($2::text[]) AND barcode <> ''`,
    [clientId, barcodes],
  );
  return new Map(rows.map(({ barcode, id, sku }) => [barcode, { id, sku }]));
}

/** Removes the bar codes of products of the client, so that others can get them. Locks in the order of the SKUs, as imports do. */
export async function releaseBarcodes(trx: Trx, clientId: number, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await run(
    trx,
    `WITH locked AS (
       SELECT id FROM products WHERE client_id = $1 AND id = ANY ($2::bigint[]) ORDER BY sku_key FOR NO KEY UPDATE
     )
     UPDATE products SET barcode = '', updated_at = $3 WHERE client_id = $1 AND id IN (SELECT id FROM locked)`,
    [clientId, ids, now],
  );
}
