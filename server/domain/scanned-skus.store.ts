import { run, type Trx } from '#server/db/connection.ts';
import { readBarcode } from '#shared/rules/barcode.ts';
import { foldedKey } from '#shared/rules/typed-key.ts';

/**
 * Reads which SKUs of the client scanned or typed texts stand for. A SKU of the catalogue or the stock stands for itself, even where it is
 * the bar code of another product; a bar code stands for its product's SKU; any other text stays as it is.
 */
export async function scannedSkus(
  trx: Trx,
  clientId: number,
  texts: readonly string[],
): Promise<(text: string) => string> {
  const coded = [...new Set(texts)].flatMap((text) => {
    const barcode = readBarcode(text);
    return barcode === null ? [] : [{ text, barcode }];
  });
  if (coded.length === 0) return (text) => text;
  const rows = await run<{ text: string; sku: string }>(
    trx,
    `SELECT g.text, p.sku FROM unnest($2::text[], $3::text[], $4::text[]) AS g (text, key, barcode)
     JOIN products p ON p.client_id = $1 AND p.barcode = g.barcode AND p.barcode <> ''
     WHERE NOT EXISTS (SELECT FROM products s WHERE s.client_id = $1 AND s.sku_key = g.key)
       AND NOT EXISTS (SELECT FROM stock_skus k WHERE k.client_id = $1 AND k.sku_key = g.key)`,
    [
      clientId,
      coded.map(({ text }) => text),
      coded.map(({ text }) => foldedKey(text)),
      coded.map(({ barcode }) => barcode),
    ],
  );
  const skus = new Map(rows.map(({ text, sku }) => [text, sku]));
  return (text) => skus.get(text) ?? text;
}
