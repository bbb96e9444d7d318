import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { listShipments, readShipment } from '#shared/orders/shipments.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { shipmentRoutes } from './shipment.routes.ts';

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, productRoutes, shipmentRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const create = async (changes: Record<string, unknown> = {}) =>
  (await gateway.call(createOrder, { by: client, body: newOrder(changes) })).body.results;

const read = (id: string | number, by = client) => gateway.call(readShipment, { by, params: { id: String(id) } });

test('a shipment’s detail has all fields that its screen shows', async () => {
  const product = { sku: 'MATE-1', description: 'Mate de calabaza', category: 1, value: 1500 };
  const measures = { length: 1, height: 1, width: 1, weight: 250, active: true };
  const { body } = await gateway.call(createProduct, { by: client, body: { ...product, ...measures } });
  const items = [{ product_id: body.results.id, quantity: 3 }];
  const order = await create({ shipments: [shipment({ items }), shipment()] });
  const { status, body: answer } = await read(`${order.tracking_id}-1`);
  expect(status).toBe(200);
  expect(answer.results).toMatchObject({
    shipment_id: `${order.tracking_id}-1`,
    order_id: order.order_id,
    tracking_id: order.tracking_id,
    registered: expect.stringMatching(/T\d{2}:\d{2}:\d{2}-03:00$/),
    state: 'Registrado',
    value: 4500,
    weight: 750,
    volume: 6000,
    width: 20,
    length: 30,
    height: 10,
    delivery_mode: { id: '1', name: 'Entrega a domicilio' },
    items_quantity: 3,
    items: [{ item: 'Mate de calabaza', sku: 'MATE-1', quantity: 3 }],
    printable: true,
    can_return: false,
    print_png_url: expect.stringMatching(/^\/api\/v1\/public\/label\/.+\.png$/),
    delivery_date: null,
    pickup_point: null,
    receiver: { receiver_name: 'Ana Gómez', address_street_name: 'Av. Santa Fe', address_neighborhood_name: 'Retiro' },
    sender: { nickname: `u${client.clientId}`, first_name: 'Ana', last_name: 'Paz' },
    sender_address: { street_name: 'Lavalle', street_number: '742', city: 'CABA' },
  });
});

test('a shipment without items has the placeholder item, and one for a pickup point has the point', async () => {
  const to = receiver({}, { zip_code: '8400', state: 'Río Negro', city: 'Bariloche' });
  const { tracking_id } = await create({ delivery_mode: 2, receiver: to });
  const { results } = (await read(`${tracking_id}-1`)).body;
  expect(results.items).toEqual([{ item: 'NO_INFORMADO', sku: 'NO_INFORMADO', quantity: 1, product_id: null }]);
  expect(results.pickup_point).toMatchObject({ code: 'R8400' });
});

test('a shipment is found by its label in any spelling and by its numeric id only', async () => {
  const { id, order_id, tracking_id } = await create();
  const query = { filter: { shipment: `${tracking_id}-1` } };
  const [row] = (await gateway.call(listShipments, { by: client, query })).body.results;
  const named = await Promise.all(
    [`${tracking_id}-1`, `${tracking_id.toLowerCase()}-1`, row?.id ?? 0].map((name) => read(name)),
  );
  expect(named.map(({ body }) => body.results.id)).toEqual([row?.id, row?.id, row?.id]);
  for (const name of [tracking_id, order_id, id, `${tracking_id}-2`, 0, '99999999999999', 'export', '%00']) {
    expect({ name, status: (await read(name)).status }).toEqual({ name, status: 404 });
  }
});

test('another client’s shipment is refused like an unknown one', async () => {
  const { tracking_id } = await create();
  const [mine, none] = [await read(`${tracking_id}-1`, other), await read('123456', other)];
  expect(mine.status).toBe(404);
  expect(mine.body).toEqual(none.body);
});
