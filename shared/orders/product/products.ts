import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterFlag, filterKey, filterText, listQuery, page } from '#shared/kit/http/pagination.ts';

export const product = z.object({
  id: z.number(),
  sku: z.string(),
  description: z.string(),
  category: z.object({ id: z.string(), name: z.string() }),
  /** Pesos. */
  value: z.number(),
  length: z.number(),
  height: z.number(),
  width: z.number(),
  /** Grams. */
  weight: z.number(),
  active: z.boolean(),
  /** As `readBarcode` returns it; empty without one. */
  barcode: z.optional(z.string()),
});

export type Product = z.output<typeof product>;

export const listProducts = endpoint('GET /v1/client/product/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists the client’s products, newest first. `filter[sku]` also finds a product by its whole bar code.',
  query: listQuery({
    sku: filterKey,
    description: filterText,
    category: filterText,
    active: filterFlag,
    only_with_dolar_price: filterFlag,
  }),
  reply: page(product),
  additions: ['results[].barcode'],
});

export const productCategories = endpoint('GET /v1/client/product_category/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists product categories.',
  reply: z.object({ results: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
