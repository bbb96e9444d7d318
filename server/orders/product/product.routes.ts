import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as newCalls from '#shared/orders/product/new-product.ts';
import * as importCalls from '#shared/orders/product/product-import.ts';
import * as calls from '#shared/orders/product/products.ts';
import { addProduct, editProduct, listProductCategories, listProducts } from './product.ts';
import { importProducts } from './product-import.ts';

export function productRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listProducts, ({ caller, query }) => listProducts(deps, caller, query));
  mount.client(newCalls.createProduct, ({ caller, body, idempotencyKey }) =>
    addProduct(deps, caller, body, idempotencyKey),
  );
  mount.client(newCalls.updateProduct, ({ caller, params, body }) => editProduct(deps, caller, params.id, body));
  mount.client(importCalls.importProducts, ({ caller, body, idempotencyKey }) =>
    importProducts(deps, caller, body, idempotencyKey),
  );
  mount.client(calls.productCategories, () => listProductCategories(deps));
}
