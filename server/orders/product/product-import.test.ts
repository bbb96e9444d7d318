import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { type Existing, importProducts, MAX_IMPORTED } from '#shared/orders/product/product-import.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { productRoutes } from './product.routes.ts';
import { importProducts as runImport } from './product-import.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([productRoutes]);
});
afterAll(() => gateway?.stop());

const product = (sku: string, changes: Record<string, unknown> = {}) => ({
  sku,
  description: 'Zapatilla de lona',
  category: '1',
  value: 1234,
  length: 30,
  height: 12,
  width: 20,
  weight: 800,
  active: true,
  ...changes,
});

interface Given {
  existing?: Existing;
  by?: TestClient;
  key?: string;
}

const send = (products: unknown[], { existing = 'update', by = client, key }: Given = {}) =>
  gateway.call(importProducts, { by, body: { products, existing } as never, ...(key && { key }) });

/** Returns the result of each product as text: 'A created', or 'B refused' with the errors. */
async function outcome(products: unknown[], given: Given = {}) {
  const { status, body } = await send(products, given);
  expect(status).toBe(200);
  return body.results.map(({ sku, result, errors }) =>
    [sku, result, ...errors.map(({ field, message }) => `${field}: ${message}`)].join(' '),
  );
}

async function catalogue(by = client) {
  const { body } = await gateway.call(listProducts, { by, query: { limit: 100 } as never });
  return body.results.map(({ sku, value, active }) => `${sku} ${value} ${active}`).sort();
}

describe('an import', () => {
  beforeAll(async () => {
    client = await gateway.addClient();
  });

  test('creates new products, updates existing ones by SKU, and leaves equal ones unchanged', async () => {
    expect(await outcome([product('A'), product('B')])).toEqual(['A created', 'B created']);
    const again = [product('a', { value: 99, active: false }), product('B'), product('C')];
    expect(await outcome(again)).toEqual(['a updated', 'B unchanged', 'C created']);
    expect(await catalogue()).toEqual(['B 1234 true', 'C 1234 true', 'a 99 false']);
    expect(await outcome(again)).toEqual(['a unchanged', 'B unchanged', 'C unchanged']);
  });

  test('skips existing products on request', async () => {
    const before = await catalogue();
    expect(await outcome([product('b', { value: 1 }), product('D')], { existing: 'skip' })).toEqual([
      'b skipped',
      'D created',
    ]);
    expect(await catalogue()).toEqual([...before, 'D 1234 true'].sort());
  });

  test('saves the valid products and gives the reason for each refused one', async () => {
    const bad = product('X', { description: '', weight: 0 });
    expect(await outcome([bad, product('E'), product('e'), product('Y', { category: 99 }), 'no product'])).toEqual([
      'X refused description: La descripción es requerida weight: El peso no es válido',
      'E created',
      'e refused sku: El SKU está repetido',
      'Y refused category: La categoría no existe',
      expect.stringMatching(/^ ?refused /),
    ]);
  });

  test('accepts products up to the limit of a call', async () => {
    const many = Array.from({ length: MAX_IMPORTED + 1 }, (_, index) => product(`M-${index}`));
    expect((await send(many)).status).toBe(422);
    expect((await send([])).status).toBe(422);
    const { body } = await send(many.slice(1));
    expect(body.message).toBe('500 productos guardados');
    expect(body.results.every(({ result, id }) => result === 'created' && id !== null)).toBe(true);
  });

  test('requires a choice for existing products', async () => {
    const { status } = await gateway.call(importProducts, { by: client, body: { products: [product('F')] } as never });
    expect(status).toBe(422);
  });
});

test('two clients can have the same SKU without seeing or changing each other’s product', async () => {
  const [mine, theirs] = [await gateway.addClient(), await gateway.addClient()];
  expect(await outcome([product('SHARED')], { by: mine })).toEqual(['SHARED created']);
  expect(await outcome([product('SHARED', { value: 5 })], { by: theirs })).toEqual(['SHARED created']);
  expect(await catalogue(mine)).toEqual(['SHARED 1234 true']);
  expect(await catalogue(theirs)).toEqual(['SHARED 5 true']);
});

test('a repeated call with the same key returns the first results', async () => {
  const by = await gateway.addClient();
  const first = await send([product('KEY')], { by, key: 'import-1' });
  expect(first.body.results[0]?.result).toBe('created');
  expect((await send([product('KEY')], { by, key: 'import-1' })).body).toEqual(first.body);
  expect((await send([product('KEY', { value: 2 })], { by, key: 'import-1' })).status).toBe(422);
});

test('concurrent imports of the same products in opposite sequences both succeed', async () => {
  const by = await gateway.addClient();
  const products = Array.from({ length: 200 }, (_, index) => product(`R-${index}`));
  const answers = await Promise.all([send(products, { by }), send([...products].reverse(), { by })]);
  const created = answers.flatMap(({ body }) => body.results).filter(({ result }) => result === 'created');
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(created).toHaveLength(200);
});

test('a node runs two imports of a client at once, lets sixteen wait, and refuses more; other clients don’t wait for them', async () => {
  const [many, other] = [await gateway.addClient(), await gateway.addClient()];
  const start = ({ clientId }: TestClient, n: number) =>
    runImport(gateway.deps, { clientId } as Caller, { products: [product(`M-${n}`)], existing: 'update' }, null);
  const ended: string[] = [];
  const all = Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => start(many, n).finally(() => ended.push('many'))),
  );
  await start(other, 0).finally(() => ended.push('other'));
  expect(ended.filter((whose) => whose === 'many').length, 'imports before the other client’s').toBeLessThan(12 + 16);
  const results = await all;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 16);
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.status] : []))).toEqual(
    Array(12).fill(503),
  );
});
