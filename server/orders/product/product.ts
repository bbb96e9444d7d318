import type { Trx } from '#server/db/connection.ts';
import { runIdempotent } from '#server/db/idempotency.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { ListPage } from '#server/platform/http/response/paging.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type * as calls from '#shared/orders/product/products.ts';
import { lockBarcodes, productsWithBarcodes, productsWithSkus } from './barcode.store.ts';
import {
  activeProducts,
  CATEGORIES,
  changeProduct,
  hasActiveProducts,
  insertProduct,
  lockProduct,
  type ProductForm,
  productPage,
} from './product.store.ts';
import { barcodeOfSku, takenBarcode } from './taken-barcode.ts';

export { activeProducts, hasActiveProducts };

interface SavedProduct {
  message: string;
  results: { id: number };
}

/** Returns a page of the client's products (D2 §7). */
export async function listProducts(
  deps: Deps,
  caller: Caller,
  query: QueryOf<typeof calls.listProducts>,
): Promise<ListPage> {
  const [[row]] = await deps.db.read(caller.clientId, [productPage(caller.clientId, query)]);
  const { page, total, results } = row ?? { page: 1, total: 0, results: '[]' };
  return new ListPage(results, { page, total, limit: query.limit });
}

/** Adds a product. @throws Failure 422 with `errors` if its SKU or bar code is taken or its category doesn't exist */
export async function addProduct(
  deps: Deps,
  caller: Caller,
  form: ProductForm,
  key: string | null,
): Promise<SavedProduct> {
  const { clientId } = caller;
  const write = { clientId, key, call: 'POST /v1/client/product/', body: form };
  return withSaveErrors(deps, caller, form, () =>
    runIdempotent(deps.db, write, async (trx) => {
      if (form.barcode) await lockBarcodes(trx, clientId);
      await assertNoSku(trx, clientId, form);
      const id = await insertProduct(trx, clientId, form, deps.clock());
      deps.events.record(trx, clientId, 'product.added', { id, sku: form.sku });
      return { message: `El producto ${form.sku} se creó correctamente`, results: { id } };
    }),
  );
}

/** Changes a product. @throws Failure 404 if the client has no such product, 422 as `addProduct` */
export async function editProduct(deps: Deps, caller: Caller, id: number, form: ProductForm): Promise<SavedProduct> {
  const { clientId } = caller;
  return withSaveErrors(deps, caller, form, () =>
    deps.db.withClient(clientId, async (trx) => {
      await lockBarcodes(trx, clientId);
      const before = await lockProduct(trx, clientId, id);
      if (!before) throw new Failure(404, messages.notFound);
      const fields = changedFields(before, { ...form, barcode: form.barcode ?? before.barcode });
      if (fields.length > 0) {
        if (fields.includes('barcode')) await assertNoSku(trx, clientId, form, id);
        await changeProduct(trx, clientId, id, form, deps.clock());
        deps.events.record(trx, clientId, 'product.changed', { id, sku: form.sku, fields });
      }
      return { message: `El producto ${form.sku} se guardó correctamente`, results: { id } };
    }),
  );
}

/**
 * Refuses a bar code that is the SKU of another product: it would never be read as the code.
 *
 * @param id the changed product, whose own SKU may be its code; null for a new one
 * @throws Failure 422 on `barcode`
 */
async function assertNoSku(trx: Trx, clientId: number, { sku, barcode }: ProductForm, id: number | null = null) {
  if (!barcode || foldedKey(barcode) === foldedKey(sku)) return;
  const other = (await productsWithSkus(trx, clientId, [barcode])).get(barcode);
  if (other && other.id !== id) {
    throw refusedField('barcode', barcodeOfSku(other.sku));
  }
}

const INT_MAX = 2 ** 31 - 1;

/**
 * Converts constraint violations to a Failure 422. Checking SKU and bar code before the write would miss concurrent writes.
 */
async function withSaveErrors<T>(
  { db }: Pick<Deps, 'db'>,
  { clientId }: Caller,
  form: ProductForm,
  save: () => Promise<T>,
): Promise<T> {
  if (form.category > INT_MAX) throw refusedField('category', 'La categoría no existe');
  try {
    return await save();
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw refusedField('category', 'La categoría no existe');
    const key = violatedUniqueKey(error);
    if (key === 'one_barcode') {
      const code = form.barcode ?? '';
      const owners = await db.withClient(clientId, (trx) => productsWithBarcodes(trx, clientId, [code]));
      throw refusedField('barcode', takenBarcode(owners.get(code)?.sku ?? null));
    }
    if (!key?.startsWith('one_sku')) throw error;
    throw refusedField('sku', 'Ya tenés un producto con ese SKU');
  }
}

/** Lists all product categories. */
export async function listProductCategories(deps: Deps): Promise<{ results: { id: string; name: string }[] }> {
  const [results] = await deps.db.read(null, [CATEGORIES]);
  return { results };
}
