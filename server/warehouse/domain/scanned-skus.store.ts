import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { barcodeSpellings, readBarcode } from '#shared/orders/rules/code/barcode.ts';

const SCANNED_SKUS = statement(
  'scanned-skus.scanned-skus',
  `SELECT g.text, p.sku FROM unnest($2::text[], $3::text[], $4::text[]) AS g (text, key, barcode)
   JOIN products p ON p.client_id = $1 AND p.barcode = g.barcode AND p.barcode <> ''
   WHERE NOT EXISTS (SELECT FROM products s WHERE s.client_id = $1 AND s.sku_key = g.key)
     AND NOT EXISTS (SELECT FROM stock_skus k WHERE k.client_id = $1 AND k.sku_key = g.key)`,
);

/**
 * Returns a function from scanned or typed texts to SKUs of the client. A text that is a SKU of the catalogue or the stock is that SKU, even
 * if it is also the bar code of another product. A bar code becomes the SKU of its product. Other texts stay as they are.
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
  const rows = await run(trx, SCANNED_SKUS, [
    clientId,
    coded.map(({ text }) => text),
    coded.map(({ text }) => foldedKey(text)),
    coded.map(({ barcode }) => barcode),
  ]);
  const skus = new Map(rows.map(({ text, sku }) => [text, sku]));
  return (text) => skus.get(text) ?? text;
}

const BARCODES_OF_SKUS = statement(
  'scanned-skus.barcodes-of-skus',
  `SELECT sku_key AS key, barcode FROM products
   WHERE client_id = $1 AND sku_key = ANY($2::text[]) AND barcode <> ''`,
  { present: ['key'] },
);

const TAKEN_KEYS = statement(
  'scanned-skus.taken-keys',
  `SELECT sku_key AS key FROM products WHERE client_id = $1 AND sku_key = ANY($2::text[])
   UNION SELECT sku_key FROM stock_skus WHERE client_id = $1 AND sku_key = ANY($2::text[])`,
  { present: ['key'] },
);

/**
 * Reads the bar codes that `scannedSkus` turns into the given SKUs, so that a screen can compare scans without a call. Leaves out a code of
 * which a spelling is the SKU of other goods.
 *
 * @returns the bar codes by SKU in its normal form (`foldedKey`)
 */
export async function barcodesOfSkus(
  trx: Trx,
  clientId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const coded = await run(trx, BARCODES_OF_SKUS, [clientId, skus.map(foldedKey)]);
  if (coded.length === 0) return new Map();
  const spelled = coded.map((one) => ({ ...one, spellings: barcodeSpellings(one.barcode).map(foldedKey) }));
  const taken = await run(trx, TAKEN_KEYS, [clientId, spelled.flatMap(({ spellings }) => spellings)]);
  const keys = new Set(taken.map(({ key }) => key));
  const clear = spelled.filter(({ key, spellings }) => !spellings.some((one) => one !== key && keys.has(one)));
  return new Map(clear.map(({ key, barcode }) => [key, barcode]));
}
