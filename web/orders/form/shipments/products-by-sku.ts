import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { fetchApiQuery } from '#web/kit/call/queries.ts';

/** Maximum number of products per SKU (D1 §9): the gateway's filter also finds longer SKUs. */
const LIMIT = 10;

/** Requests that run at the same time. */
const PARALLEL = 6;

const keyOf = (sku: unknown) => foldedKey(String(sku ?? ''));

/**
 * Looks up active products by SKU, each SKU in a call of its own (D1 §9).
 *
 * @param skus as they were written in an order; repeated ones are looked up once
 * @throws {ApiError} when a call fails
 */
export async function productsBySku(skus: readonly string[]): Promise<Product[]> {
  // Reversed: of several spellings the first stays.
  const wanted = [...new Map(skus.toReversed().map((sku) => [keyOf(sku), sku.trim()])).values()].reverse();
  const found: Product[] = [];
  for (let start = 0; start < wanted.length; start += PARALLEL) {
    const replies = await Promise.all(wanted.slice(start, start + PARALLEL).map(productsWith));
    found.push(...replies.flat());
  }
  return found;
}

async function productsWith(sku: string): Promise<Product[]> {
  const { results } = await fetchApiQuery(listProducts, {
    query: { page: 1, limit: LIMIT, filter: { active: 1, sku } },
  });
  return results.filter((product) => keyOf(product.sku) === keyOf(sku));
}
