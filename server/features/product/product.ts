import { runIdempotent } from '#server/db/idempotency.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import { changedFields } from '#server/domain/changed-fields.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { ListPage } from '#server/platform/http/paging.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type * as calls from '#shared/products.ts';
import {
  activeProducts,
  CATEGORIES,
  changeProduct,
  insertProduct,
  lockProduct,
  type ProductForm,
  productPage,
} from './product.store.ts';

export { activeProducts };

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
  const [result] = await deps.db.read(caller.clientId, [productPage(caller.clientId, query)]);
  const [row] = (result?.rows ?? []) as { page: number; total: number; results: string }[];
  const { page = 1, total = 0, results = '[]' } = row ?? {};
  return new ListPage(results, { page, total, limit: query.limit });
}

/** Adds a product. @throws Failure 422 with `errors` if its SKU is taken or its category doesn't exist */
export async function addProduct(
  deps: Deps,
  { clientId }: Caller,
  form: ProductForm,
  key: string | null,
): Promise<SavedProduct> {
  const write = { clientId, key, call: 'POST /v1/client/product/', body: form };
  return withSaveErrors(form, () =>
    runIdempotent(deps.db, write, async (trx) => {
      const id = await insertProduct(trx, clientId, form, deps.clock());
      recordAudit(trx, { clientId, target: form.sku });
      deps.bus.publish(trx, clientId, { kind: 'product', id });
      return { message: `El producto ${form.sku} se creó correctamente`, results: { id } };
    }),
  );
}

/** Changes a product. @throws Failure 404 if the client has no such product, 422 as `addProduct` */
export async function editProduct(
  deps: Deps,
  { clientId }: Caller,
  id: number,
  form: ProductForm,
): Promise<SavedProduct> {
  return withSaveErrors(form, () =>
    deps.db.withClient(clientId, async (trx) => {
      const before = await lockProduct(trx, clientId, id);
      if (!before) throw new Failure(404, messages.notFound);
      const fields = changedFields(before, form);
      if (fields.length > 0) {
        await changeProduct(trx, clientId, id, form, deps.clock());
        recordAudit(trx, { clientId, target: form.sku, fields });
        deps.bus.publish(trx, clientId, { kind: 'product', id });
      }
      return { message: `El producto ${form.sku} se guardó correctamente`, results: { id } };
    }),
  );
}

const INT_MAX = 2 ** 31 - 1;

/** Converts constraint violations to a Failure 422. Checking the SKU before the write would miss concurrent writes. */
async function withSaveErrors<T>(form: ProductForm, save: () => Promise<T>): Promise<T> {
  const noCategory = new Failure(422, messages.fields, [{ field: 'category', message: 'La categoría no existe' }]);
  if (form.category > INT_MAX) throw noCategory;
  try {
    return await save();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23503') throw noCategory;
    if (code !== '23505' || !constraint?.startsWith('one_sku')) throw error;
    throw new Failure(422, messages.fields, [{ field: 'sku', message: 'Ya tenés un producto con ese SKU' }]);
  }
}

/** Lists all product categories. */
export async function listProductCategories(deps: Deps): Promise<{ results: { id: string; name: string }[] }> {
  const [result] = await deps.db.read(null, [CATEGORIES]);
  return { results: result?.rows ?? [] };
}
