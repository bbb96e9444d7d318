import { afterAll, beforeAll, expect, test } from 'vitest';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { productCategories } from '#shared/orders/product/products.ts';
import { createCategory, listCategories, renameCategory } from '#shared/provider/staff-categories.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([productRoutes]));
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const add = (name: unknown) => staff(createCategory, { body: { name } });
const rename = (id: unknown, name: unknown) => staff(renameCategory, { params: { id }, body: { name } });
const all = async () => (await staff(listCategories)).body.results;
const clientsSee = async () =>
  (await gateway.call(productCategories, { by: client })).body.results.map(({ name }) => name);

test('a new installation has ten categories, sorted by name', async () => {
  const names = (await all()).map(({ name }) => name);
  expect(names).toHaveLength(10);
  expect(names.slice(0, 3)).toEqual(['Alimentos y bebidas', 'Belleza y cuidado personal', 'Deportes']);
});

test('clients can choose a new category and a new name at once', async () => {
  const { status, body } = await add(' Mascotas ');
  expect([status, body.message, body.results.name]).toEqual([200, 'La categoría se creó', 'Mascotas']);
  expect(await clientsSee()).toContain('Mascotas');
  const renamed = await rename(body.results.id, 'Mascotas y acuario');
  expect(renamed.body).toEqual({
    message: 'La categoría se guardó',
    results: { id: body.results.id, name: 'Mascotas y acuario' },
  });
  expect(await clientsSee()).toContain('Mascotas y acuario');
  // A category may change the case of its own name.
  expect((await rename(body.results.id, 'MASCOTAS y acuario')).status).toBe(200);
});

test.each([
  ['ELECTRONICA', 'Ya existe una categoría con ese nombre'],
  ['', 'Este dato es obligatorio'],
  [{}, 'El valor no es válido'],
  ['x'.repeat(61), 'Ingrese hasta 60 caracteres'],
])('a category can’t be called %j', async (name, message) => {
  const before = await all();
  const last = before.at(-1)?.id;
  for (const { status, body } of [await add(name), await rename(last, name)]) {
    expect([status, body.errors]).toEqual([422, [{ field: 'name', message }]]);
  }
  expect(await all()).toEqual(before);
});

test('of two concurrent categories with one name only one is created', async () => {
  const answers = await Promise.all([add('Jardín'), add('Jardín')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('an unknown category is not found', async () => {
  for (const id of [0, 99_999, 2 ** 31, 'x']) expect((await rename(id, 'Nada')).status).toBe(404);
});
