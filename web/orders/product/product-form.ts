import * as z from 'zod/mini';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import { type createProduct, productForm, strictProductForm } from '#shared/orders/product/new-product.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';

/** Values of the product dialog: texts as they were typed. */
export type ProductValues = {
  sku: string;
  description: string;
  category: string;
  value: string;
  length: string;
  width: string;
  height: string;
  weight: string;
  active: boolean;
  /** Missing before a gateway without bar codes. */
  barcode?: string;
};

const FIGURES = ['value', 'length', 'width', 'height', 'weight'] as const;

/** Normalizes the numbers to the format of the contract. */
function normalizeNumbers(typed: ProductValues): ProductValues {
  const numbers = Object.fromEntries(FIGURES.map((name) => [name, normalizeNumber(typed[name])]));
  return { ...typed, ...numbers };
}

/**
 * Returns the rules of D2 §5, accepting numbers with Argentine separators.
 *
 * @param detailed whether the text of a number says what is wrong, or is the one that D2 §5 names (readings C63)
 */
export const productSchemaOf = (detailed: boolean) =>
  z.pipe(
    z.transform((typed: ProductValues): z.input<typeof productForm> => normalizeNumbers(typed)),
    detailed ? productForm : strictProductForm,
  );

/**
 * Returns the form values of a product, or of a new one.
 *
 * @param product without `barcode` if the gateway that listed it doesn't know bar codes yet: the form leaves it out, since an empty one
 *   would remove the stored one
 * @param barcodes whether the gateway has bar codes (readings R4)
 */
export function productValues(product: Product | null, barcodes: boolean): ProductValues {
  const barcode = product ? product.barcode : '';
  const text = (figure: number | undefined) => (figure === undefined ? '' : String(figure).replace('.', ','));
  return {
    sku: product?.sku ?? '',
    description: product?.description ?? '',
    category: String(product?.category?.id ?? ''),
    value: text(product?.value),
    length: text(product?.length),
    width: text(product?.width),
    height: text(product?.height),
    weight: text(product?.weight),
    active: product?.active ?? true,
    ...(barcodes && barcode !== undefined && { barcode }),
  };
}

type ProductBody = NonNullable<CallInput<typeof createProduct>['body']>;

/** Returns the body of the call: the value in pesos, the rest as parsed. */
export function productBody(parsed: z.output<typeof productForm>) {
  return { ...parsed, value: parsed.value / 100 } satisfies ProductBody;
}

/** Returns the body of a product with stored values outside the rules: they go back as they came, with numbers as numbers. */
export function storedBody(typed: ProductValues): ReturnType<typeof productBody> {
  const numbers = [...FIGURES, 'category' as const].map((name) => {
    const text = normalizeNumber(typed[name]).replace(',', '.');
    return [name, Number.isNaN(Number(text)) ? text : Number(text)];
  });
  return { ...typed, ...Object.fromEntries(numbers) };
}

/** Returns the saved product, before any list contains it. */
export function savedProduct(id: number, body: ReturnType<typeof productBody>, categoryName: string): Product {
  return { ...body, id, category: { id: String(body.category), name: categoryName } };
}
