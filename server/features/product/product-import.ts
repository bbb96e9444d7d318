import * as z from 'zod/mini';
import { runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { pluralize } from '#shared/format.ts';
import type { BodyOf } from '#shared/http/endpoint.ts';
import type { FieldError } from '#shared/http/failure.ts';
import type * as calls from '#shared/product-import.ts';
import { productForm } from '#shared/products.ts';
import { CATEGORIES, type ProductForm, productsBySku } from './product.store.ts';
import { upsertProducts } from './product-import.store.ts';

interface Imported {
  message: string;
  results: calls.ImportResult[];
}

/** A product of an import: right so far, or refused for these reasons. */
type ValidatedProduct = { form: ProductForm } | { errors: FieldError[] };

/**
 * Takes products into the client's catalogue by their SKU, case apart: new ones are created, those that are there are
 * updated or left alone as `existing` says. What is wrong with one doesn't keep the others out, and sending the same again
 * changes nothing.
 */
export async function importProducts(
  deps: Deps,
  { clientId }: Caller,
  { products, existing }: BodyOf<typeof calls.importProducts>,
  key: string | null,
): Promise<Imported> {
  const categories = await categoryIds(deps);
  const given = validateProducts(products, categories);
  const forms = given.flatMap((one) => ('form' in one ? [one.form] : []));
  const write = { clientId, key, call: 'POST /v1/client/product/import', body: { products, existing } };
  return runIdempotent(deps.db, write, async (trx) => {
    const taken = await upsertProducts(trx, clientId, forms, existing, deps.clock());
    const ids = await productsBySku(
      trx,
      clientId,
      forms.map(({ sku }) => sku),
    );
    const results = given.map((one, index) => toImportResult(one, products[index], existing, taken, ids));
    if (taken.size > 0) deps.bus.publish(trx, clientId, { kind: 'product', id: null });
    const count = (...wanted: calls.ImportResult['result'][]) =>
      results.filter(({ result }) => wanted.includes(result)).length;
    return {
      message: `${pluralize(count('created', 'updated'), 'producto guardado', 'productos guardados')}`,
      results,
    };
  });
}

async function categoryIds(deps: Deps): Promise<ReadonlySet<string>> {
  const [result] = await deps.db.read(null, [CATEGORIES]);
  return new Set(((result?.rows ?? []) as { id: string }[]).map(({ id }) => id));
}

/** Each product by the contract; a SKU that comes again is refused, the first one counts. */
function validateProducts(products: readonly unknown[], categories: ReadonlySet<string>): ValidatedProduct[] {
  const seen = new Set<string>();
  return products.map((raw) => {
    const parsed = z.safeParse(productForm, raw);
    if (!parsed.success) {
      return { errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) };
    }
    const { sku, category } = parsed.data;
    if (!categories.has(String(category))) return refused('category', 'La categoría no existe');
    if (seen.has(sku.toLowerCase())) return refused('sku', 'El SKU está repetido');
    seen.add(sku.toLowerCase());
    return { form: parsed.data };
  });
}

const refused = (field: string, message: string) => ({ errors: [{ field, message }] });

function toImportResult(
  given: ValidatedProduct,
  raw: unknown,
  existing: calls.Existing,
  taken: ReadonlyMap<string, 'created' | 'updated'>,
  ids: ReadonlyMap<string, { id: number }>,
): calls.ImportResult {
  if ('errors' in given) {
    const { sku } = (raw ?? {}) as { sku?: unknown };
    return { sku: typeof sku === 'string' ? sku : null, result: 'refused', id: null, errors: given.errors };
  }
  const { sku } = given.form;
  const result = taken.get(sku) ?? (existing === 'skip' ? 'skipped' : 'unchanged');
  return { sku, result, id: ids.get(sku)?.id ?? null, errors: [] };
}
