import { afterAll, beforeAll, expect, test } from 'vitest';
import { productRoutes } from '#server/features/product/product.routes.ts';
import { catalogueOf } from '#shared/bulk/catalogue.ts';
import { createProduct } from '#shared/new-product.ts';
import { listProducts } from '#shared/products.ts';
import { bulkCells } from '#test/bulk-file-factory.ts';
import { judgeTemplate } from '#test/judge-cells.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/test-gateway.ts';
import { findRowProducts } from './batch-products.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([productRoutes]);
  client = await gateway.addClient();
  const measures = { category: 1, length: 1, height: 1, width: 1, active: true, weight: 300, value: 1500 };
  for (const sku of ['MATE-1', 'BOMBILLA']) {
    await gateway.call(createProduct, { by: client, body: { ...measures, sku, description: sku } });
  }
});
afterAll(() => gateway?.stop());

/** Adds a product from before SKUs that look the same were one: its hyphen is another character. */
const addAlike = () =>
  gateway.owner(
    `INSERT INTO products (client_id, sku, sku_repeat, description, category_id, value_cents, length_cm, height_cm, width_cm,
       weight_g, active, created_at, updated_at)
     SELECT client_id, 'MATE‑1', 1, description, category_id, value_cents, length_cm, height_cm, width_cm, 9000, true, created_at,
       updated_at FROM products WHERE client_id = $1 AND sku = 'MATE-1'`,
    [client.clientId],
  );

/** Judges a row of each SKU by the catalogues of server and browser; null for a row that is accepted. */
async function reasonsOf(sku: string) {
  const rows = [{ row: 2, cells: bulkCells(1, { sku }), problems: [] }];
  const server = await findRowProducts(gateway.deps, client.clientId, [rows]);
  const query = { page: 1, limit: 100, filter: { active: 1 } };
  const { body } = await gateway.call(listProducts, { by: client, query: query as never });
  const catalogues = [server, catalogueOf(body.results)];
  return Promise.all(
    catalogues.map(async (products) => {
      const { order, refused } = await judgeTemplate({ sku, cantidad: '1' }, { products });
      return order ? null : refused;
    }),
  );
}

test('a SKU that two active products have, in spellings that look the same, is refused until one of them is changed', async () => {
  const refused = { sku: 'Tenés dos productos activos con un SKU que se ve igual. Cambiá el de uno, o desactivalo' };
  await addAlike();
  expect(await reasonsOf('mate-1')).toEqual([refused, refused]);
  expect(await reasonsOf('MATE‑1')).toEqual([refused, refused]);
  expect(await reasonsOf('BOMBILLA')).toEqual([null, null]);
  await gateway.owner(`UPDATE products SET active = false WHERE client_id = $1 AND sku = 'MATE‑1'`, [client.clientId]);
  expect(await reasonsOf('MATE‑1')).toEqual([null, null]);
});
