import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { exportFulfillment, listFulfillment } from '#shared/warehouse/fulfillment.ts';
import * as ops from '#shared/warehouse/staff-fulfillment.ts';
import { exportStock, stockLots } from '#shared/warehouse/stock.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let by: TestClient;
let shop: StockFixture;
let other: TestClient;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, ...warehouseFeatures]));
  other = await gateway.addClient({ fulfillment: true });
});
beforeEach(async () => {
  gateway.setTime(new Date('2026-03-10T15:00:00Z'));
  by = await gateway.addClient({ fulfillment: true });
  shop = await createStockFixture(gateway, staff, by);
});
afterAll(() => gateway?.stop());

test('a client reads its stock by SKU, with critical units by the day in Buenos Aires', async () => {
  await shop.receive(4, 'A', { criticality: '2026-03-09', expiry: '2026-03-10' });
  await shop.receive(6, 'B');
  await shop.made(1);
  const read = async () => {
    const { stockTotal, stockCritico, disponible } = (await shop.row()) ?? {};
    return [stockTotal, stockCritico, disponible];
  };
  // The day of criticality, the day after, the last minute of the expiry day, and the minute after.
  gateway.setTime(new Date('2026-03-10T02:59:00Z'));
  expect(await read()).toEqual([10, 0, 9]);
  gateway.setTime(new Date('2026-03-10T03:00:00Z'));
  expect(await read()).toEqual([10, 4, 9]);
  gateway.setTime(new Date('2026-03-11T02:59:00Z'));
  expect(await read()).toEqual([10, 4, 9]);
  gateway.setTime(new Date('2026-03-11T03:00:00Z'));
  expect(await read()).toEqual([10, 0, 6]);
  const states = async (estado: string) =>
    (await gateway.call(exportStock, { by, body: { estado } })).body.data[0].productos.length;
  expect([await states('Vencido'), await states('crítico'), await states('')]).toEqual([1, 0, 1]);
});

test('a client reads the days of cover and the units that will expire, from the sales of thirty days', async () => {
  gateway.setTime(new Date('2026-01-10T15:00:00Z'));
  await shop.receive(40, 'A', { expiry: '2026-03-19' });
  await shop.receive(20, 'B');
  // Not counted: the first order (a day too old), the cancelled order, and the order of another mode.
  gateway.setTime(new Date('2026-02-09T02:59:00Z'));
  await shop.made(2);
  gateway.setTime(new Date('2026-02-09T03:00:00Z'));
  await shop.made(5);
  await shop.cancel(await shop.made(9));
  await shop.create({ ...shop.order(9), delivery_mode: 1 });
  gateway.setTime(new Date('2026-03-10T15:00:00Z'));
  await shop.made(10);
  // 15 units in 30 days: of the 23 free units of A, 5 sell in the ten days before expiry; the 20 of B last 40 days
  // more.
  expect(await shop.row()).toMatchObject({ disponible: 43, diasCobertura: 50, venceranSinVender: 18 });
  gateway.setTime(new Date('2026-06-10T15:00:00Z'));
  expect(await shop.row()).toMatchObject({ disponible: 20, diasCobertura: null, venceranSinVender: 0 });
});

test('a SKU received today has no forecast, and a SKU without units has no days of cover', async () => {
  await shop.receive(1, 'A', { expiry: '2026-03-19' });
  expect(await shop.row()).toMatchObject({ diasCobertura: null, venceranSinVender: null });
  await shop.made(1);
  expect(await shop.row()).toMatchObject({ disponible: 0, diasCobertura: 0, venceranSinVender: 0 });
});

test('a client reads its lots, sorted by expiry', async () => {
  await shop.receive(1, 'B');
  await shop.receive(2, 'A', { criticality: '2026-03-09', expiry: '2026-03-10' });
  const { body } = await gateway.call(stockLots, { by, body: { sku: shop.sku.toLowerCase() } });
  expect(body.data[0].lotes).toEqual([
    { lote: 'A', vencimiento: '2026-03-10', fechaCriticidad: '2026-03-09', unidades: 2 },
    { lote: 'B', vencimiento: null, fechaCriticidad: null, unidades: 1 },
  ]);
});

test('a client reads its fulfillment orders of a range of days, in pages of the requested size', async () => {
  await shop.receive(9);
  gateway.setTime(new Date('2026-03-01T02:59:00Z'));
  await shop.made(1);
  gateway.setTime(new Date('2026-03-01T03:00:00Z'));
  const tracking = await shop.made(1);
  const list = async (body: object) => (await gateway.call(listFulfillment, { by, body })).body.data;
  const [{ pedidos }, { pagination }] = await list({ page: 1, pageSize: 1 });
  expect(pedidos).toEqual([
    { fecha: '2026-03-01', referencia: expect.any(String), orden: tracking, estado: 'Registrado' },
  ]);
  expect(pagination.pages).toBe(2);
  expect((await list({ page: 2, pageSize: 1 }))[0].pedidos[0]?.fecha).toBe('2026-02-28');
  expect((await list({ FechaDesde: '2026-03-01', FechaHasta: '2026-03-01' }))[0].pedidos).toHaveLength(1);
  expect((await list({ estado: 'Preparado' }))[0].pedidos).toEqual([]);
  expect((await list({ estado: 'Abducido' }))[0].pedidos).toEqual([]);
  const { body } = await gateway.call(exportFulfillment, { by, body: { estado: 'registrado' } });
  expect(body.data[0].pedidos).toHaveLength(2);
});

test('a client reads only its own data, for any logonName', async () => {
  await shop.receive(2);
  await shop.made(1);
  const { id } = await shop.waiting();
  const theirs = await createStockFixture(gateway, staff, other);
  const logonName = `u${by.clientId}`;
  const [foreign, unknown] = [await theirs.detail(id), await theirs.detail('123456')];
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  const lots = await gateway.call(stockLots, { by: other, body: { sku: shop.sku, logonName } });
  expect(lots.status).toBe(404);
  const stock = await gateway.call(exportStock, { by: other, body: { articulo: shop.sku, logonName } });
  expect(stock.body.data[0].productos).toEqual([]);
  const orders = await gateway.call(exportFulfillment, { by: other, body: { logonName } });
  expect(orders.body.data[0].pedidos).toEqual([]);
  const params = { clientId: other.clientId, id };
  for (const call of [ops.prepareFulfillment, ops.labelFulfillment, ops.cancelFulfillment, ops.clientFulfillment]) {
    expect((await staff(call as typeof ops.clientFulfillment, { params })).status).toBe(404);
  }
  expect((await shop.detail(id)).status).toBe(200);
});

test('row-level security hides other clients’ stock and fulfillment orders even without a client filter', async () => {
  await shop.receive(2);
  await shop.made(1);
  for (const table of ['stock_skus', 'stock_lots', 'stock_receipts', 'stock_reservations', 'fulfillment_orders']) {
    const seen = (clientId: number) =>
      gateway.deps.db.withClient(clientId, (trx) =>
        runText<{ client_id: number }>(trx, `SELECT client_id FROM ${table} WHERE client_id = ${by.clientId}`),
      );
    expect([await seen(other.clientId), (await seen(by.clientId)).length > 0]).toEqual([[], true]);
  }
});
