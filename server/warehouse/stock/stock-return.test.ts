import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { updateProduct } from '#shared/orders/product/new-product.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { clientStock } from '#shared/warehouse/staff-stock.ts';
import { readStockReturn, recordStockReturn } from '#shared/warehouse/staff-stock-return.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { providerEvent, RETURNED } from '#test/callers/provider-client.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
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
  gateway.setTime(null);
  shop = await newShop();
});
afterEach(async () => {
  expect(await findStockDrift(gateway.owner)).toEqual([]);
});
afterAll(() => gateway?.stop());

const newShop = async () => createStockFixture(gateway, staff, await gateway.addClient({ fulfillment: true }));

describe('a returned shipment', () => {
  /** Prepares an order and moves its first shipment. @returns the label */
  const sent = async (units: number, ...states: string[]) => {
    const tracking = await shop.made(units);
    await staff(prepareFulfillment, { params: await shop.waiting(), body: {} });
    await move(`${tracking}-1`, states);
    return `${tracking}-1`;
  };
  const move = async (label: string, states: readonly string[]) => {
    const events = states.map((state) => providerEvent(label, state, new Date(), { event_id: `${label} ${state}` }));
    const { body } = await staff(recordEvents, { body: { events } });
    expect(body.results.map(({ reason }) => reason)).toEqual(states.map(() => null));
  };
  const giveBack = (label: string, ...units: object[]) =>
    staff(recordStockReturn, { params: { label }, body: { units: units as never, note: 'Dos llegaron rotas' } });

  test('takes back units that are scanned by the bar code of their product', async () => {
    await shop.receive(3, 'A');
    const label = await sent(2, ...RETURNED);
    const body = productForm({ sku: shop.sku, barcode: '7790001001238' });
    await gateway.call(updateProduct, { by: shop.by, params: { id: shop.product }, body });
    const { body: back } = await giveBack(label, { sku: '7790001001238', lot: 'A', units: 2 });
    expect(back.results.returned).toEqual([{ sku: shop.sku, lot: 'A', units: 2 }]);
    expect(await shop.lots()).toEqual([['A', 3, 0]]);
  });

  test('puts the chosen units back into their lots or new ones, once', async () => {
    await shop.receive(3, 'A', { expiry: '2099-01-31' });
    await shop.receive(9, 'B');
    const label = await sent(5, ...RETURNED);
    const read = await staff(readStockReturn, { params: { label } });
    expect(read.body.results).toMatchObject({
      shipment_id: label,
      client_id: shop.by.clientId,
      refusal: null,
      returned_at: null,
      returned: null,
      note: '',
      lots: [
        { sku: shop.sku, lot: 'A', expiry: '2099-01-31', units: 3 },
        { sku: shop.sku, lot: 'B', expiry: null, units: 2 },
      ],
    });
    const too = await giveBack(label, { sku: shop.sku, lot: 'A', units: 4 }, { sku: shop.sku, lot: 'B', units: 2 });
    expect(too.body.errors).toEqual([{ field: 'units.1.units', message: 'Del envío quedan 1 por devolver' }]);
    expect((await giveBack(label, { sku: other.sku, lot: 'A', units: 1 })).body.errors).toMatchObject([
      { message: 'El envío no llevó ese SKU' },
    ]);
    const done = await giveBack(
      label,
      { sku: shop.sku, lot: 'A', units: 2 },
      { sku: shop.sku, lot: 'USADO', units: 1, expiry: '2098-01-31' },
    );
    expect(done.status).toBe(200);
    expect(done.body.results?.refusal).toContain('volvieron al stock');
    const returned = [
      { sku: shop.sku, lot: 'A', units: 2 },
      { sku: shop.sku, lot: 'USADO', units: 1 },
    ];
    expect(done.body.results).toMatchObject({ returned, note: 'Dos llegaron rotas' });
    expect((await staff(readStockReturn, { params: { label } })).body.results.returned).toEqual(returned);
    expect(await shop.lots()).toEqual([
      ['USADO', 1, 0],
      ['A', 2, 0],
      ['B', 7, 0],
    ]);
    expect((await giveBack(label, { sku: shop.sku, lot: 'A', units: 1 })).status).toBe(409);
  });

  test('is recorded without units if nothing can go back, and SKUs as the stock writes them', async () => {
    await shop.receive(9, 'A');
    const [broken, whole] = [await sent(2, ...RETURNED), await sent(1, ...RETURNED)];
    const none = await giveBack(broken);
    expect(none.body.message).toBe('La devolución se registró');
    expect(none.body.results).toMatchObject({ returned: [], note: 'Dos llegaron rotas' });
    expect(none.body.results?.refusal).toContain('sin unidades que vuelvan al stock');
    const other = await giveBack(whole, { sku: shop.sku.toLowerCase(), lot: 'A', units: 1 });
    expect(other.body.results?.returned).toEqual([{ sku: shop.sku, lot: 'A', units: 1 }]);
  });

  test('keeps the days of a lot that its units join', async () => {
    await shop.receive(3, 'A', { expiry: '2099-01-31' });
    await shop.receive(4, 'B', { expiry: '2099-06-30' });
    const label = await sent(2, ...RETURNED);
    await giveBack(
      label,
      { sku: shop.sku, lot: 'B', units: 1, expiry: '2099-01-31' },
      { sku: shop.sku, lot: 'C', units: 1, expiry: '2099-01-31' },
    );
    const { body } = await staff(clientStock, { params: { clientId: shop.by.clientId }, query: {} });
    expect(body.results.map(({ lot, expiry, units }) => [lot, expiry, units])).toEqual([
      ['A', '2099-01-31', 1],
      ['C', '2099-01-31', 1],
      ['B', '2099-06-30', 5],
    ]);
  });

  test('puts its units back once of many concurrent calls', async () => {
    await shop.receive(9);
    const label = await sent(4, ...RETURNED);
    const unit = { sku: shop.sku, lot: 'L1', units: 4 };
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await giveBack(label, unit)).status));
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await shop.lots()).toEqual([['L1', 9, 0]]);
  });

  test('keeps its units while it isn’t returned, and its state once they are back', async () => {
    await shop.receive(9);
    const label = await sent(2, 'retirado', 'en_curso');
    const unit = { sku: shop.sku, lot: 'L1', units: 2 };
    const early = await giveBack(label, unit);
    expect([early.status, early.body.message]).toEqual([
      422,
      'El envío está en «En Curso»: sus unidades vuelven al stock cuando esté Devuelto al Remitente',
    ]);
    await move(label, RETURNED.slice(2));
    expect((await giveBack(label, unit)).status).toBe(200);
    const correction = await staff(correctEvent, {
      params: { label },
      body: { corrects: `${label} devuelto`, event_id: `${label} x`, correction_reason: 'Otro envío' },
    });
    expect([correction.status, correction.body.message]).toEqual([
      422,
      'No se puede corregir: las unidades del envío volvieron al stock',
    ]);
  });

  test('is put back or corrected, if both are asked at once', async () => {
    await shop.receive(9);
    for (let round = 0; round < 4; round++) {
      const label = await sent(1, ...RETURNED);
      const answers = await Promise.all([
        giveBack(label, { sku: shop.sku, lot: 'L1', units: 1 }),
        staff(correctEvent, {
          params: { label },
          body: { corrects: `${label} devuelto`, event_id: `${label} x`, correction_reason: 'Otro envío' },
        }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    }
  });

  test('of another mode or with an unknown label has nothing to put back', async () => {
    const { tracking } = await shop.create({ ...shop.order(1), delivery_mode: 1 });
    const plain = await staff(readStockReturn, { params: { label: `${tracking}-1` } });
    expect(plain.body.results.refusal).toBe('De este envío no salió nada del stock del depósito');
    expect((await giveBack(`${tracking}-1`)).status).toBe(422);
    expect((await giveBack(`${tracking}-2`)).status).toBe(404);
    expect((await giveBack('nada')).status).toBe(404);
  });
});
