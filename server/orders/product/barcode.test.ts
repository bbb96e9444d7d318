import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProduct, updateProduct } from '#shared/orders/product/new-product.ts';
import { importProducts } from '#shared/orders/product/product-import.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
import { productRoutes } from './product.routes.ts';

const EAN = '7790001001238';
const OTHER_EAN = '7790895000997';

let gateway: TestGateway;
let by: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([productRoutes]);
});
beforeEach(async () => {
  by = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const add = (changes: Record<string, unknown>, owner = by) =>
  gateway.call(createProduct, { by: owner, body: productForm(changes) });

const edit = (id: number, changes: Record<string, unknown>) =>
  gateway.call(updateProduct, { by, params: { id }, body: productForm(changes) });

async function importOf(products: Record<string, unknown>[], existing: 'update' | 'skip' = 'update') {
  const { body } = await gateway.call(importProducts, { by, body: { products: products.map(productForm), existing } });
  return body.results.map(({ result, errors }) => [
    result,
    ...errors.map(({ field, message }) => `${field}: ${message}`),
  ]);
}

async function listed(sku = '', owner = by) {
  const { body } = await gateway.call(listProducts, { by: owner, query: { filter: { sku } } });
  return body.results.map((product) => [product.sku, product.barcode]);
}

const refusal = ({ status, body }: { status: number; body: { errors?: { field: string; message: string }[] } }) => [
  status,
  ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
];

describe('a bar code', () => {
  test('is stored in one form, kept by changes without it, and removed by an empty text', async () => {
    const { body } = await add({ sku: 'A', barcode: ' 036000 291452 ' });
    expect(await listed()).toEqual([['A', '0036000291452']]);
    await edit(body.results.id, { sku: 'A' });
    expect(await listed()).toEqual([['A', '0036000291452']]);
    await edit(body.results.id, { sku: 'A', barcode: '' });
    expect(await listed()).toEqual([['A', '']]);
    await add({ sku: 'B', barcode: 7790001001238 });
    expect(await listed('B')).toEqual([['B', EAN]]);
  });

  test.each([
    ['null', null],
    ['invisible signs alone', '\u200b\u2060'],
  ])('is removed by %s, which are empty as in other fields', async (_, empty) => {
    const { body } = await add({ sku: 'A', barcode: EAN });
    await edit(body.results.id, { sku: 'A', barcode: empty });
    expect(await listed()).toEqual([['A', '']]);
    expect(refusal(await add({ sku: empty }))).toEqual([422, 'sku: El SKU es requerido']);
  });

  test('with a wrong check digit, or of other signs, is refused with what to look at', async () => {
    expect(refusal(await add({ barcode: '7790001001239' }))).toEqual([
      422,
      'barcode: El código de barras no es válido: revisá el último dígito',
    ]);
    expect(refusal(await add({ barcode: 'ñandú' }))[1]).toContain('lleva números, letras sin tilde');
    expect(refusal(await add({ barcode: '7.79E+12' }))[0]).toBe(422);
  });

  test('that a product has is refused for another one, naming it, and free for another client', async () => {
    await add({ sku: 'Mate', barcode: EAN });
    const taken = [422, 'barcode: Ese código de barras ya lo tiene el producto Mate'];
    expect(refusal(await add({ sku: 'B', barcode: `0${EAN}` }))).toEqual(taken);
    const { body } = await add({ sku: 'C' });
    expect(refusal(await edit(body.results.id, { sku: 'C', barcode: EAN }))).toEqual(taken);
    const other = await gateway.addClient();
    expect((await add({ sku: 'D', barcode: EAN }, other)).status).toBe(200);
  });

  test('that is the SKU of another product is refused, and the product’s own SKU may be its code', async () => {
    await add({ sku: 'CAJA-7' });
    const refused = 'barcode: Ese código es el SKU del producto CAJA-7: al escanearlo se encuentra ese';
    expect(refusal(await add({ sku: 'B', barcode: 'caja-7' }))).toEqual([422, refused]);
    const { body } = await add({ sku: 'C', barcode: 'C' });
    expect(refusal(await edit(body.results.id, { sku: 'C', barcode: 'CAJA-7' }))).toEqual([422, refused]);
    expect((await edit(body.results.id, { sku: 'D', barcode: 'C' })).status).toBe(200);
    expect(await importOf([{ sku: 'D', barcode: 'CAJA-7' }])).toEqual([['refused', refused]]);
    expect(await importOf([{ sku: 'CAJA-7', barcode: 'CAJA-7' }])).toEqual([['updated']]);
    const other = await gateway.addClient();
    expect((await add({ sku: 'B', barcode: 'CAJA-7' }, other)).status).toBe(200);
  });

  test('of two products at once belongs to one of them', async () => {
    const saved = await Promise.all(['A', 'B'].map((sku) => add({ sku, barcode: EAN })));
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await listed()).map(([, barcode]) => barcode)).toEqual([EAN]);
  });

  test('finds its product by the SKU’s filter, as a whole and of the caller alone', async () => {
    await add({ sku: 'A', barcode: EAN });
    await add({ sku: 'B', barcode: OTHER_EAN });
    expect(await listed(`7 790001 001238`)).toEqual([['A', EAN]]);
    expect(await listed(`0${EAN}`)).toEqual([['A', EAN]]);
    expect(await listed('779000100')).toEqual([]);
    expect(await listed(EAN, await gateway.addClient())).toEqual([]);
  });

  test('as a whole is listed before products that contain it, and after the product whose SKU it is', async () => {
    await add({ sku: 'B', barcode: 'a7' });
    const found = async (sku: string) => (await listed(sku)).map(([one]) => one);
    await add({ sku: 'CAJA7' });
    await add({ sku: 'PAVA7' });
    expect(await found('a7')).toEqual(['B', 'PAVA7', 'CAJA7']);
    await add({ sku: 'A7' });
    await add({ sku: 'LATA7' });
    expect(await found('a7')).toEqual(['A7', 'B', 'LATA7', 'PAVA7', 'CAJA7']);
    const paged = { query: { page: 2, limit: 2, filter: { sku: 'a7' } } };
    const { results } = (await gateway.call(listProducts, { by, ...paged })).body;
    expect(results.map(({ sku }) => sku)).toEqual(['LATA7', 'PAVA7']);
  });
});

