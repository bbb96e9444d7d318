import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { type PlanNode, readScans, rowsOf } from '#test/plans/query-plan.ts';
import { productPage } from './product.store.ts';

/** Size of a large catalogue, the most that the picker can load (D2 §9). */
const PRODUCTS = 10_000;

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([]);
  client = await gateway.addClient();
  for (const { clientId } of [client, await gateway.addClient(), await gateway.addClient()]) {
    await gateway.owner(
      `INSERT INTO products (client_id, sku, description, category_id, value_cents, length_cm, height_cm, width_cm,
         weight_g, active, created_at)
       SELECT $1, 'SKU-' || n, 'Producto de colección ' || md5(n::text), 1 + n % 10, 100 * n, 10, 10, 10, 100, n % 11 > 0,
         current_moment() - n * interval '1 minute'
       FROM generate_series(1, ${PRODUCTS}) n`,
      [clientId],
    );
  }
  await gateway.owner('VACUUM ANALYZE products');
}, 60_000);
afterAll(() => gateway?.stop());

/** Returns the plan nodes that read products, executed as the role `app` under row-level security. */
async function readsOf(query: object): Promise<PlanNode[]> {
  const { text, values = [] } = productPage(client.clientId, { page: 1, limit: 10, filter: {}, ...query } as never);
  return gateway.deps.db.withClient(client.clientId, (trx) => readScans(trx, text, values, ['products']));
}

test.each([
  ['the first page', {}],
  ['the last page', { page: 1000 }],
  ['the active ones', { filter: { active: true } }],
  ['a category', { filter: { category: '3' } }],
  ['a SKU', { filter: { sku: 'sku-777' } }],
  ['a bar code', { filter: { sku: '7790001001238' } }],
  ['a description', { filter: { description: 'a1b2' } }],
])('%s of 10,000 products uses an index and reads no other client’s rows', async (_, query) => {
  const reads = await readsOf(query);
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  for (const node of reads) expect(rowsOf(node)).toBeLessThanOrEqual(PRODUCTS);
});

test('a page counts all products and fetches only its own rows', async () => {
  const [counted = 0, ...fetched] = (await readsOf({})).map(rowsOf).sort((a, b) => b - a);
  expect(counted).toBeLessThanOrEqual(PRODUCTS);
  expect(fetched).toEqual([10, 10]);
});

test('a SKU that may be a bar code reads the products that have it, and no others', async () => {
  const reads = await readsOf({ filter: { sku: 'SKU-777' } });
  // SKU-777, and SKU-7770 to SKU-7779.
  for (const node of reads) expect(rowsOf(node)).toBeLessThanOrEqual(11);
});
