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

/** SQL of a SKU or a bar code without separators and zeros before it: texts that `readBarcode` reads as one code agree in it. */
const bareCode = (text: string) => `ltrim(translate(${text}, ' -.,', ''), '0')`;

/**
 * Reads the bar codes that stand for SKUs of the client by `scannedSkus`, so that a screen can compare scans with them. Leaves out a code
 * if any spelling of it is a SKU of other goods: a scanner may read 12, 13 or 14 digits of the same code.
 *
 * @returns the bar codes by SKU in its normal form (`foldedKey`)
 */
export async function barcodesOfSkus(
  trx: Trx,
  clientId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const coded = await run<{ key: string; barcode: string; bare: string }>(
    trx,
    `SELECT sku_key AS key, barcode, ${bareCode('lower(barcode)')} AS bare FROM products
     WHERE client_id = $1 AND sku_key = ANY($2::text[]) AND barcode <> '' ORDER BY sku_repeat DESC`,
    [clientId, skus.map(foldedKey)],
  );
  if (coded.length === 0) return new Map();
  const bare = coded.map((one) => one.bare);
  const similar = await run<{ key: string }>(
    trx,
    // The first character keeps the read to a part of the index.
    `SELECT s.sku_key AS key FROM unnest($2::text[]) AS f (first) CROSS JOIN LATERAL (
       SELECT sku_key FROM products WHERE client_id = $1 AND sku_key >= f.first AND sku_key < chr(ascii(f.first) + 1)
       UNION ALL
       SELECT sku_key FROM stock_skus WHERE client_id = $1 AND sku_key >= f.first AND sku_key < chr(ascii(f.first) + 1)
     ) s WHERE ${bareCode('s.sku_key')} = ANY($3::text[])`,
    [clientId, [...new Set(['0', ...bare.map((text) => text.charAt(0))])].filter(Boolean), bare],
  );
  const readable = Map.groupBy(similar, ({ key }) => readBarcode(key));
  const isClear = ({ key, barcode }: { key: string; barcode: string }) =>
    (readable.get(barcode) ?? []).every((sku) => sku.key === key);
  return new Map(coded.filter(isClear).map(({ key, barcode }) => [key, barcode]));
}
