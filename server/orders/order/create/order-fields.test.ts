import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let strict: TestGateway;
let client: TestClient;
let strictClient: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes]);
  strict = await startTestGateway([orderRoutes], { STRICT_CONTRACT: '1' });
  client = await gateway.addClient();
  strictClient = await strict.addClient();
});
afterAll(async () => {
  await gateway?.stop();
  await strict?.stop();
});

const receiver = (changes: Record<string, unknown>) => {
  const order = newOrder({});
  return { ...order, receiver: { ...order.receiver, ...changes } };
};
const withShipment = (changes: Record<string, unknown>) => newOrder({ shipments: [shipment(changes)] });

async function errorsOf(body: object, on = gateway, by = client): Promise<string[]> {
  const answer = await on.call(createOrder, { by, body: body as never });
  const { errors = [] } = answer.body as { errors?: { field: string; message: string }[] };
  return answer.status === 200 ? [] : errors.map(({ field, message }) => `${field}: ${message}`);
}

test.each([
  ['28.456.789', '28456789'],
  ['28 456-789', '28456789'],
  ['aab 12345', 'aab12345'],
  ['30-70835592-1', '30708355921'],
])('the document %s is stored as %s', async (document, stored) => {
  const { status, body } = await gateway.call(createOrder, { by: client, body: receiver({ document }) });
  expect(status).toBe(200);
  const order = await gateway.call(readOrder, { by: client, params: { id: body.results.tracking_id } });
  expect(order.body.results.receiver.document).toBe(stored);
});

test.each([
  ['malo', 'El documento debe tener números'],
  ['123.456.789', 'Ingrese hasta 8 caracteres'],
  ['20-32216766-6', 'Ingrese hasta 8 caracteres, o un CUIT válido de 11 dígitos'],
])('the document %s is refused: %s', async (document, message) => {
  expect(await errorsOf(receiver({ document }))).toEqual([`receiver.document: ${message}`]);
});

test('the strict contract refuses a CUIT as a document, but accepts a document with dots', async () => {
  const errors = await errorsOf(receiver({ document: '30-70835592-1' }), strict, strictClient);
  expect(errors).toEqual(['receiver.document: Ingrese hasta 8 caracteres']);
  expect(await errorsOf(receiver({ document: '28.456.789' }), strict, strictClient)).toEqual([]);
});

test.each([
  ['weight', '', 'Este dato es obligatorio'],
  ['weight', 0, 'Debe ser mayor a 0'],
  ['weight', '2,5', 'Ingresá gramos enteros, sin decimales'],
  ['weight', 2.5, 'Ingresá gramos enteros, sin decimales'],
  ['weight', 'abc', 'Ingresá un número'],
  ['weight', 1e21, 'Debe ser menor o igual a 999999'],
  ['weight', '9'.repeat(30), 'Debe ser menor o igual a 999999'],
  ['length', '1.5', 'Ingresá centímetros enteros, sin decimales'],
  ['length', 10_000, 'Debe ser menor o igual a 9999'],
  ['items_value', '10.50', 'Ingresá pesos enteros, sin centavos'],
  ['items_value', 'abc', 'Ingresá un número'],
])('a shipment whose %s is %j is refused: %s', async (field, value, message) => {
  expect(await errorsOf(withShipment({ [field]: value }))).toEqual([`shipments.0.${field}: ${message}`]);
});

test.each([
  ['', 'Obligatorio'],
  ['0', 'Mínimo 1'],
  ['1.5', 'Ingresá unidades enteras, sin decimales'],
  ['uno', 'Ingresá un número'],
  [10_000, 'Máximo 9999'],
])('a quantity of %j is refused: %s', async (quantity, message) => {
  const items = [{ product_id: null, sku: '', item: '', quantity }];
  expect(await errorsOf(withShipment({ items }))).toEqual([`shipments.0.items.0.quantity: ${message}`]);
});

test.each(['x?bcc=y@example.com', 'a&b@example.com', 'a%40b@example.com', 'a b@example.com', 'a@b@example.com'])(
  'the e-mail %s is refused, because a mailto link would change it',
  async (email) => {
    expect(await errorsOf(receiver({ email }))).toEqual(['receiver.email: El email es inválido']);
  },
);

test.each(['\u0001', '\t', '\n', '\u007f', '\u0085', '\u2028'])(
  'a control character (%j) is refused in a single-line field',
  async (control) => {
    const problem = 'Tiene caracteres invisibles. Borralos o escribí el texto de nuevo';
    expect(await errorsOf(newOrder({ order_id: `A${control}1` }))).toEqual([`order_id: ${problem}`]);
    expect(await errorsOf(receiver({ first_name: `A${control}a` }))).toEqual([`receiver.first_name: ${problem}`]);
  },
);

test.each(['\u200b', '\u200d', '\u200f', '\u202e', '\u2066', '\u00ad'])(
  'the invisible character %j isn’t stored, so that two texts never look the same',
  async (invisible) => {
    const { order_id, ...order } = receiver({ first_name: `${invisible} An${invisible}a` });
    const { address } = order.receiver;
    const noted = { ...order.receiver, address: { ...address, other_info: `Timbre${invisible}\nroto` } };
    const { body } = await gateway.call(createOrder, {
      by: client,
      body: { ...order, receiver: noted, order_id: `${order_id}${invisible}` },
    });
    const read = await gateway.call(readOrder, { by: client, params: { id: body.results.tracking_id } });
    const { results } = read.body;
    expect([results.order_id, results.receiver.first_name]).toEqual([order_id, 'Ana']);
    expect(results.shippings[0]?.receiver.address_other_info).toBe('Timbre\nroto');
    expect(await errorsOf(receiver({ first_name: invisible }))).toEqual([
      'receiver.first_name: Este dato es obligatorio',
    ]);
  },
);

test('observations may have line breaks and tabs, and no other control characters', async () => {
  const { address } = newOrder({}).receiver;
  const noted = (other_info: string) => receiver({ address: { ...address, other_info } });
  expect(await errorsOf(noted('Timbre\r\nroto,\tgolpear'))).toEqual([]);
  expect(await errorsOf(noted('Timbre\u0007'))).toHaveLength(1);
});

test('length limits count an emoji as one character', async () => {
  expect(await errorsOf(newOrder({ order_id: '📦'.repeat(20) }))).toEqual([]);
  expect(await errorsOf(newOrder({ order_id: '📦'.repeat(21) }))).toEqual(['order_id: Ingrese hasta 20 caracteres']);
  expect(await errorsOf(newOrder({ order_id: '📦' }))).toEqual(['order_id: El número de orden es muy corto']);
});
