import { afterAll, beforeAll, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { searchRoutes } from '#server/orders/search/search.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { search } from '#shared/orders/search.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, orderEdit, receiver } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, modificationRoutes, searchRoutes]);
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const create = (person: Record<string, unknown>, address: Record<string, unknown> = {}) =>
  gateway.call(createOrder, { by: client, body: newOrder({ receiver: receiver(person, address) }) });

/** Creates an order and returns its tracking id and its receiver as stored. */
async function stored(person: Record<string, unknown>, address: Record<string, unknown> = {}) {
  const { status, body } = await create(person, address);
  expect([status, body.errors]).toEqual([200, undefined]);
  const id = body.results.tracking_id;
  const read = await gateway.call(readOrder, { by: client, params: { id } });
  return { id, ...read.body.results.shippings[0]?.receiver };
}

test.each([
  ['1.059', '1059'],
  ['1059.0', '1059'],
  ['CP 1059', '1059'],
  ['(1059)', '1059'],
  ['C1059', '1059'],
  ['c 1059 abc', 'C1059ABC'],
])('the postal code %s is stored as %s', async (zip_code, expected) => {
  expect(await stored({}, { zip_code })).toMatchObject({ address_zip_code: expected });
});

test.each([
  ['B1059', 'El código postal B1059 no existe: 1059 es de Ciudad Autónoma de Buenos Aires'],
  ['B1059ABC', 'El código postal B1059ABC no existe: 1059 es de Ciudad Autónoma de Buenos Aires'],
  ['14 25', 'El código postal no es válido'],
])('the postal code %s is refused: %s', async (zip_code, message) => {
  const { status, body } = await create({}, { zip_code });
  expect([status, body.errors]).toEqual([422, [{ field: 'receiver.address.zip_code', message }]]);
});

test('phone, document and e-mail are stored in one spelling', async () => {
  const typed = { receiver_phone: '11.5555\u20130101', document: '5111222.0', email: 'vera@ñandubay.com.ar' };
  expect(await stored(typed)).toMatchObject({
    receiver_phone: '11 5555-0101',
    document: '5111222',
    email: 'vera@xn--andubay-3za.com.ar',
  });
});

test('a document whose signs may be decimals, and an e-mail that no server accepts, are refused', async () => {
  const { status, body } = await create({ document: '5111222.5', email: 'vera.@example.com' });
  expect([status, body.errors]).toEqual([
    422,
    [
      { field: 'receiver.email', message: 'El email es inválido' },
      {
        field: 'receiver.document',
        message: 'Escribí el documento sin puntos, comas ni guiones, por ejemplo 28456789',
      },
    ],
  ]);
});

test('a receiver is found whichever blanks are typed or were stored', async () => {
  const now = await stored({ receiver_name: 'Zulema\u00a0 Quiroga' });
  expect(now.receiver_name).toBe('Zulema Quiroga');
  const older = await stored({ receiver_name: 'Zulema Quiroga' });
  await gateway.owner("UPDATE orders SET receiver_name = E'Zulema\\u00a0Quiroga' WHERE tracking_id = $1", [older.id]);
  for (const typed of ['zulema quiroga', 'Zulema\u00a0Quiroga', 'zulema \u2003quiroga']) {
    const found = await gateway.call(search, { by: client, query: { q: typed } });
    expect(found.body.results.orders.map((row) => row.tracking_id).sort(), typed).toEqual([now.id, older.id].sort());
    const listed = await gateway.call(listOrders, { by: client, query: { filter: { client: typed } } });
    expect(listed.body.results.map((row) => row.tracking_id).sort(), typed).toEqual([now.id, older.id].sort());
  }
});

test('an order is found by its id as chats and documents write it', async () => {
  const { id } = await stored({});
  const found = async (filter: Record<string, string>) =>
    (await gateway.call(listOrders, { by: client, query: { filter } })).body.results.map((row) => row.tracking_id);
  for (const typed of [`«${id}».`, `${id.slice(0, 5)}\u00ad${id.slice(5)}`, `https://x.example/seguimiento/${id}`]) {
    expect(await found({ tracking: typed }), typed).toEqual([id]);
    const { body } = await gateway.call(search, { by: client, query: { q: typed } });
    expect(
      body.results.orders.map((row) => row.tracking_id),
      typed,
    ).toEqual([id]);
  }
  expect(await found({ tracking: `${id}\u20131` })).toEqual([id]);
  expect(await found({ shipment: `(${id}\u20131)` })).toEqual([id]);
  expect(await found({ shipment: `${id}\u20132` })).toEqual([]);
});

test('what an edit didn’t touch isn’t a change, though today’s spelling differs from the stored one', async () => {
  const { id } = await stored({}, { zip_code: 'C1059ABC' });
  const old = ['Ana  Gómez', '11  4444-5555', 'c1059abc', 'P.B.', '1234.0', '12,0'];
  await gateway.owner(
    `UPDATE orders SET receiver_name = $2, receiver_phone = $3, zip_code = $4, floor = $5, street_number = $6, apartment = $7
     WHERE tracking_id = $1`,
    [id, ...old],
  );
  const before = await gateway.call(readOrder, { by: client, params: { id } });
  const {
    address_between_1: _,
    address_between_2: __,
    document: ___,
    ...sent
  } = before.body.results.shippings[0]?.receiver ?? {};
  const edit = (changes: object) =>
    gateway.call(requestModification, {
      by: client,
      params: { id },
      body: { receiver: { ...orderEdit().receiver, ...sent, ...changes } } as never,
    });
  expect((await edit({})).body.message).toBe('No hay cambios para guardar');
  expect((await edit({ email: 'otra@example.com' })).status).toBe(200);
  const after = await gateway.call(readOrder, { by: client, params: { id } });
  expect(after.body.results.shippings[0]?.receiver).toMatchObject({ ...sent, email: 'otra@example.com' });
});
