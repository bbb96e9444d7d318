import * as z from 'zod/mini';
import { choice, flag, integer, later, text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { filterFlag, filterText, listQuery, page } from './http/page.ts';
import { messages } from './messages.ts';

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
});

export type Product = z.output<typeof product>;

const side = (name: string) => {
  const problem = `El ${name} no es válido`;
  return integer({ required: problem, min: [1, problem], max: [9999, problem] });
};

/** Whole pesos, like every figure of the form (D2 §5); out in cents. */
const wholePesos = z.pipe(
  integer({
    required: 'El valor es requerido',
    invalid: 'Ingresá pesos enteros, sin centavos',
    min: [1, 'El valor es requerido'],
    max: [9_999_999, 'El valor no es válido'],
  }),
  z.transform((pesos) => pesos * 100),
);

/** D2 §5 Product form. `category` is the category's id (readings C40). */
export const productForm = z.object({
  sku: text({ required: 'El SKU es requerido', max: [60] }),
  description: text({ required: 'La descripción es requerida', max: [200] }),
  category: integer({ required: 'La categoría es requerida', min: [1, 'La categoría es requerida'] }),
  value: wholePesos,
  length: side('largo'),
  height: side('alto'),
  width: side('ancho'),
  weight: integer({
    required: 'El peso no es válido',
    min: [1, 'El peso no es válido'],
    max: [999_999, 'El peso no es válido'],
  }),
  active: flag(true),
});

const saved = z.object({ message: z.string(), results: z.object({ id: z.number() }) });

export const listProducts = endpoint('GET /v1/client/product/', {
  access: 'client',
  summary: 'Products of the client, the newest first.',
  query: listQuery({
    sku: filterText,
    description: filterText,
    category: filterText,
    active: filterFlag,
    only_with_dolar_price: filterFlag,
  }),
  reply: page(product),
});

export const createProduct = endpoint('POST /v1/client/product/', {
  access: 'client',
  summary: 'Add a product; its SKU is unique within the client.',
  body: productForm,
  reply: saved,
  idempotent: true,
});

export const updateProduct = endpoint('PUT /v1/client/product/:id', {
  access: 'client',
  summary: 'Change a product.',
  params: z.object({ id: integer({ required: messages.required, min: [1] }) }),
  body: productForm,
  reply: saved,
});

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
      .array(later(productForm))
      .check(
        z.minLength(1, 'Enviá al menos un producto'),
        z.maxLength(MAX_IMPORTED, `Hasta ${MAX_IMPORTED} productos por llamada`),
      ),
    existing: choice(EXISTING, messages.required),
  }),
  reply: z.object({ message: z.string(), results: z.array(importResult) }),
  idempotent: true,
});

export const productCategories = endpoint('GET /v1/client/product_category/', {
  access: 'client',
  summary: 'Product categories.',
  reply: z.object({ results: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
