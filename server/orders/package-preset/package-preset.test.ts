import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as presets from '#shared/orders/product/package-presets.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { packagePresetRoutes } from './package-preset.routes.ts';

let gateway: TestGateway;
let mine: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([packagePresetRoutes]);
});
beforeEach(async () => {
  mine = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const box = { name: 'Caja chica', length: 30, width: 20, height: 10, weight: 900 };

const list = async (by = mine) => (await gateway.call(presets.listPackagePresets, { by })).body.results;
const add = (changes: object = {}, { by = mine, key }: { by?: TestClient; key?: string } = {}) =>
  gateway.call(presets.createPackagePreset, { by, body: { ...box, ...changes }, ...(key && { key }) });
const change = (id: number, changes: object = {}) =>
  gateway.call(presets.updatePackagePreset, { by: mine, params: { id }, body: { ...box, ...changes } });
const remove = (id: number) => gateway.call(presets.removePackagePreset, { by: mine, params: { id } });

const taken = (name: string) => [
  { field: 'name', message: `Ya tenés un paquete frecuente que se llama ${name}. Elegí otro nombre` },
];

describe('a new package preset', () => {
  test('is stored as typed, and listed by name', async () => {
    await add({ name: 'sobre' });
    await add({ name: 'Ánfora' });
    const { status, body } = await add({ weight: '900' });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'El paquete frecuente Caja chica se guardó',
      results: { ...box, id: expect.any(Number) },
    });
    expect((await list()).map(({ name }) => name)).toEqual(['Ánfora', 'Caja chica', 'sobre']);
    expect(await list()).toContainEqual(body.results);
  });

  test('is refused on its name when another one has it, in whatever case and with whatever accents', async () => {
    await add({ name: 'Cajón' });
    for (const name of ['Cajón', 'CAJÓN', ' cajon ']) {
      const { status, body } = await add({ name });
      expect([status, body.errors]).toEqual([422, taken(name.trim())]);
    }
    expect(await list()).toHaveLength(1);
  });

  test('is stored once when two people save the same name at the same time', async () => {
    const answers = await Promise.all(['Caja', 'CAJA', 'caja', 'cajá'].map((name) => add({ name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await list()).toHaveLength(1);
  });

  test('may have the name of another client’s preset', async () => {
    const other = await gateway.addClient();
    await add({}, { by: other });
    expect((await add()).status).toBe(200);
    expect(await list(other)).toHaveLength(1);
  });

  test('is refused when the client has fifty, however many are sent at once', async () => {
    const answers: Awaited<ReturnType<typeof add>>[] = [];
    // Batches of fifteen, so that no call times out waiting for a connection.
    while (answers.length < 60) {
      const from = answers.length;
      answers.push(...(await Promise.all(Array.from({ length: 15 }, (_, index) => add({ name: `N${from + index}` })))));
    }
    const refused = answers.filter(({ status }) => status === 409);
    expect(await list()).toHaveLength(presets.MAX_PRESETS);
    expect(refused).toHaveLength(answers.length - presets.MAX_PRESETS);
    expect(refused[0]?.body.message).toBe(
      'Ya tenés 50 paquetes frecuentes, que son todos los que entran. Cambiá o quitá uno que no uses',
    );
    const other = await gateway.addClient();
    expect((await add({}, { by: other })).status).toBe(200);
    const [first] = await list();
    await remove(first?.id ?? 0);
    expect((await add({ name: 'Otra' })).status).toBe(200);
  });

  test('is added once if it is sent again with its idempotency key', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({}, { key: 'clave-1' })));
    expect(new Set(answers.map(({ body }) => body.results?.id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  test('has the limits of an order’s package', async () => {
    const wrong = { name: ' ', length: 0, width: 10_000, height: '2,5', weight: 1_000_000 };
    const { status, body } = await add(wrong);
    expect(status).toBe(422);
    expect(body.errors?.map(({ field }) => field)).toEqual(['name', 'length', 'width', 'height', 'weight']);
    expect((await add({ name: 'x'.repeat(41) })).body.errors).toEqual([
      { field: 'name', message: 'Ingrese hasta 40 caracteres' },
    ]);
    expect((await add({ length: 9999, width: 9999, height: 9999, weight: 999_999 })).status).toBe(200);
  });
});

describe('a changed package preset', () => {
  test('has the new measures, and may keep or correct its own name', async () => {
    const { id } = (await add()).body.results;
    const { status, body } = await change(id, { name: 'CAJA CHICA', height: 12 });
    expect(status).toBe(200);
    expect(body.results).toEqual({ ...box, id, name: 'CAJA CHICA', height: 12 });
    expect(await list()).toEqual([body.results]);
  });

  test('can’t get the name of another one', async () => {
    await add({ name: 'Sobre' });
    const { id } = (await add()).body.results;
    const { status, body } = await change(id, { name: 'SOBRE' });
    expect([status, body.errors]).toEqual([422, taken('SOBRE')]);
    expect((await list()).map(({ name }) => name)).toEqual(['Caja chica', 'Sobre']);
  });
});

test('a removed package preset is gone, and its name is free', async () => {
  const { id } = (await add()).body.results;
  const { status, body } = await remove(id);
  expect([status, body.message]).toEqual([200, 'El paquete frecuente Caja chica se quitó']);
  expect(await list()).toEqual([]);
  expect((await remove(id)).status).toBe(404);
  expect((await add()).status).toBe(200);
});

test('a preset of another client gets the same 404 as an unknown one, and stays unchanged', async () => {
  const other = await gateway.addClient();
  const { id } = (await add({}, { by: other })).body.results;
  const before = await list(other);
  for (const act of [(preset: number) => change(preset, { name: 'Robo' }), (preset: number) => remove(preset)]) {
    const [foreign, unknown] = [await act(id), await act(123_456_789)];
    expect(foreign.status).toBe(404);
    expect(foreign.bytes).toEqual(unknown.bytes);
  }
  expect(await list(other)).toEqual(before);
  expect(await list()).toEqual([]);
});
