import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { parseTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { productForm } from '#test/fixtures/product-factory.ts';

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, productRoutes]);
  client = await gateway.addClient();
  other = await gateway.addClient();
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

const addProduct = async (by: TestClient, changes: Record<string, unknown> = {}): Promise<number> =>
  (await gateway.call(createProduct, { by, body: productForm(changes) })).body.results.id;

const create = (body: unknown, by = client) => gateway.call(createOrder, { by, body: body as never });

const detail = async (id: string, by = client) => (await gateway.call(readOrder, { by, params: { id } })).body.results;

const errorsOf = async (body: unknown, by = client) => {
  const { status, body: answer } = await create(body, by);
  return { status, errors: answer.errors?.map(({ field, message }) => `${field}: ${message}`) };
};

describe('a new order', () => {
  test('gets a tracking id, labels, its first state, and a price with insurance and IVA', async () => {
    gateway.setTime(new Date('2026-03-02T15:00:00Z'));
    const body = newOrder({
      order_id: 'W-100',
      shipments: [shipment(), shipment({ weight: 4000, items_value: 90_000 })],
    });
    const { status, body: answer } = await create(body);
    expect(status).toBe(200);
    expect(answer.message).toBe('La orden W-100 se creó correctamente');
    const { tracking_id } = answer.results;
    expect(parseTrackingId(tracking_id)).toBe(tracking_id);

    const order = await detail(tracking_id);
    expect(order).toMatchObject({
      order_id: 'W-100',
      date: '2026-03-02T12:00:00-03:00',
      order_state: { name: 'Registrado' },
      delivery_mode: { id: '1', name: 'Entrega a domicilio' },
      printable: true,
      payable: false,
      cancellable: true,
      can_request_edit: true,
      printed_by_client: false,
      merchant_order: null,
      pickup_point: null,
    });
    expect(order.shippings.map(({ shipment_id }) => shipment_id)).toEqual([`${tracking_id}-1`, `${tracking_id}-2`]);
    expect(order.shippings.every(({ state }) => state === 'Registrado')).toBe(true);
    // A shipment's price is the bracket plus 1 % insurance plus 21 % IVA. The order's price is the sum of its shipments.
    const costs = order.shippings.map(({ shipping_cost }) => shipping_cost);
    expect(order.rate_value).toBeCloseTo(
      costs.reduce((sum, cost) => sum + cost, 0),
      2,
    );
    expect(costs.every((cost) => cost > 0 && Number.isInteger(Math.round(cost * 10_000) / 100))).toBe(true);
    // A Monday plus at most two working days within the city.
    expect(order.shippings[0]?.estimated_delivery_date).toBe('2026-03-04');
  });

  test('is found by its tracking id in any spelling and by its numeric id, but not by the order number', async () => {
    const { body } = await create(newOrder({ order_id: '4815162342' }));
    const { id, tracking_id } = body.results;
    for (const typed of [tracking_id.toLowerCase(), `${tracking_id}-1`, `${tracking_id}–1`, `\u200b${tracking_id}.`]) {
      expect((await detail(typed))?.id, typed).toBe(id);
    }
    expect((await detail(String(id))).tracking_id).toBe(tracking_id);
    const { status } = await gateway.call(readOrder, { by: client, params: { id: '4815162342' } });
    expect(status).toBe(404);
  });

  test('without items has the placeholder item and the entered weight and value', async () => {
    const { body } = await create(newOrder({ shipments: [shipment({ items: [], weight: 750, items_value: 12_000 })] }));
    const [stored] = (await detail(body.results.tracking_id)).shippings;
    expect(stored).toMatchObject({ weight: 750, value: 12_000, volume: 6000 });
    expect(stored?.items).toEqual([{ item: 'NO_INFORMADO', sku: 'NO_INFORMADO', quantity: 1, product_id: null }]);
  });

  test('with products has the sum of their weights and values, whatever the body contains', async () => {
    const shirt = await addProduct(client);
    const items = [{ product_id: shirt, quantity: 3, index: 0 }];
    const { body } = await create(newOrder({ shipments: [shipment({ items, weight: 1, items_value: 1 })] }));
    const [stored] = (await detail(body.results.tracking_id)).shippings;
    expect(stored).toMatchObject({ weight: 900, value: 4500 });
    expect(stored?.items).toMatchObject([{ item: 'Remera', quantity: 3, product_id: shirt }]);
  });

  test('of a prepaid client waits for payment and can’t be printed', async () => {
    const prepaid = await gateway.addClient({ prepago: true });
    const { body } = await create(newOrder(), prepaid);
    expect(await detail(body.results.tracking_id, prepaid)).toMatchObject({
      order_state: { name: 'Pendiente de Pago' },
      shippings: [{ state: 'Pendiente de Pago', printable: false }],
      payable: true,
      can_generate_merchant_order: true,
      printable: false,
      cancellable: true,
    });
  });

  test('to a pickup point gets the nearest one by postal code', async () => {
    const to = receiver({}, { zip_code: '5002', state: 'Córdoba', city: 'Córdoba' });
    const { body } = await create(newOrder({ delivery_mode: '2', receiver: to }));
    const { pickup_point } = await detail(body.results.tracking_id);
    expect(pickup_point).toMatchObject({ code: 'X5000', name: 'Punto Córdoba', address: 'Av. Colón 620, Córdoba' });
  });

  test('to a pickup point is refused if none is active', async () => {
    await gateway.owner('UPDATE pickup_points SET active = false');
    const answer = await errorsOf(newOrder({ delivery_mode: 2 }));
    await gateway.owner('UPDATE pickup_points SET active = true');
    expect(answer).toEqual({
      status: 422,
      errors: ['delivery_mode: No hay puntos de retiro en Ciudad Autónoma de Buenos Aires'],
    });
  });

  test('to a pickup point never gets one in another province, however near its postal code', async () => {
    const to = receiver({}, { zip_code: '6100', state: 'Santa Fe', city: 'Rufino' });
    const { body } = await create(newOrder({ delivery_mode: 2, receiver: to }));
    expect((await detail(body.results.tracking_id)).pickup_point?.code).toMatch(/^S/);
  });

  test('takes its province from the CPA if the province name is unknown', async () => {
    const to = receiver({}, { zip_code: 'v9410bfd', state: 'Fin del mundo', city: 'Ushuaia' });
    const { body } = await create(newOrder({ receiver: to }));
    const [row] = await gateway.owner('SELECT province, state FROM orders WHERE id = $1', [body.results.id]);
    expect(row).toEqual({ province: 'V', state: 'Tierra del Fuego' });
  });

  test('is marked for the provider if its postal code is unlisted', async () => {
    const unlisted = async (zip_code: string) => {
      const { body } = await create(newOrder({ receiver: receiver({}, { zip_code, state: 'Santa Cruz' }) }));
      const [row] = await gateway.owner<{ zip_unlisted: boolean }>('SELECT zip_unlisted FROM orders WHERE id = $1', [
        body.results.id,
      ]);
      return row?.zip_unlisted;
    };
    expect(await unlisted('9999')).toBe(true);
    expect(await unlisted('9400')).toBe(false);
  });

  test('ignores keys that a body must not set', async () => {
    const forged = { client_id: other.clientId, rate_value: 1, tracking_id: 'X', state: 'Entregado', prepaid: false };
    const { status, body } = await create({ ...newOrder(), ...forged, printed_by_client: true });
    expect(status).toBe(200);
    const order = await detail(body.results.tracking_id);
    expect(order.rate_value).toBeGreaterThan(1000);
    expect(order.printed_by_client).toBe(false);
  });
});

