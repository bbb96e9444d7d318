import * as z from 'zod/mini';
import { choice, deferredSchema } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { productForm } from './new-product.ts';

/** Maximum number of products in one call of an import. */
export const MAX_IMPORTED = 500;

/** Treatment of a product whose SKU is in the catalogue already. */
export const EXISTING = ['update', 'skip'] as const;

export type Existing = (typeof EXISTING)[number];

const importResult = z.object({
  /** As received; null for a value that is no text. */
  sku: z.nullable(z.string()),
  /** `unchanged`: identical to the catalogue; `skipped`: the SKU exists and stays unchanged. */
  result: z.enum(['created', 'updated', 'unchanged', 'skipped', 'refused']),
  /** Null for a refused product. */
  id: z.nullable(z.number()),
  /** Reasons of the refusal. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});

export type ImportResult = z.output<typeof importResult>;

export const importProducts = endpoint('POST /v1/client/product/import', {
  access: 'client',
  needs: 'products',
  audit: 'product.import',
  addition: true,
  summary:
    'Creates or updates products by SKU. Each product is accepted or rejected separately; results have the order of the products.',
  body: z.object({
    products: z
      .array(deferredSchema(productForm))
      .check(
        z.minLength(1, 'Enviá al menos un producto'),
        z.maxLength(MAX_IMPORTED, `Hasta ${MAX_IMPORTED} productos por llamada`),
      ),
    existing: choice(EXISTING, messages.required),
  }),
  reply: z.object({ message: z.string(), results: z.array(importResult) }),
  idempotent: true,
});
