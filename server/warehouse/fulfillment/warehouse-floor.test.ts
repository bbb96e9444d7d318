import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import * as stock from '#shared/warehouse/staff-stock.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
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

const params = (of = shop) => ({ clientId: of.by.clientId });

describe('a receipt', () => {
  test('of a SKU that the catalogue lacks is refused with the SKU that resembles it', async () => {
    const typed = shop.sku.replace('SKU-', 'SKU');
    expect(await shop.receive(3, 'L1', { sku: typed })).toMatchObject({
      result: 'refused',
      reason: `El SKU «${typed}» no está en el catálogo del cliente. ¿Quisiste decir «${shop.sku}»?`,
    });
    expect((await shop.receive(3, 'L1', { sku: 'ZZZ' }))?.reason).toBe(
      'El SKU «ZZZ» no está en el catálogo del cliente. La empresa lo agrega en Productos',
    );
    expect((await shop.receive(3, 'L1', { sku: shop.sku.toLowerCase() }))?.result).toBe('recorded');
    expect(await shop.lots()).toEqual([['L1', 3, 0]]);
  });

  test('of another client’s SKU is refused without naming it', async () => {
    expect((await shop.receive(3, 'L1', { sku: other.sku }))?.reason).not.toContain(`«${other.sku}»?`);
    expect(await shop.lots()).toEqual([]);
  });

  test('with a used id and another description or day is refused, and repeated with the same contents', async () => {
    const receipt_id = crypto.randomUUID();
    const sent = { receipt_id, expiry: '2030-01-31' };
    expect((await shop.receive(3, 'L1', sent))?.result).toBe('recorded');
    expect((await shop.receive(3, 'L1', sent))?.result).toBe('repeated');
    for (const changed of [{ description: 'Otro dulce' }, { expiry: '2030-02-28' }, { criticality: '2030-01-01' }]) {
      expect((await shop.receive(3, 'L1', { ...sent, ...changed }))?.reason).toBe(
        'Ese receipt_id ya se usó para otro ingreso',
      );
    }
    await gateway.owner('UPDATE stock_receipts SET sent = NULL WHERE receipt_id = $1', [receipt_id]);
    expect((await shop.receive(3, 'L1', { ...sent, description: 'Otro dulce' }))?.result).toBe('repeated');
    expect(await shop.lots()).toEqual([['L1', 3, 0]]);
  });

  test('may still take goods away whose product left the catalogue', async () => {
    await shop.receive(3);
    await gateway.owner('UPDATE products SET sku = $2 WHERE id = $1', [shop.product, `NUEVO-${shop.sku}`]);
    expect((await shop.receive(1))?.result).toBe('refused');
    expect((await shop.receive(-2))?.result).toBe('recorded');
    expect(await shop.lots()).toEqual([['L1', 1, 0]]);
  });
});

describe('a count', () => {
  const count = async (changes: object) => {
    const one = { count_id: crypto.randomUUID(), sku: shop.sku, lot: 'L1', expected: 5, counted: 5, reason: '' };
    const { body } = await staff(stock.recordCounts, {
      params: params(),
      body: { counts: [{ ...one, ...changes }] },
    });
    return body.results[0];
  };

  test('books its difference with the reason, once', async () => {
    await shop.receive(5);
    expect(await count({})).toMatchObject({ result: 'equal', difference: 0 });
    const lost = { count_id: 'C-1', counted: 3, reason: 'Rotura' };
    expect(await count(lost)).toMatchObject({ result: 'recorded', difference: -2 });
    expect(await count(lost)).toMatchObject({ result: 'repeated', difference: -2 });
    expect(await count({ ...lost, counted: 9 })).toMatchObject({ result: 'refused' });
    expect(await count({ expected: 3, counted: 4, reason: 'Estaba en otro estante' })).toMatchObject({ difference: 1 });
    expect(await shop.lots()).toEqual([['L1', 4, 0]]);
    const reasons = await gateway.owner<{ reason: string }>(
      'SELECT reason FROM stock_receipts WHERE client_id = $1 AND reason IS NOT NULL ORDER BY recorded_at',
      [shop.by.clientId],
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['Rotura', 'Estaba en otro estante']);
  });

  test('is refused without a reason, for changed stock, for reserved units and for an unknown lot', async () => {
    await shop.receive(5);
    await shop.made(2);
    expect((await count({ counted: 4 }))?.reason).toBe('Escribí el motivo de la diferencia');
    expect((await count({ expected: 9, counted: 4, reason: 'Rotura' }))?.reason).toBe(
      'El stock cambió mientras contabas: había 9 y ahora hay 5. Contá de nuevo',
    );
    expect((await count({ counted: 1, reason: 'Rotura' }))?.reason).toContain('Hay 2 unidades reservadas para pedidos');
    expect((await count({ lot: 'NADA', counted: 1, reason: 'Rotura' }))?.reason).toContain('No existe ese lote');
    expect((await count({ counted: -1 }))?.reason).toBe('Mínimo 0');
    expect(await shop.lots()).toEqual([['L1', 5, 2]]);
  });

  test('of another client’s lot finds none', async () => {
    await other.receive(5, 'AJENO');
    expect((await count({ sku: other.sku, lot: 'AJENO', counted: 1, reason: 'Robo' }))?.result).toBe('refused');
    expect(await other.lots()).toContainEqual(['AJENO', 5, 0]);
  });
});