test('a reverse order has its own first state, needs no document, and may repeat the number of a forward order', async () => {
  const both = await gateway.addClient({ logistica_inversa: true });
  const create = (changes: Record<string, unknown>) =>
    gateway.call(createOrder, { by: both, body: newOrder({ order_id: 'IDA-1', ...changes }) });
  expect((await create({})).status).toBe(200);
  const back = await create({ delivery_mode: '4', receiver: receiver({ document: '' }) });
  expect(back.status).toBe(200);
  const { body } = await gateway.call(readOrder, { by: both, params: { id: back.body.results.tracking_id } });
  expect(body.results.shippings.map(({ state }) => state)).toEqual(['Logística Inversa Registrada']);
  expect(body.results).toMatchObject({
    delivery_mode: { id: '4' },
    order_state: { name: 'Registrado' },
    cancellable: true,
  });
  expect((await create({ delivery_mode: 4 })).status).toBe(422);
});

describe('an order is refused with an error on the field for', () => {
  test('a number of another active order of the client', async () => {
    await create(newOrder({ order_id: 'REP-1' }));
    expect(await errorsOf(newOrder({ order_id: 'REP-1' }))).toEqual({
      status: 422,
      errors: ['order_id: Ya tenés una orden con ese número'],
    });
    expect((await create(newOrder({ order_id: 'REP-1' }), other)).status).toBe(200);
  });

  test('a delivery mode that the account doesn’t have', async () => {
    for (const delivery_mode of ['3', 4]) {
      expect((await errorsOf(newOrder({ delivery_mode }))).errors).toEqual([
        'delivery_mode: Tu cuenta no tiene habilitado este modo de entrega',
      ]);
    }
  });

  test('a receiver without a document', async () => {
    expect(await errorsOf(newOrder({ receiver: receiver({ document: '' }) }))).toEqual({
      status: 422,
      errors: ['receiver.document: Este dato es obligatorio'],
    });
  });

  test('an unknown province', async () => {
    expect((await errorsOf(newOrder({ receiver: receiver({}, { state: 'Atlantis' }) }))).errors).toEqual([
      'receiver.address.state: Elegí una provincia de la lista',
    ]);
  });

  test.each([
    ['9410', 'CABA', 'state', 'El código postal 9410 es de Tierra del Fuego'],
    ['V9410ABC', 'Capital Federal', 'state', 'El código postal V9410ABC es de Tierra del Fuego'],
    ['C9410ABC', 'CABA', 'zip_code', 'El código postal C9410ABC no existe: 9410 es de Tierra del Fuego'],
    ['1059', 'AR-B', 'state', 'El código postal 1059 es de Ciudad Autónoma de Buenos Aires'],
    ['9999', 'CABA', 'state', 'El código postal 9999 es de Chubut, Tierra del Fuego o Santa Cruz'],
  ])('the postal code %s with the province %s', async (zip_code, state, field, message) => {
    expect(await errorsOf(newOrder({ receiver: receiver({}, { zip_code, state }) }))).toEqual({
      status: 422,
      errors: [`receiver.address.${field}: ${message}`],
    });
  });

  test('an item without a product that isn’t the placeholder', async () => {
    const items = [{ sku: 'REGALO', item: 'Regalo', quantity: 1 }];
    expect((await errorsOf(newOrder({ shipments: [shipment({ items })] }))).errors).toEqual([
      'shipments.0.items.0.product_id: Este campo es obligatorio',
    ]);
  });

  test('products that together exceed the limits of a shipment', async () => {
    const product_id = await addProduct(client, { weight: 900_000, value: 9_000_000 });
    const items = [{ product_id, quantity: 9999 }];
    expect((await errorsOf(newOrder({ shipments: [shipment({ items })] }))).errors).toEqual([
      'shipments.0.weight: Debe ser menor o igual a 999999',
      'shipments.0.items_value: Debe ser menor o igual a 9999999',
    ]);
  });

  test('an inactive product', async () => {
    const product_id = await addProduct(client, { active: false });
    const items = [{ product_id, quantity: 1 }];
    expect((await errorsOf(newOrder({ shipments: [shipment({ items })] }))).errors).toEqual([
      'shipments.0.items.0.product_id: Ese producto no está activo',
    ]);
  });

  test('an inactive pickup address', async () => {
    const [row] = await gateway.owner<{ id: number }>(
      `INSERT INTO sender_addresses (client_id, street_name, street_number, neighborhood_name, zip_code, city, state, active)
       VALUES ($1, 'Maipú', '1', 'Centro', '1006', 'CABA', 'Capital Federal', false) RETURNING id`,
      [client.clientId],
    );
    expect((await errorsOf(newOrder({ pickup_address_id: row?.id }))).errors).toEqual([
      'pickup_address_id: Esa dirección no está activa',
    ]);
  });
});

describe('ids of another client are refused like unknown ids', () => {
  test('products', async () => {
    const foreign = await addProduct(other);
    const answers = [];
    for (const product_id of [foreign, 1]) {
      const items = [{ product_id, quantity: 1 }];
      answers.push(await errorsOf(newOrder({ shipments: [shipment({ items })] })));
    }
    expect(answers[0]).toEqual({
      status: 404,
      errors: ['shipments.0.items.0.product_id: No encontramos ese producto'],
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  test('collection addresses', async () => {
    const answer = await errorsOf(newOrder({ pickup_address_id: other.addressId }));
    expect(answer).toEqual({ status: 404, errors: ['pickup_address_id: No encontramos esa dirección'] });
    expect(await errorsOf(newOrder({ pickup_address_id: 1 }))).toEqual(answer);
  });

  test('orders', async () => {
    const { body } = await create(newOrder(), other);
    const { id, tracking_id } = body.results;
    const foreign = await Promise.all(
      [String(id), tracking_id, '1', 'no-such-id'].map(async (text) => {
        const { status, body: answer } = await gateway.call(readOrder, { by: client, params: { id: text } });
        return { status, answer };
      }),
    );
    expect(new Set(foreign.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(foreign[0]?.status).toBe(404);
  });
});
