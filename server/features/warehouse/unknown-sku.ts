import type { Trx } from '#server/db/connection.ts';
import { shortened } from '#shared/bulk/errors.ts';
import { foldedKey } from '#shared/rules/typed-key.ts';
import { catalogueSkus, similarSku } from './catalogue.store.ts';

/** Maximum number of suggestions in one call: each compares with the whole catalogue. */
const MAX_SUGGESTIONS = 10;

/** Returns why goods of a SKU are refused; null for a SKU of the catalogue. */
export type SkuRefusal = (sku: string) => Promise<string | null>;

/** Reads which of these SKUs the client's catalogue has. Others are refused with the SKU that resembles them most. */
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
    const unknown = `El SKU «${shortened(sku)}» no está en el catálogo del cliente.`;
    return similar === null
      ? `${unknown} La empresa lo agrega en Productos`
      : `${unknown} ¿Quisiste decir «${shortened(similar)}»?`;
  }
}
