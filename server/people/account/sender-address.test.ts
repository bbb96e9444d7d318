import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import * as account from '#shared/people/account.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { accountRoutes } from './account.routes.ts';

let gateway: TestGateway;
let mine: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([accountRoutes, orderRoutes]);
});
beforeEach(async () => {
  mine = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const form = {
  street_name: 'San Martín',
  street_number: 'S/N',
  neighborhood_name: 'Centro',
  zip_code: 'x5000abc',
  state: 'cordoba',
  city: 'Córdoba',
};

const list = async (by = mine, query: object = {}) =>
  (await gateway.call(account.listSenderAddresses, { by, query })).body.results;
const mains = async (by = mine) => (await list(by)).filter(({ main_address }) => main_address);
const add = (changes: object = {}, key?: string) =>
  gateway.call(account.createSenderAddress, { by: mine, body: { ...form, ...changes }, ...(key && { key }) });
const change = (id: number, changes: object = {}) =>
  gateway.call(account.updateSenderAddress, { by: mine, params: { id }, body: { ...form, ...changes } });

describe('a new collection address', () => {
  test('is stored as typed, with the province’s name and a CPA in capitals', async () => {
    const { status, body } = await add({ floor: '3', apartment: 'B', other_info: 'Timbre roto' });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Dirección creada correctamente',
      results: {
        ...form,
        id: expect.any(Number),
        floor: '3',
        apartment: 'B',
        other_info: 'Timbre roto',
        zip_code: 'X5000ABC',
        state: 'Córdoba',
        main_address: false,
        active: true,
      },
    });
    expect(await list()).toContainEqual(body.results);
  });

  test('is refused when the client has two hundred, however many are sent at once', async () => {
    const answers: Awaited<ReturnType<typeof add>>[] = [];
    // Batches of fifteen, so that no call times out waiting for a connection.
    while (answers.length < 210) answers.push(...(await Promise.all(Array.from({ length: 15 }, () => add()))));
    const refused = answers.filter(({ status }) => status === 409);
    expect(await list()).toHaveLength(account.MAX_ADDRESSES);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(answers.length);
    expect(refused[0]?.body.message).toMatch(/^Ya tenés 200 direcciones/);
    const other = await gateway.addClient();
    const { status } = await gateway.call(account.createSenderAddress, { by: other, body: form });
    expect(status).toBe(200);
  });

  test('replaces the main address if it is marked as main', async () => {
    const { results } = (await add({ main_address: true })).body;
    expect(await mains()).toEqual([results]);
  });

  test('is the main address if the client has no other', async () => {
    await gateway.owner('DELETE FROM sender_addresses WHERE client_id = $1', [mine.clientId]);
    expect((await add()).body.results.main_address).toBe(true);
  });

  test('is added once if it is sent again with its idempotency key; other data with the key are refused', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({}, 'clave-1')));
    expect(new Set(answers.map(({ body }) => body.results.id)).size).toBe(1);
    expect(await list()).toHaveLength(2);
    expect((await add({ city: 'Alta Gracia' }, 'clave-1')).status).toBe(422);
  });

  test('gets an error for each wrong field', async () => {
    const wrong = {
      street_number: '0',
      zip_code: '50000',
      city: ' ',
      other_info: 'x'.repeat(251),
      floor: '12345678901',
    };
    const { status, body } = await add(wrong);
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: 'street_number', message: 'El número es inválido' },
      { field: 'floor', message: 'Ingrese hasta 10 caracteres' },
      { field: 'zip_code', message: 'El código postal no es válido' },
      { field: 'city', message: 'Este dato es obligatorio' },
      { field: 'other_info', message: 'Ingrese hasta 250 caracteres' },
    ]);
  });

  test('must be in the province of its postal code', async () => {
    const { status, body } = await add({ zip_code: 'C1047AAA' });
    expect(status).toBe(422);
    const message = 'El código postal C1047AAA es de Ciudad Autónoma de Buenos Aires';
    expect(body.errors).toEqual([{ field: 'state', message }]);
  });

  test('gets its province from a CPA, but not from a four-digit postal code', async () => {
    expect((await add({ state: 'Zona Centro' })).body.results.state).toBe('Córdoba');
    const { status, body } = await add({ state: 'Zona Centro', zip_code: '5000' });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field: 'state', message: 'Elegí una provincia de la lista' }]);
  });

  test('can’t be main and inactive', async () => {
    const { status, body } = await add({ main_address: true, active: false });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field: 'active', message: 'La dirección principal tiene que estar activa' }]);
  });
});