describe('an import', () => {
  test('sets bar codes, keeps those that it lacks, and removes empty ones', async () => {
    expect(await importOf([{ sku: 'A', barcode: EAN }, { sku: 'B' }])).toEqual([['created'], ['created']]);
    expect(await importOf([{ sku: 'a' }, { sku: 'B', barcode: OTHER_EAN }])).toEqual([['updated'], ['updated']]);
    expect(await listed()).toEqual(
      expect.arrayContaining([
        ['a', EAN],
        ['B', OTHER_EAN],
      ]),
    );
    expect(await importOf([{ sku: 'a' }, { sku: 'B', barcode: OTHER_EAN }])).toEqual([['unchanged'], ['unchanged']]);
    await importOf([{ sku: 'a', barcode: '' }]);
    expect(await listed('a')).toEqual([['a', '']]);
  });

  test('refuses a taken or repeated bar code, and saves the others', async () => {
    await add({ sku: 'Mate', barcode: EAN });
    const rows = [
      { sku: 'A', barcode: EAN },
      { sku: 'B', barcode: OTHER_EAN },
      { sku: 'C', barcode: OTHER_EAN },
    ];
    expect(await importOf(rows)).toEqual([
      ['refused', 'barcode: Ese código de barras ya lo tiene el producto Mate'],
      ['created'],
      ['refused', 'barcode: El código de barras está repetido'],
    ]);
    expect((await listed()).map(([sku]) => sku).sort()).toEqual(['B', 'Mate']);
  });

  test('that leaves known products as they are doesn’t look at their bar codes', async () => {
    await add({ sku: 'Mate', barcode: EAN });
    await add({ sku: 'A' });
    expect(await importOf([{ sku: 'A', barcode: EAN }], 'skip')).toEqual([['skipped']]);
  });

  test('moves bar codes between its products, as long as none of them is refused', async () => {
    await importOf([
      { sku: 'A', barcode: EAN },
      { sku: 'B', barcode: OTHER_EAN },
      { sku: 'C', barcode: 'CAJA-7' },
    ]);
    const swapped = [
      { sku: 'A', barcode: OTHER_EAN },
      { sku: 'B', barcode: EAN },
    ];
    expect(await importOf(swapped)).toEqual([['updated'], ['updated']]);
    expect(await importOf(swapped)).toEqual([['unchanged'], ['unchanged']]);
    const given = [
      { sku: 'B', barcode: '' },
      { sku: 'D', barcode: EAN },
    ];
    expect(await importOf(given)).toEqual([['updated'], ['created']]);
    // C keeps its bar code, so A, and with it D, keep theirs.
    const chain = [
      { sku: 'D', barcode: OTHER_EAN },
      { sku: 'A', barcode: 'CAJA-7' },
    ];
    expect(await importOf(chain)).toEqual([
      ['refused', 'barcode: Ese código de barras ya lo tiene el producto A'],
      ['refused', 'barcode: Ese código de barras ya lo tiene el producto C'],
    ]);
    expect(await importOf(swapped, 'skip')).toEqual([['skipped'], ['skipped']]);
    expect((await listed()).sort()).toEqual([
      ['A', OTHER_EAN],
      ['B', ''],
      ['C', 'CAJA-7'],
      ['D', EAN],
    ]);
  });

  test('without a bar code keeps one that a form saves at the same time', async () => {
    for (const sku of ['A', 'B', 'C', 'D', 'E', 'F']) {
      const { body } = await add({ sku });
      const [edited] = await Promise.all([
        edit(body.results.id, { sku, barcode: `CAJA-${sku}` }),
        importOf([{ sku, description: 'Otra' }]),
      ]);
      expect([edited.status, await listed(sku)]).toEqual([200, [[sku, `CAJA-${sku}`]]]);
    }
  });

  test('with moved bar codes, and one without bar codes at the same time, wait for each other', async () => {
    const skus = Array.from({ length: 60 }, (_, n) => `S-${String(n).padStart(2, '0')}`);
    const codeOf = (sku: string) => `CAJA-${sku}`;
    await importOf(skus.map((sku) => ({ sku, barcode: codeOf(sku) })));
    for (const description of ['Una', 'Otra', 'Tercera']) {
      const [one = '', other = ''] = skus.slice(-2);
      const swapped = [
        ...skus.slice(0, -2).map((sku) => ({ sku, description })),
        { sku: one, barcode: codeOf(other) },
        { sku: other, barcode: codeOf(one) },
      ];
      const calls = [
        swapped,
        skus.map((sku) => ({ sku, description })),
        skus.map((sku) => ({ sku, barcode: codeOf(sku) })),
      ];
      const results = await Promise.all(calls.map((rows) => importOf(rows)));
      expect(results.flat().filter(([result]) => result === 'refused')).toEqual([]);
    }
  });

  test('and a form that give the same bar code at once: one of them is refused', async () => {
    for (const n of [0, 1, 2, 3, 4, 5]) {
      const barcode = `CAJA-${n}`;
      const rows = Array.from({ length: 20 }, (_, row) => ({ sku: `${n}-${row}` }));
      const [imported, added] = await Promise.all([
        importOf([...rows, { sku: `Z-${n}`, barcode }]),
        add({ sku: `F-${n}`, barcode }),
      ]);
      expect([imported.at(-1)?.[0] === 'created', added.status === 200].sort(), barcode).toEqual([false, true]);
    }
  });

  test('refuses a bar code that another call takes meanwhile', async () => {
    const rows = (sku: string) => importOf([{ sku, barcode: EAN }, { sku: `${sku}-2` }]);
    const results = await Promise.all([rows('A'), rows('B')]);
    expect(
      results
        .flat()
        .flatMap(([result]) => result)
        .sort(),
    ).toEqual(['created', 'created', 'created', 'refused']);
  });
});
