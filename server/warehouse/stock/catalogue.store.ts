import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';

const CATALOGUE_SKUS = statement(
  'catalogue.catalogue-skus',
  'SELECT sku_key AS sku FROM products WHERE client_id = $1 AND sku_key = ANY($2::text[])',
  { present: ['sku'] },
);

/** Returns the SKUs, in their normal form (`foldedKey`), that the client's catalogue has of these. */
export async function catalogueSkus(trx: Trx, clientId: number, skus: readonly string[]): Promise<Set<string>> {
  const found = await run(trx, CATALOGUE_SKUS, [clientId, skus.map(foldedKey)]);
  return new Set(found.map(({ sku }) => sku));
}

/** Least similarity of a suggested SKU: half of the trigrams of short SKUs change with one character. */
const SIMILAR = 0.25;

const SIMILAR_SKU = statement(
  'catalogue.similar-sku',
  `SELECT sku FROM (
     SELECT sku, similarity(norm(sku), norm($2)) AS likeness FROM products WHERE client_id = $1
   ) p WHERE likeness >= $3 ORDER BY likeness DESC, sku LIMIT 1`,
);

/** Returns the SKU of the client's catalogue that resembles a text most; null if none does. */
export async function similarSku(trx: Trx, clientId: number, sku: string): Promise<string | null> {
  const [found] = await run(trx, SIMILAR_SKU, [clientId, sku, SIMILAR]);
  return found?.sku ?? null;
}
