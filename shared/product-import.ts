import * as z from 'zod/mini';
import { choice, deferredSchema } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { messages } from './messages.ts';
import { productForm } from './products.ts';

/** Most products of one call of an import. */
export const MAX_IMPORTED = 500;

/** What is done about a product whose SKU the catalogue has already. */
export const EXISTING = ['update', 'skip'] as const;

export type Existing = (typeof EXISTING)[number];

const importResult = z.object({
  /** As it was sent; null where it was no text. */
  sku: z.nullable(z.string()),
  /** `unchanged`: the catalogue says the very same; `skipped`: it has the SKU, and stays as it is. */
  result: z.enum(['created', 'updated', 'unchanged', 'skipped', 'refused']),
  /** Null for what was refused. */
  id: z.nullable(z.number()),
  /** Why it was refused. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});

export type ImportResult = z.output<typeof importResult>;

export const importProducts = endpoint('POST /v1/client/product/import', {
  access: 'client',
  addition: true,
  summary:
    'Take products into the catalogue by their SKU. Each is taken or refused by itself; results come in the order of the products.',
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
