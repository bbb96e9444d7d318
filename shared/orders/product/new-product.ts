import * as z from 'zod/mini';
import { flag, type IntegerRules, integer, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { BARCODE_MAX, barcodeProblem, readBarcode } from '#shared/orders/rules/code/barcode.ts';

/**
 * Builds the field of a number of the form. D2 §5 names one text for each: in strict mode every value that is no positive whole number
 * gets that text; otherwise the text says what is wrong (readings C63).
 */
const numberField = ({ required, unit, min, max }: Required<IntegerRules>, strict: boolean) =>
  integer(strict ? { required, min: [min[0], required], max } : { required, unit, min, max });

/** Returns the rules of a number that has one text for an empty field and for values beyond its limits. */
const oneText = (name: string, unit: Required<IntegerRules>['unit'], max: number): Required<IntegerRules> => {
  const problem = `El ${name} no es válido`;
  return { required: problem, unit, min: [1, problem], max: [max, problem] };
};

const side = (name: string) => oneText(name, 'centimetres', 9999);

/** Whole pesos, like all numbers of the form (D2 §5). */
const VALUE: Required<IntegerRules> = {
  required: 'El valor es requerido',
  unit: 'pesos',
  min: [1, 'El valor debe ser mayor a 0'],
  max: [9_999_999, 'El valor debe ser menor o igual a 9999999'],
};

const productFormOf = (strict: boolean) =>
  z.object({
    sku: text({ required: 'El SKU es requerido', max: [60], key: true }),
    description: text({ required: 'La descripción es requerida', max: [200], lines: true }),
    category: integer({ required: 'La categoría es requerida', min: [1, 'La categoría es requerida'] }),
    /** Parsed to cents. */
    value: z.pipe(
      numberField(VALUE, strict),
      z.transform((pesos) => pesos * 100),
    ),
    length: numberField(side('largo'), strict),
    height: numberField(side('alto'), strict),
    width: numberField(side('ancho'), strict),
    weight: numberField(oneText('peso', 'grams', 999_999), strict),
    active: flag(true),
    /** EAN, UPC or the company's own code, unique within the client. Left out, the product keeps its code; empty removes it. */
    barcode: z.optional(
      text({ max: [BARCODE_MAX], normalize: (typed) => readBarcode(typed) ?? typed, check: barcodeProblem }),
    ),
  });

/** D2 §5 Product form. `category` is the category's id (readings C40). */
export const productForm = productFormOf(false);

/** The form with the texts of D2 §5, for strict mode. */
export const strictProductForm = productFormOf(true);

const saved = z.object({ message: z.string(), results: z.object({ id: z.number() }) });

export const createProduct = endpoint('POST /v1/client/product/', {
  access: 'client',
  needs: 'products',
  audit: 'product.create',
  summary: 'Creates a product. Its SKU is unique within the client, and so is its bar code, if it has one.',
  body: productForm,
  strictBody: strictProductForm,
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
  strictBody: strictProductForm,
  bodyAdditions: ['barcode'],
  reply: saved,
});
