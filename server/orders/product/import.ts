import * as z from 'zod/mini';
import { runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/domain/deps.ts';
import { createFairConcurrencyLimit } from '#server/platform/fair-concurrency-limit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { pluralize } from '#shared/format.ts';
import type { BodyOf } from '#shared/http/endpoint.ts';
import { productForm } from '#shared/orders/product/new-product.ts';
import type * as calls from '#shared/orders/product/product-import.ts';
import { foldedKey } from '#shared/rules/typed-key.ts';
import { upsertProducts } from './import.store.ts';
import { formsOf, freeBarcodes, refused, skusOf, type ValidatedProduct } from './import-barcodes.ts';
import { CATEGORIES, productIds } from './product.store.ts';

/** Runs two imports at once on a node: many of one client would hold the connections that other clients' calls need. */
const limit = createFairConcurrencyLimit({ concurrency: 3, maxQueued: 64, maxQueuedPerKey: 16 });

interface Imported {
  message: string;
  results: calls.ImportResult[];
}

/**
 * Imports products into the client's catalogue by SKU, case-insensitively: creates new ones, and updates or skips
 * existing ones as `existing` requests. An invalid product, or one whose bar code another product has, doesn't affect the others.
 * Importing the same products twice changes nothing.
 *
 * @throws Failure 503 when sixteen other imports of the client wait on the node
 */
export const importProducts = (
  deps: Deps,
  caller: Caller,
  body: BodyOf<typeof calls.importProducts>,
  key: string | null,
): Promise<Imported> => limit({ key: String(caller.clientId), known: true }, () => runImport(deps, caller, body, key));

async function runImport(
  deps: Deps,
  { clientId }: Caller,
  { products, existing }: BodyOf<typeof calls.importProducts>,
  key: string | null,
): Promise<Imported> {
  const categories = await categoryIds(deps);
  const validated = validateProducts(products, categories);
  const write = { clientId, key, call: 'POST /v1/client/product/import', body: { products, existing } };
  return runIdempotent(deps.db, write, async (trx) => {
    const now = deps.clock();
    const { accepted, released } = await freeBarcodes(trx, clientId, validated, { existing, now });
    const forms = formsOf(accepted);
    const saved = await upsertProducts(trx, clientId, forms, existing, now);
    // A product whose only change was to lose its bar code is unchanged by now.
    for (const sku of released) if (!saved.has(sku)) saved.set(sku, 'updated');
    const ids = await productIds(trx, clientId, skusOf(forms));
    const results = accepted.map((product, index) => toImportResult(product, products[index], existing, saved, ids));
    if (saved.size > 0) {
      deps.events.record(trx, clientId, 'products.imported', { products: products.length, saved: saved.size });
    }
    const count = results.filter(({ result }) => result === 'created' || result === 'updated').length;
    return { message: pluralize(count, 'producto guardado', 'productos guardados'), results };
  });
}

async function categoryIds(deps: Deps): Promise<ReadonlySet<string>> {
  const [categories] = await deps.db.read(null, [CATEGORIES]);
  return new Set(categories.map(({ id }) => id));
}

/** Validates each product against the contract. Refuses a SKU or a bar code that an earlier product of the import has. */
function validateProducts(products: readonly unknown[], categories: ReadonlySet<string>): ValidatedProduct[] {
  const seen = new Set<string>();
  const barcodes = new Set<string>();
  return products.map((raw) => {
    const parsed = z.safeParse(productForm, raw);
    if (!parsed.success) {
      return { errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) };
    }
    const { sku, category, barcode } = parsed.data;
    if (!categories.has(String(category))) return refused('category', 'La categoría no existe');
    if (seen.has(foldedKey(sku))) return refused('sku', 'El SKU está repetido');
    if (barcode && barcodes.has(barcode)) return refused('barcode', 'El código de barras está repetido');
    seen.add(foldedKey(sku));
    if (barcode) barcodes.add(barcode);
    return { form: parsed.data };
  });
}

function toImportResult(
  validated: ValidatedProduct,
  raw: unknown,
  existing: calls.Existing,
  saved: ReadonlyMap<string, 'created' | 'updated'>,
  ids: ReadonlyMap<string, number>,
): calls.ImportResult {
  if ('errors' in validated) {
    const { sku } = (raw ?? {}) as { sku?: unknown };
    return { sku: typeof sku === 'string' ? sku : null, result: 'refused', id: null, errors: validated.errors };
  }
  const { sku } = validated.form;
  const result = saved.get(sku) ?? (existing === 'skip' ? 'skipped' : 'unchanged');
  return { sku, result, id: ids.get(sku) ?? null, errors: [] };
}
