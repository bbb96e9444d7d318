import * as z from 'zod/mini';
import type { Trx } from '#server/db/connection.ts';
import { runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { createFairConcurrencyLimit } from '#server/platform/concurrency/fair-concurrency-limit.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import type { FieldError } from '#shared/kit/http/failure.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { productForm } from '#shared/orders/product/new-product.ts';
import type * as calls from '#shared/orders/product/product-import.ts';
import type { Existing } from '#shared/orders/product/product-import.ts';
import { lockBarcodes, productsWithBarcodes, productsWithSkus, releaseBarcodes } from './barcode.store.ts';
import { CATEGORIES, type ProductForm, productIds } from './product.store.ts';
import { upsertProducts } from './product-import.store.ts';
import { barcodeOfSku, takenBarcode } from './taken-barcode.ts';

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

/** A product of an import: valid, or refused with these errors. */
type ValidatedProduct = { form: ProductForm } | { errors: FieldError[] };

/** Builds the refusal of a product. */
const refused = (field: string, message: string): { errors: FieldError[] } => ({ errors: [{ field, message }] });

/** Returns the valid products of an import. */
const formsOf = (products: readonly ValidatedProduct[]): ProductForm[] =>
  products.flatMap((product) => ('form' in product ? [product.form] : []));

/** Returns the SKUs as given. */
const skusOf = (forms: readonly ProductForm[]): string[] => forms.map(({ sku }) => sku);

/**
 * Frees the bar codes of an import. Refuses a product if its bar code is the SKU of another of the client's products,
 * or if another product keeps the code. A product to which the same import gives another bar code, or none, loses its
 * own here, so that products can swap bar codes.
 *
 * @returns all products of the import, and the SKUs of products that lost a bar code to another product
 */
async function freeBarcodes(
  trx: Trx,
  clientId: number,
  validated: readonly ValidatedProduct[],
  { existing, now }: { existing: Existing; now: Date },
): Promise<{ accepted: ValidatedProduct[]; released: string[] }> {
  const forms = formsOf(validated);
  const barcodes = forms.flatMap(({ barcode }) => (barcode ? [barcode] : []));
  await lockBarcodes(trx, clientId);
  const ids = await productIds(trx, clientId, skusOf(forms));
  const owners = await productsWithBarcodes(trx, clientId, barcodes);
  const isWritten = ({ sku }: ProductForm) => existing === 'update' || !ids.has(sku);
  const otherOwner = (form: ProductForm) => {
    const owner = isWritten(form) ? owners.get(form.barcode ?? '') : undefined;
    return owner?.id === ids.get(form.sku) ? undefined : owner;
  };
  const named = await productsWithSkus(trx, clientId, barcodes);
  let accepted = validated.map((product) => {
    if (!('form' in product) || !isWritten(product.form)) return product;
    const { sku, barcode = '' } = product.form;
    const other = named.get(barcode);
    return other && other.id !== ids.get(sku) ? refused('barcode', barcodeOfSku(other.sku)) : product;
  });
  for (;;) {
    const changing = formsOf(accepted).filter((form) => form.barcode !== undefined && isWritten(form));
    const givenAnother = new Map(changing.map(({ sku }) => [ids.get(sku), sku]));
    const taken = accepted.map((product) => {
      const owner = 'form' in product ? otherOwner(product.form) : undefined;
      return owner && !givenAnother.has(owner.id) ? owner : null;
    });
    if (taken.every((owner) => owner === null)) {
      const losing = formsOf(accepted).flatMap((form) => otherOwner(form)?.id ?? []);
      await releaseBarcodes(trx, clientId, losing, now);
      return { accepted, released: losing.flatMap((id) => givenAnother.get(id) ?? []) };
    }
    // A refused product keeps its own bar code, which may refuse another one.
    accepted = accepted.map((product, index) => {
      const owner = taken[index];
      return owner ? refused('barcode', takenBarcode(owner.sku)) : product;
    });
  }
}

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