describe('the main address', () => {
  test('can be neither deactivated nor unmarked', async () => {
    const message = 'Elegí primero otra dirección principal';
    const off = await change(mine.addressId, { main_address: true, active: false });
    expect([off.status, off.body.errors]).toEqual([422, [{ field: 'active', message }]]);
    const unmarked = await change(mine.addressId, { main_address: false });
    expect([unmarked.status, unmarked.body.errors]).toEqual([422, [{ field: 'main_address', message }]]);
    expect((await mains()).map(({ id, active }) => ({ id, active }))).toEqual([{ id: mine.addressId, active: true }]);
  });

  test('can be replaced by an active address only', async () => {
    const { id } = (await add({ active: false })).body.results;
    const refused = await change(id, { main_address: true, active: false });
    expect(refused.body.errors).toEqual([
      { field: 'active', message: 'La dirección principal tiene que estar activa' },
    ]);
    expect((await change(id, { main_address: true, active: true })).body.results.main_address).toBe(true);
    expect((await mains()).map((address) => address.id)).toEqual([id]);
    expect((await change(mine.addressId, { active: false })).body.results.active).toBe(false);
  });

  test('is exactly one after twenty new and existing addresses became main at once', async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => add()));
    const answers = await Promise.all(
      others.flatMap(({ body }) => [change(body.results.id, { main_address: true }), add({ main_address: true })]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await mains()).toHaveLength(1);
  });
});

describe('a changed address', () => {
  test('keeps the flags that the change omits', async () => {
    const { id } = (await add({ active: false })).body.results;
    const { body } = await change(id, { city: 'Alta Gracia' });
    expect(body.message).toBe('Dirección modificada correctamente');
    expect(body.results).toMatchObject({ city: 'Alta Gracia', active: false, main_address: false });
    const main = await change(mine.addressId);
    expect(main.body.results).toMatchObject({ street_name: 'San Martín', active: true, main_address: true });
  });

  test('doesn’t change existing orders', async () => {
    const { body } = await gateway.call(createOrder, { by: mine, body: newOrder() });
    const { id } = (await add({ main_address: true })).body.results;
    expect((await change(mine.addressId, { active: false })).status).toBe(200);
    const [order] = await gateway.owner<{ sender_address: { street_name: string } }>(
      'SELECT sender_address FROM orders WHERE id = $1',
      [body.results.id],
    );
    expect(order?.sender_address.street_name).toBe('Lavalle');
    const refusedOrder = await gateway.call(createOrder, {
      by: mine,
      body: newOrder({ pickup_address_id: mine.addressId }),
    });
    expect(refusedOrder.status).toBe(422);
    expect((await list(mine, { filter: { active: 'true' } })).map((address) => address.id)).toEqual([id]);
    expect(await list()).toHaveLength(2);
  });

  test('of another client gets the same 404 as an unknown one, and stays unchanged', async () => {
    const other = await gateway.addClient();
    const before = await list(other);
    const [foreign, unknown] = await Promise.all([
      change(other.addressId, { main_address: true }),
      change(123_456, { main_address: true }),
    ]);
    expect(foreign.status).toBe(404);
    expect(foreign.bytes).toEqual(unknown.bytes);
    expect(await list(other)).toEqual(before);
    expect((await mains()).map(({ id }) => id)).toEqual([mine.addressId]);
  });
});
