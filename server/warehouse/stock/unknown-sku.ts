import type { Trx } from '#server/db/connection.ts';
import { shortened } from '#shared/bulk/rows/errors.ts';
import { foldedKey } from '#shared/rules/typed-key.ts';
import { hasWrongCheckDigit } from '#shared/warehouse/rules/barcode.ts';
import { catalogueSkus, similarSku } from './catalogue.store.ts';

/** Maximum number of suggestions in one call: each compares with the whole catalogue. */
const MAX_SUGGESTIONS = 10;

/** Returns why goods of a SKU are refused; null for a SKU of the catalogue. */
export type SkuRefusal = (sku: string) => Promise<string | null>;

/**
 * Reads which of these SKUs the client's catalogue has. Others are refused with the SKU that resembles them most. A text of digits alone is
 * called a code, because it may be a scanned bar code.
 */
export async function checkCatalogue(trx: Trx, clientId: number, skus: readonly string[]): Promise<SkuRefusal> {
  const known = await catalogueSkus(trx, clientId, skus);
  const sentences = new Map<string, string>();
  return async (sku) => {
    const key = foldedKey(sku);
    if (known.has(key)) return null;
    const sentence = sentences.get(key) ?? (await unknownSku(sku, sentences.size < MAX_SUGGESTIONS));
    sentences.set(key, sentence);
    return sentence;
  };

  async function unknownSku(sku: string, suggests: boolean): Promise<string> {
    const similar = suggests ? await similarSku(trx, clientId, sku) : null;
    const unknown = `El ${/^\d+$/.test(sku) ? 'código' : 'SKU'} «${shortened(sku)}» no está en el catálogo del cliente`;
    if (similar !== null) return `${unknown}. ¿Quisiste decir «${shortened(similar)}»?`;
    return hasWrongCheckDigit(sku)
      ? `${unknown}: revisá el último dígito`
      : `${unknown}. La empresa lo agrega en Productos`;
  }
}
