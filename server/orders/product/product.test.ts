import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProduct, updateProduct } from '#shared/orders/product/new-product.ts';
import { listProducts, productCategories } from '#shared/orders/product/products.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { productRoutes } from './product.routes.ts';

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([productRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const form = (changes: Record<string, unknown> = {}) => ({
  sku: `SKU-${crypto.randomUUID()}`,
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

const add = (changes: Record<string, unknown> = {}, by = client) =>
  gateway.call(createProduct, { by, body: form(changes) });

async function list(filter: Record<string, unknown> = {}, rest: Record<string, unknown> = {}, by = client) {
  const { status, body } = await gateway.call(listProducts, { by, query: { ...rest, filter } as never });
  expect(status).toBe(200);
  return body;
}

const fieldErrors = ({
  status,
  body,
}: {
  status: number;
  body: { errors?: { field: string; message: string }[] };
}) => ({
  status,
  errors: body.errors?.map(({ field, message }) => `${field}: ${message}`),
});

test('products are listed as saved, newest first, and keep their position when they change', async () => {
  const by = await gateway.addClient();
  const older = await add({ sku: 'LONA-37' }, by);
  const { body } = await add({ sku: 'LONA-38', description: 'Zapatilla azul' }, by);
  expect(body.message).toBe('El producto LONA-38 se creó correctamente');
  const change = { by, params: { id: older.body.results.id }, body: form({ sku: 'LONA-36' }) };
  expect((await gateway.call(updateProduct, change)).body.message).toBe('El producto LONA-36 se guardó correctamente');
  expect((await list({}, {}, by)).results.map(({ sku }) => sku)).toEqual(['LONA-38', 'LONA-36']);
  expect((await list({}, {}, by)).results[0]).toEqual({
    id: body.results.id,
    sku: 'LONA-38',
    description: 'Zapatilla azul',
    barcode: '',
    category: { id: '1', name: 'Indumentaria y calzado' },
    value: 1234,
    length: 30,
    height: 12,
    width: 20,
    weight: 800,
    active: true,
  });
});

describe('a SKU', () => {
  test('is unique within the client, ignoring case', async () => {
    await add({ sku: 'Único-1' });
    expect(fieldErrors(await add({ sku: 'úNICO-1' }))).toEqual({
      status: 422,
      errors: ['sku: Ya tenés un producto con ese SKU'],
    });
    expect((await add({ sku: 'Único-1' }, other)).status).toBe(200);
  });

  test('can’t be set on a second product', async () => {
    await add({ sku: 'TAKEN' });
    const { body } = await add();
    const change = { by: client, params: { id: body.results.id }, body: form({ sku: 'taken' }) };
    expect(fieldErrors(await gateway.call(updateProduct, change))).toEqual({
      status: 422,
      errors: ['sku: Ya tenés un producto con ese SKU'],
    });
  });

  test('is saved once for twenty concurrent saves', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ sku: 'RACE' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  });
});

test('every number must be positive and whole, and each missing field has its own error', async () => {
  const empty = { sku: '', description: ' ', category: '', value: '', length: '', height: '', width: '', weight: '' };
  expect(fieldErrors(await add(empty)).errors).toEqual([
    'sku: El SKU es requerido',
    'description: La descripción es requerida',
    'category: La categoría es requerida',
    'value: El valor es requerido',
    'length: El largo no es válido',
    'height: El alto no es válido',
    'width: El ancho no es válido',
    'weight: El peso no es válido',
  ]);
  const figures = ['length', 'height', 'width', 'weight'] as const;
  for (const wrong of [0, -1, 1.5, 'abc', 1_000_000]) {
    const changes = Object.fromEntries(figures.map((name) => [name, wrong]));
    const { errors } = fieldErrors(await add(changes));
    expect(
      errors?.map((error) => error.split(':')[0]),
      String(wrong),
    ).toEqual(figures);
  }
  for (const [value, message] of [
    [0, 'El valor debe ser mayor a 0'],
    [-1, 'El valor debe ser mayor a 0'],
    ['1234,5', 'Ingresá pesos enteros, sin centavos'],
    [1234.5, 'Ingresá pesos enteros, sin centavos'],
    ['abc', 'Ingresá un número'],
    [10_000_000, 'El valor debe ser menor o igual a 9999999'],
  ]) {
    expect(fieldErrors(await add({ value })).errors, String(value)).toEqual([`value: ${message}`]);
  }
});

test('an unknown category is refused with an error on its field', async () => {
  for (const category of [999, 99_999_999_999]) {
    expect(fieldErrors(await add({ category }))).toEqual({
      status: 422,
      errors: ['category: La categoría no existe'],
    });
  }
});

test('a change keeps the id, and another client’s product is refused like an unknown one', async () => {
  const { body } = await add();
  const change = (by: TestClient, id: number) =>
    gateway.call(updateProduct, { by, params: { id }, body: form({ sku: 'CHANGED', active: false }) });
  const [foreign, unknown] = [await change(other, body.results.id), await change(other, 1)];
  expect(foreign.status).toBe(404);
  expect(foreign.body).toEqual(unknown.body);
  expect((await change(client, body.results.id)).body.results.id).toBe(body.results.id);
  expect((await list({ sku: 'changed' })).results).toMatchObject([{ id: body.results.id, active: false }]);
});

describe('the list of products', () => {
  let owner: TestClient;
  beforeAll(async () => {
    owner = await gateway.addClient();
    for (const [sku, description, active, category] of [
      ['A-1', 'Camión de juguete', true, 7],
      ['A-2', 'Camisa 100% algodón', true, 1],
      ['B-1', 'Cámara', false, 2],
    ]) {
      await add({ sku, description, active, category }, owner);
    }
  });

  test('finds by SKU and description, ignoring case and accents, with wildcards taken literally', async () => {
    const skus = async (filter: Record<string, unknown>) =>
      (await list(filter, {}, owner)).results.map(({ sku }) => sku).sort();
    expect(await skus({ sku: 'a-' })).toEqual(['A-1', 'A-2']);
    expect(await skus({ description: 'CAM' })).toEqual(['A-1', 'A-2', 'B-1']);
    expect(await skus({ description: 'camion' })).toEqual(['A-1']);
    expect(await skus({ description: '100%' })).toEqual(['A-2']);
    expect(await skus({ description: 'ca%n' })).toEqual([]);
    expect(await skus({ sku: 'camara' })).toEqual([]);
    expect(await skus({ active: '1' })).toEqual(['A-1', 'A-2']);
    expect(await skus({ category: '2' })).toEqual(['B-1']);
    expect(await skus({ sku: 'a-', active: 1, category: '7' })).toEqual(['A-1']);
  });

  test('has correct totals, and returns the last page for a page past the end', async () => {
    const { results, pagination } = await list({}, { page: 9, limit: 2 }, owner);
    expect(pagination).toEqual({ page: 2, pages: 2, total: 3, limit: 2 });
    expect(results).toHaveLength(1);
    expect((await list({ sku: 'none' }, { page: 4 }, owner)).pagination).toMatchObject({ page: 1, pages: 1, total: 0 });
  });

  test('excludes other clients’ products', async () => {
    expect((await list({ description: 'camion' })).results).toEqual([]);
  });
});

test('a new installation has ten categories', async () => {
  const { body } = await gateway.call(productCategories, { by: client });
  expect(body.results).toHaveLength(10);
  expect(body.results).toContainEqual({ id: '10', name: 'Otros' });
});
