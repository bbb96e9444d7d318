import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import * as ops from '#shared/warehouse/staff-fulfillment.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let shop: StockFixture;
let other: StockFixture;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, shipmentRoutes, ...warehouseFeatures]));
  other = await newShop();
});
beforeEach(async () => {
  gateway.setTime(new Date('2026-03-10T15:00:00Z'));
  shop = await newShop();
});
afterEach(async () => {
  expect(await findStockDrift(gateway.owner)).toEqual([]);
});
afterAll(() => gateway?.stop());

const newShop = async () => createStockFixture(gateway, staff, await gateway.addClient({ fulfillment: true }));

describe('an order of mode 3 or 5', () => {
  test('reserves the lot that expires first and skips expired lots', async () => {
    await shop.receive(5, 'NUNCA');
    await shop.receive(2, 'LEJOS', { expiry: '2026-12-31' });
    await shop.receive(9, 'VENCIDO', { expiry: '2026-03-09' });
    await shop.receive(2, 'HOY', { expiry: '2026-03-10', criticality: '2026-02-01' });
    await shop.made(3);
    expect(await shop.lots()).toEqual([
      ['VENCIDO', 9, 0],
      ['HOY', 2, 2],
      ['LEJOS', 2, 1],
      ['NUNCA', 5, 0],
    ]);
  });

  test('is refused on its items if its shipments together exceed the stock', async () => {
    await shop.receive(4);
    const lack = (item: number, left: number, sku = shop.sku) =>
      `shipments.${item}.items.0.quantity: No hay stock suficiente de ${sku}: quedan ${left}`;
    expect((await shop.create(shop.order(5))).errors).toEqual([lack(0, 4)]);
    expect((await shop.create(shop.order(3, 2))).errors).toEqual([lack(1, 1)]);
    const { sku, product } = await createStockFixture(gateway, staff, shop.by);
    const unstocked = shipment({ items: [{ product_id: product, quantity: 1 }] });
    const { errors } = await shop.create(newOrder({ delivery_mode: '5', shipments: [unstocked] }));
    expect(errors).toEqual([lack(0, 0, sku)]);
    expect(await shop.lots()).toEqual([['L1', 4, 0]]);
    expect(await shop.fulfillments()).toEqual([]);
  });

  test('is refused without products', async () => {
    for (const items of [[], [{ sku: 'NO_INFORMADO', item: 'NO_INFORMADO', quantity: 1 }]]) {
      const body = newOrder({ delivery_mode: 3, shipments: [shipment({ items })] });
      expect((await shop.create(body)).errors).toEqual([
        'shipments.0.items.0.product_id: Elegí un producto del depósito',
      ]);
    }
  });

  test('doesn’t use another client’s stock', async () => {
    await shop.receive(5);
    expect((await other.create(shop.order(1))).status).toBe(404);
    const sku = shop.sku.toLowerCase();
    await gateway.owner('UPDATE products SET sku = $2 WHERE id = $1', [other.product, sku]);
    expect((await other.create()).errors).toEqual([
      `shipments.0.items.0.quantity: No hay stock suficiente de ${sku}: quedan 0`,
    ]);
  });

  test('of another mode changes no stock', async () => {
    await shop.receive(1);
    expect((await shop.create({ ...shop.order(7), delivery_mode: 1 })).status).toBe(200);
    expect(await shop.lots()).toEqual([['L1', 1, 0]]);
  });

  test('releases its stock when it is cancelled, and a cancelled shipment releases its own', async () => {
    await shop.receive(5);
    const [one, two] = [await shop.made(2, 1), await shop.made(2)];
    expect(await shop.lots()).toEqual([['L1', 5, 5]]);
    await gateway.call(cancelShipment, { by: shop.by, params: { id: `${one}-1` } });
    expect(await shop.lots()).toEqual([['L1', 5, 3]]);
    expect(await shop.cancel(two)).toBe(200);
    expect(await shop.lots()).toEqual([['L1', 5, 1]]);
    expect(await shop.fulfillments('Cancelado')).toMatchObject([{ tracking_id: two }]);
    expect(await shop.fulfillments()).toMatchObject([{ tracking_id: one }]);
  });
});

