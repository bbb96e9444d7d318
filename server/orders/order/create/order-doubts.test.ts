import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { productForm } from '#test/fixtures/product-factory.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, productRoutes]);
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const doubtsOf = async (changes: Record<string, unknown>) => {
  const { status, body } = await gateway.call(createOrder, { by: client, body: newOrder(changes) as never });
  expect(status, body.message).toBe(200);
  return body.results.doubts;
};

test('an order with measures that are probably in another unit is created, and the reply asks about them', async () => {
  const heavy = shipment({ items: [], weight: 700_000, length: 20, width: 15, height: 10 });
  expect(await doubtsOf({ shipments: [shipment(), heavy] })).toEqual([
    {
      field: 'shipments.1.weight',
      message: 'El envío 2 pesa 700 kg en 20 × 15 × 10 cm, más que si fuera de plomo.',
    },
  ]);
  const { body } = await gateway.call(createProduct, { by: client, body: productForm() });
  // Its products decide the weight.
  const items = [{ product_id: body.results.id, quantity: 1, index: 0 }];
  expect(await doubtsOf({ shipments: [{ ...heavy, items }] })).toEqual([]);
  expect(
    await doubtsOf({ shipments: [{ ...heavy, items: items.map((item) => ({ ...item, quantity: 200 })) }] }),
  ).toEqual([
    {
      field: 'shipments.0.weight',
      message: 'El envío 1 pesa 60 kg en 20 × 15 × 10 cm, más que si fuera de plomo.',
    },
  ]);
});

test('an order whose name a label can’t print is created, and the reply says so', async () => {
  expect(await doubtsOf({ receiver: receiver({ receiver_name: '王小明' }) })).toEqual([
    {
      field: 'receiver.receiver_name',
      message: 'La etiqueta no puede imprimir todas las letras del nombre: saldrían signos de pregunta.',
    },
  ]);
  expect(await doubtsOf({})).toEqual([]);
});

test.each(['1155550101 1155550102', '11555501011155550102'])(
  'an order whose phone may be two is created, and the reply asks about %s',
  async (receiver_phone) => {
    expect(await doubtsOf({ receiver: receiver({ receiver_phone }) })).toEqual([
      { field: 'receiver.receiver_phone', message: 'Parecen dos teléfonos. Dejá uno solo' },
    ]);
  },
);

test.each([
  ['street_number', '2026-12-10'],
  ['street_number', 'dic-10'],
  ['street_number', '46366'],
  ['street_number', '-'],
  ['street_number', '٠'],
])('an order with the %s «%s» is created, and the reply asks about it', async (field, text) => {
  const doubts = await doubtsOf({ receiver: receiver({}, { [field]: text }) });
  expect(doubts?.map((doubt) => doubt.field)).toEqual([`receiver.address.${field}`]);
});

test.each(['1127', 'S/N', 'Km 12', '12 bis', '9-11'])('the street number «%s» is certain', async (text) => {
  expect(await doubtsOf({ receiver: receiver({}, { street_number: text }) })).toEqual([]);
});

test('an e-mail whose letters are of two alphabets is asked about', async () => {
  const email = 'ana@gm\u0430il.com';
  expect(await doubtsOf({ receiver: receiver({ email }) })).toMatchObject([{ field: 'receiver.email' }]);
  expect(await doubtsOf({ receiver: receiver({ email: 'iván@ñandubay.com.ar' }) })).toEqual([]);
});
