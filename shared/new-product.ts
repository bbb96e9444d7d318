import * as z from 'zod/mini';
import { flag, integer, text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { messages } from './messages.ts';
import { BARCODE_MAX, barcodeProblem, readBarcode } from './rules/barcode.ts';

const side = (name: string) => {
  const problem = `El ${name} no es válido`;
  return integer({ required: problem, unit: 'centimetres', min: [1, problem], max: [9999, problem] });
};

/** Field for whole pesos, like all numbers of the form (D2 §5); parsed to cents. */
const wholePesos = z.pipe(
  integer({
    required: 'El valor es requerido',
    unit: 'pesos',
    min: [1, 'El valor debe ser mayor a 0'],
    max: [9_999_999, 'El valor debe ser menor o igual a 9999999'],
  }),
  z.transform((pesos) => pesos * 100),
);

/** D2 §5 Product form. `category` is the category's id (readings C40). */
export const productForm = z.object({
  sku: text({ required: 'El SKU es requerido', max: [60], key: true }),
  description: text({ required: 'La descripción es requerida', max: [200], lines: true }),
  category: integer({ required: 'La categoría es requerida', min: [1, 'La categoría es requerida'] }),
  value: wholePesos,
  length: side('largo'),
  height: side('alto'),
  width: side('ancho'),
  weight: integer({
    required: 'El peso no es válido',
    unit: 'grams',
    min: [1, 'El peso no es válido'],
    max: [999_999, 'El peso no es válido'],
  }),
  active: flag(true),
  /** EAN, UPC or the company's own code, unique within the client. Left out, the product keeps its code; empty removes it. */
  barcode: z.optional(
    text({ max: [BARCODE_MAX], normalize: (typed) => readBarcode(typed) ?? typed, check: barcodeProblem }),
  ),
});

const saved = z.object({ message: z.string(), results: z.object({ id: z.number() }) });

export const createProduct = endpoint('POST /v1/client/product/', {
  access: 'client',
  needs: 'products',
  audit: 'product.create',
  summary: 'Creates a product. Its SKU is unique within the client, and so is its bar code, if it has one.',
  body: productForm,
  bodyAdditions: ['barcode'],
  reply: saved,
  idempotent: true,
});

export const updateProduct = endpoint('PUT /v1/client/product/:id', {
  access: 'client',
  needs: 'products',
  audit: 'product.change',
  summary: 'Changes a product.',
  params: z.object({ id: integer({ required: messages.required, min: [1] }) }),
  body: productForm,
  bodyAdditions: ['barcode'],
  reply: saved,
});