describe('the warehouse', () => {
  const prepare = (params: object, body: object = {}) =>
    staff(ops.prepareFulfillment, { params, body } as never) as Promise<{
      status: number;
      body: { results: ops.StaffFulfillmentDetail; errors?: { message: string }[] };
    }>;

  test('prepares a part of an order, then the rest, and labels it', async () => {
    await shop.receive(2, 'A', { expiry: '2026-05-01' });
    await shop.receive(4, 'B');
    const tracking = await shop.made(3);
    const params = await shop.waiting();
    const part = await prepare(params, { items: [{ sku: shop.sku, quantity: 1 }] });
    expect(part.body.results).toMatchObject({
      status: 'Registrado',
      shipments: [
        {
          state: 'En Preparación',
          lots: [
            { lot: 'A', units: 1 },
            { lot: 'B', units: 1 },
          ],
        },
      ],
    });
    expect(await shop.lots()).toEqual([
      ['A', 1, 1],
      ['B', 4, 1],
    ]);
    expect((await shop.detail(params.id)).body.data[0].productos).toEqual([
      { sku: shop.sku, descripcion: 'Dulce', cantidad: 3, cantidadPreparada: 1 },
    ]);
    expect((await staff(ops.labelFulfillment, { params, body: {} })).status).toBe(422);
    gateway.setTime(new Date('2026-03-11T15:00:00Z'));
    await prepare(params);
    expect(await shop.lots()).toEqual([
      ['A', 0, 0],
      ['B', 3, 0],
    ]);
    expect((await shop.detail(params.id)).body.data[0]).toMatchObject({
      estado: 'Preparado',
      etiquetas: null,
      fechaCreacionOrden: '2026-03-10T12:00:00-03:00',
      fechaEstado: '2026-03-11T12:00:00-03:00',
    });
    const labelled = await staff(ops.labelFulfillment, { params, body: { labels: [`${tracking}-1`] } });
    expect(labelled.body.results).toMatchObject({
      labels: [`${tracking}-1`],
      shipments: [{ state: 'Listo para Despacho' }],
    });
    expect((await shop.detail(params.id)).body.data[0].etiquetas).toBe(`${tracking}-1`);
    expect((await staff(ops.cancelFulfillment, { params, body: {} })).status).toBe(422);
  });

  test('closes an order with missing units and releases their stock, idempotently', async () => {
    await shop.receive(3);
    await shop.made(3);
    const params = await shop.waiting();
    const body = { items: [{ sku: shop.sku, quantity: 2 }], close: true };
    for (let time = 0; time < 2; time++) {
      expect((await prepare(params, body)).body.results).toMatchObject({ status: 'Preparado' });
      expect(await shop.lots()).toEqual([['L1', 1, 0]]);
    }
    expect((await prepare(params, { items: [{ sku: shop.sku, quantity: 3 }] })).status).toBe(422);
  });

  test('can’t prepare quantities out of range, and gets an error per field', async () => {
    await shop.receive(3);
    await shop.made(3);
    const params = await shop.waiting();
    const errorsOf = async (sku: string, quantity: number) =>
      (await prepare(params, { items: [{ sku, quantity }] })).body.errors?.[0]?.message;
    expect(await errorsOf(shop.sku.toLowerCase(), 2)).toBe(undefined);
    expect(await errorsOf(shop.sku, 4)).toBe('El pedido tiene 3');
    expect(await errorsOf(shop.sku, 1)).toBe('Ya se prepararon 2');
    expect(await errorsOf('OTRO', 1)).toBe('El pedido no tiene ese SKU');
    expect(await shop.lots()).toEqual([['L1', 1, 1]]);
  });

  test('cancels an order with its shipments and returns the goods to stock, idempotently', async () => {
    await shop.receive(3);
    const tracking = await shop.made(3);
    const params = await shop.waiting();
    await prepare(params, { items: [{ sku: shop.sku, quantity: 2 }] });
    expect(await shop.lots()).toEqual([['L1', 1, 1]]);
    for (let time = 0; time < 2; time++) {
      const { body } = await staff(ops.cancelFulfillment, { params, body: { reason: 'Mercadería dañada' } });
      expect(body.results).toMatchObject({ status: 'Cancelado', reason: 'Mercadería dañada' });
    }
    const { body } = await gateway.call(readOrder, { by: shop.by, params: { id: tracking } });
    expect(body.results.order_state.name).toBe('CANCELADO');
    expect(await shop.lots()).toEqual([['L1', 3, 0]]);
    expect((await shop.detail(params.id)).body.data[0]).toMatchObject({
      estado: 'Cancelado',
      productos: [{ cantidad: 3, cantidadPreparada: 0 }],
    });
  });

  test('has prepared and labelled the shipments that events report as dispatched', async () => {
    await shop.receive(5);
    const tracking = await shop.made(2, 3);
    const sendEvent = (n: number, state: string) =>
      staff(recordEvents, { body: { events: [providerEvent(`${tracking}-${n}`, state, new Date())] } });
    gateway.setTime(null);
    await sendEvent(1, 'listo_despacho');
    expect(await shop.lots()).toEqual([['L1', 3, 3]]);
    expect(await shop.fulfillments()).toMatchObject([{ labels: [] }]);
    await sendEvent(2, 'retirado');
    expect(await shop.lots()).toEqual([['L1', 0, 0]]);
    expect(await shop.fulfillments('Preparado')).toMatchObject([{ labels: [`${tracking}-1`, `${tracking}-2`] }]);
  });

  test('returns the prepared goods of a shipment that expired before dispatch to stock', async () => {
    await shop.receive(2);
    const tracking = await shop.made(2);
    const params = await shop.waiting();
    await prepare(params);
    gateway.setTime(null);
    await staff(recordEvents, { body: { events: [providerEvent(`${tracking}-1`, 'expirado', new Date())] } });
    expect(await shop.lots()).toEqual([['L1', 2, 0]]);
    expect(await shop.fulfillments('Cancelado')).toMatchObject([{ id: params.id, labels: [] }]);
  });

  test('lists waiting fulfillment orders of all clients or of one, oldest first', async () => {
    await shop.receive(2);
    await other.receive(1, 'L9', {
      sku: (await gateway.owner<{ sku: string }>('SELECT sku FROM products WHERE id = $1', [other.product]))[0]?.sku,
    });
    const first = await shop.made(1);
    gateway.setTime(new Date('2026-03-10T16:00:00Z'));
    const theirs = await other.made(1);
    const read = async (filter: object, more: object = {}) => {
      const { body } = await staff(ops.staffFulfillments, { query: { filter, ...more } as never });
      return body;
    };
    const all = (await read({}, { limit: 1000 })).results.map(({ tracking_id }) => tracking_id);
    expect(all.indexOf(first)).toBeGreaterThanOrEqual(0);
    expect(all.indexOf(theirs)).toBeGreaterThan(all.indexOf(first));
    expect((await read({ client: String(other.by.clientId) })).results).toMatchObject([
      { client_id: other.by.clientId, tracking_id: theirs, delivery_mode: '3', status: 'Registrado' },
    ]);
    await shop.receive(4, 'L2');
    const several = await shop.made(4);
    const [waiting] = (await read({ client: String(shop.by.clientId) })).results.filter(
      ({ tracking_id }) => tracking_id === several,
    );
    // Tuesday: two working days later is Thursday.
    expect(waiting).toMatchObject({ lines: 1, units: 4, city: 'CABA', prepare_by: '2026-03-12' });
    all.push(several);
    const { pagination } = await read({}, { limit: 1, page: 2 });
    expect(pagination).toMatchObject({ page: 2, limit: 1, total: all.length });
    for (const filter of [{ client: 'nadie' }, { status: 'Abducido' }])
      expect((await read(filter)).results).toEqual([]);
  });

  test('recognises a repeated receipt, and can’t remove reserved units', async () => {
    const receipt_id = crypto.randomUUID();
    expect((await shop.receive(3, 'L1', { receipt_id }))?.result).toBe('recorded');
    expect((await shop.receive(3, 'L1', { receipt_id }))?.result).toBe('repeated');
    expect((await shop.receive(4, 'L1', { receipt_id }))?.result).toBe('refused');
    await shop.made(2);
    expect((await shop.receive(-2))?.reason).toBe('En el lote quedan 1 unidades sin reservar');
    expect((await shop.receive(-1))?.result).toBe('recorded');
    expect((await shop.receive(-1, 'NADA'))?.reason).toBe('No existe ese lote');
    expect(await shop.lots()).toEqual([['L1', 2, 2]]);
  });
});