describe('a picking list', () => {
  const list = async (orders: string) => staff(pickingList, { query: { orders } });
  const shelve = (of: StockFixture, shelf: string) =>
    staff(stock.setShelf, { params: params(of), body: { sku: of.sku.toLowerCase(), shelf } });

  test('joins the orders of several clients by position, the lot that expires first before others', async () => {
    const another = await newShop();
    await shop.receive(3, 'PRONTO', { expiry: '2098-01-31' });
    await shop.receive(9, 'TARDE', { expiry: '2099-01-31' });
    await another.receive(4);
    await shop.made(2);
    await shop.made(1, 3);
    await another.made(1);
    expect((await shelve(shop, 'B-10')).body.results).toEqual({ sku: shop.sku, shelf: 'B-10' });
    await shelve(another, 'B-9');
    const waiting = [...(await shop.fulfillments()), ...(await another.fulfillments())];
    const { status, body } = await list(waiting.map(({ client_id, id }) => `${client_id}-${id}`).join(','));
    expect(status).toBe(200);
    expect(body.results.map(({ shelf, lot, units, orders }) => [shelf, lot, units, orders.length])).toEqual([
      ['B-9', 'L1', 1, 1],
      ['B-10', 'PRONTO', 3, 2],
      ['B-10', 'TARDE', 3, 1],
    ]);
  });

  test('leaves out prepared units, orders that don’t wait and orders of another client', async () => {
    await shop.receive(5);
    await shop.made(3);
    const { clientId, id } = await shop.waiting();
    await staff(prepareFulfillment, { params: { clientId, id }, body: { items: [{ sku: shop.sku, quantity: 1 }] } });
    expect((await list(`${clientId}-${id}`)).body.results).toMatchObject([{ units: 2 }]);
    expect((await list(`${other.by.clientId}-${id}`)).body.results).toEqual([]);
    await staff(prepareFulfillment, { params: { clientId, id }, body: {} });
    expect((await list(`${clientId}-${id}`)).body.results).toEqual([]);
  });

  test.each(['', 'x', '7', '7-0', '7-1,', Array.from({ length: 101 }, () => '7-1').join(',')])(
    'is refused without a list of orders: %s',
    async (orders) => {
      expect((await list(orders)).status).toBe(422);
    },
  );

  test('has no position of a SKU that the client doesn’t stock', async () => {
    const refused = await staff(stock.setShelf, { params: params(), body: { sku: other.sku, shelf: 'A-1' } });
    expect(refused.body.errors).toMatchObject([{ field: 'sku' }]);
  });
});

test('critical and expired lots of all clients are listed, the first to expire first, by client and mark', async () => {
  await shop.receive(2, 'VENCIDO', { expiry: '2020-01-31' });
  await shop.receive(2, 'CRITICO', { expiry: '2090-01-31', criticality: '2020-01-01' });
  await shop.receive(2, 'BUENO', { expiry: '2090-01-31', criticality: '2089-12-31' });
  await shop.receive(2, 'NUNCA');
  await shop.receive(2, 'SALIO', { expiry: '2020-01-31' });
  await shop.receive(-2, 'SALIO');
  await other.receive(2, 'SUYO', { expiry: '2019-01-31' });
  const list = async (filter: object) => (await staff(stock.expiringStock, { query: { filter, limit: 1000 } })).body;
  const mine = (rows: stock.ExpiringLot[]) =>
    rows.flatMap(({ client_id, lot, status }) => (client_id === shop.by.clientId ? [[lot, status]] : []));
  const all = (await list({})).results;
  expect(mine(all)).toEqual([
    ['VENCIDO', 'Vencido'],
    ['CRITICO', 'Crítico'],
  ]);
  expect(all.findIndex(({ lot }) => lot === 'SUYO')).toBeLessThan(all.findIndex(({ lot }) => lot === 'VENCIDO'));
  expect((await list({ client: String(shop.by.clientId), status: 'critico' })).results).toMatchObject([
    { lot: 'CRITICO' },
  ]);
  for (const filter of [{ client: 'nadie' }, { status: 'Abducido' }]) expect((await list(filter)).results).toEqual([]);
});

test('a lot is expired or critical from the day after its day on, in Buenos Aires', async () => {
  await shop.receive(2, 'DIA', { expiry: '2030-03-10' });
  await shop.receive(2, 'AVISO', { expiry: '2030-12-31', criticality: '2030-03-10' });
  const listed = async (now: string) => {
    gateway.setTime(new Date(now));
    const filter = { client: String(shop.by.clientId) };
    const { body } = await staff(stock.expiringStock, { query: { filter } });
    return body.results.map(({ lot, status }) => [lot, status]);
  };
  expect(await listed('2030-03-11T02:59:00Z')).toEqual([]);
  expect(await listed('2030-03-11T03:00:00Z')).toEqual([
    ['DIA', 'Vencido'],
    ['AVISO', 'Crítico'],
  ]);
});
