import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { importProducts } from '#shared/product-import.ts';
import * as calls from '#shared/products.ts';
import { addProduct, editProduct, listProductsOf, productCategoryList } from './product.ts';
import { takeInProducts } from './product-import.ts';

export function productRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listProducts, ({ caller, query }) => listProductsOf(deps, caller, query));
  mount.client(calls.createProduct, ({ caller, body, idempotencyKey }) =>
    addProduct(deps, caller, body, idempotencyKey),
  );
  mount.client(calls.updateProduct, ({ caller, params, body }) => editProduct(deps, caller, params.id, body));
  mount.client(importProducts, ({ caller, body, idempotencyKey }) =>
    takeInProducts(deps, caller, body, idempotencyKey),
  );
  mount.client(calls.productCategories, () => productCategoryList(deps));
}
