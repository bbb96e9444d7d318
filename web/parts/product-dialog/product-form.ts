import * as z from 'zod/mini';
import type { CallInput } from '#shared/http/endpoint.ts';
import { type createProduct, type Product, productForm } from '#shared/products.ts';
import { normalizeNumber } from '#web/parts/form/normalize-number.ts';

/** What the product modal holds: texts as they were typed. */
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
};

const FIGURES = ['value', 'length', 'width', 'height', 'weight'] as const;

/** Figures as the contract reads them. */
function plain(typed: ProductValues): ProductValues {
  const figures = Object.fromEntries(FIGURES.map((name) => [name, normalizeNumber(typed[name])]));
  return { ...typed, ...figures };
}

/** The rules of D2 §5, for figures as people write them. */
export const productSchema = z.pipe(
  z.transform((typed: ProductValues): z.input<typeof productForm> => plain(typed)),
  productForm,
);

/** A product's values; those of a new one when there is none. */
export function productValues(product: Product | null): ProductValues {
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
  };
}

type ProductBody = NonNullable<CallInput<typeof createProduct>['body']>;

/** What is sent: the amount in pesos, everything else as the contract parsed it. */
export function productBody(parsed: z.output<typeof productForm>) {
  return { ...parsed, value: parsed.value / 100 } satisfies ProductBody;
}

/** The product that a saved form describes, before any list shows it. */
export function savedProduct(id: number, body: ReturnType<typeof productBody>, categoryName: string): Product {
  return { ...body, id, category: { id: String(body.category), name: categoryName } };
}
