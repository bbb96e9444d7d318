import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '#server/db/connection.ts';
import { orderRoutes } from '#server/features/order/order.routes.ts';
import { productRoutes } from '#server/features/product/product.routes.ts';
import { shipmentRoutes } from '#server/features/shipment/shipment.routes.ts';
import { exportFulfillment, listFulfillment, readFulfillment } from '#shared/fulfillment.ts';
import * as ops from '#shared/ops/fulfillment.ts';
import { clientStock, recordReceipts } from '#shared/ops/stock.ts';
import { cancelOrder, createOrder, readOrder } from '#shared/orders.ts';
import { createProduct } from '#shared/products.ts';
import { cancelShipment } from '#shared/shipments.ts';
import { exportStock, listStock, stockLots } from '#shared/stock.ts';
import type { Gateway, TestClient } from '#test/gateway.ts';
import { newOrder, shipment } from '#test/new-order.ts';
import { type operatorOf, startEntry } from '#test/operator.ts';
import { warehouseRoutes } from './warehouse.routes.ts';

let gateway: Gateway;
let operator: ReturnType<typeof operatorOf>;
let by: TestClient;
let other: TestClient;
let sku: string;
let product: number;

beforeAll(async () => {
  const entry = await startEntry([orderRoutes, shipmentRoutes, productRoutes, warehouseRoutes]);
  ({ gateway, operator } = entry);
  other = await gateway.addClient({ fulfillment: true });
});
beforeEach(async () => {
  gateway.setTime(new Date('2026-03-10T15:00:00Z'));
  by = await gateway.addClient({ fulfillment: true });
  ({ sku, product } = await addProduct());
});
afterAll(() => gateway?.stop());

async function addProduct(client = by) {
  const sku = `SKU-${crypto.randomUUID().slice(0, 8)}`;
  const measures = { value: 10, length: 1, height: 1, width: 1, weight: 100 };
  const body = { sku, description: 'Dulce', category: 1, ...measures, active: true };
  const { body: answer } = await gateway.call(createProduct, { by: client, body });
  return { sku, product: answer.results.id };
}

/** Puts units on the shelves. */
async function receive(units: number, lot = 'L1', changes: object = {}, client = by) {
  const receipt = { receipt_id: crypto.randomUUID(), sku, lot, units, description: 'Dulce', ...changes };
  const { body } = await operator(recordReceipts, {
    params: { clientId: client.clientId },
    body: { receipts: [receipt] },
  });
  return body.results[0];
}

const item = (quantity: number, product_id = product) => ({ product_id, quantity });
const order = (...quantities: number[]) => ({
  ...newOrder({ delivery_mode: 3, shipments: quantities.map((n) => shipment({ items: [item(n)] })) }),
});
const create = (body: object = order(1), client = by) => gateway.call(createOrder, { by: client, body: body as never });
const made = async (...quantities: number[]) => (await create(order(...quantities))).body.results.tracking_id;
const errors = async (body: object, client = by) =>
  (await create(body, client)).body.errors?.map(({ field, message }) => `${field}: ${message}`);

async function lots(client = by) {
  const { body } = await operator(clientStock, { params: { clientId: client.clientId }, query: { limit: 100 } });
  return body.results.map(({ lot, units, reserved }) => [lot, units, reserved]);
}
async function fulfillments(status: string, client = by) {
  const query = { filter: { status, client: String(client.clientId) } };
  return (await operator(ops.operatorFulfillments, { query })).body.results;
}
async function waiting() {
  const [first] = await fulfillments('Registrado');
  if (!first) throw new Error('nothing is being prepared');
  return { clientId: by.clientId, id: first.id };
}
const detail = async (id: number | string, client = by) =>
  gateway.call(readFulfillment, { by: client, body: { referencia: String(id) } });

describe('an order of mode 3 or 5', () => {
  test('reserves the first to expire first, passing over what is expired', async () => {
    await receive(5, 'NUNCA');
    await receive(2, 'LEJOS', { expiry: '2026-12-31' });
    await receive(9, 'VENCIDO', { expiry: '2026-03-09' });
    await receive(2, 'HOY', { expiry: '2026-03-10', criticality: '2026-02-01' });
    expect((await create(order(3))).status).toBe(200);
    expect(await lots()).toEqual([
      ['VENCIDO', 9, 0],
      ['HOY', 2, 2],
      ['LEJOS', 2, 1],
      ['NUNCA', 5, 0],
    ]);
  });

  test('is refused on its items when there is too little, in all its shipments together', async () => {
    await receive(4);
    expect(await errors(order(5))).toEqual([
      `shipments.0.items.0.quantity: No hay stock suficiente de ${sku}: quedan 4`,
    ]);
    expect(await errors(order(3, 2))).toEqual([
      `shipments.1.items.0.quantity: No hay stock suficiente de ${sku}: quedan 1`,
    ]);
    const unstocked = await addProduct();
    const body = newOrder({ delivery_mode: '5', shipments: [shipment({ items: [item(1, unstocked.product)] })] });
    expect(await errors(body)).toEqual([
      `shipments.0.items.0.quantity: No hay stock suficiente de ${unstocked.sku}: quedan 0`,
    ]);
    expect(await lots()).toEqual([['L1', 4, 0]]);
    expect(await fulfillments('Registrado')).toEqual([]);
  });

  test('needs products', async () => {
    expect(await errors(newOrder({ delivery_mode: 3, shipments: [shipment({ items: [] })] }))).toEqual([
      'shipments.0.items.0.product_id: Elegí un producto del depósito',
    ]);
  });

  test('finds no stock of another client', async () => {
    await receive(5);
    const theirs = await addProduct(other);
    await receive(5, 'L1', { sku: theirs.sku }, other);
    expect((await create(order(1), other)).status).toBe(404);
    await gateway.owner('UPDATE products SET sku = $2 WHERE id = $1', [theirs.product, sku.toLowerCase()]);
    const body = newOrder({ delivery_mode: 3, shipments: [shipment({ items: [item(1, theirs.product)] })] });
    expect(await errors(body, other)).toEqual([
      `shipments.0.items.0.quantity: No hay stock suficiente de ${sku.toLowerCase()}: quedan 0`,
    ]);
  });

  test('of another mode touches no stock', async () => {
    await receive(1);
    expect((await create({ ...order(7), delivery_mode: 1 })).status).toBe(200);
    expect(await lots()).toEqual([['L1', 1, 0]]);
  });

  test('frees its stock when it is cancelled, and one shipment frees its own', async () => {
    await receive(5);
    const [one, two] = [await made(2, 1), await made(2)];
    expect(await lots()).toEqual([['L1', 5, 5]]);
    await gateway.call(cancelShipment, { by, params: { id: `${one}-1` } });
    expect(await lots()).toEqual([['L1', 5, 3]]);
    await gateway.call(cancelOrder, { by, params: { id: two } });
    expect(await lots()).toEqual([['L1', 5, 1]]);
    const [cancelled] = await fulfillments('Cancelado');
    expect(cancelled?.tracking_id).toBe(two);
    expect((await fulfillments('Registrado')).map(({ tracking_id }) => tracking_id)).toEqual([one]);
  });

  test('that isn’t paid holds its stock without a fulfillment order', async () => {
    by = await gateway.addClient({ fulfillment: true, prepago: true });
    ({ sku, product } = await addProduct());
    await receive(3);
    const id = await made(3);
    expect(await lots()).toEqual([['L1', 3, 3]]);
    expect(await fulfillments('Registrado')).toEqual([]);
    await gateway.call(cancelOrder, { by, params: { id } });
    expect(await lots()).toEqual([['L1', 3, 0]]);
    expect(await fulfillments('Cancelado')).toEqual([]);
  });
});

describe('the last units', () => {
  test('are given out exactly, whoever races for them', async () => {
    for (let round = 0; round < 50; round++) {
      const lot = `R${round}`;
      await receive(5, lot);
      const answers = await Promise.all([2, 1, 2, 1, 2].map((n) => create(order(n))));
      const taken = answers.reduce(
        (sum, { status }, index) => sum + (status === 200 ? ([2, 1, 2, 1, 2][index] ?? 0) : 0),
        0,
      );
      expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
      expect(taken).toBeGreaterThanOrEqual(4);
      const rest = 5 - taken;
      // What is left is taken by one who asks for it, and by no other.
      if (rest > 0) {
        const last = await Promise.all(Array.from({ length: 3 }, () => create(order(rest))));
        expect(last.filter(({ status }) => status === 200)).toHaveLength(1);
      }
      const [row] = (await lots()).filter(([name]) => name === lot);
      expect(row).toEqual([lot, 5, 5]);
    }
  });
});

describe('the warehouse', () => {
  test('prepares some of it, then the rest, and labels it', async () => {
    await receive(2, 'A', { expiry: '2026-05-01' });
    await receive(4, 'B');
    const id = await made(3);
    const params = await waiting();
    const part = await operator(ops.prepareFulfillment, { params, body: { items: [{ sku, quantity: 1 }] } });
    expect(part.body.results).toMatchObject({ status: 'Registrado', shipments: [{ state: 'En Preparación' }] });
    expect(await lots()).toEqual([
      ['A', 1, 1],
      ['B', 4, 1],
    ]);
    expect((await detail(params.id)).body.data[0].productos).toEqual([
      { sku, descripcion: 'Dulce', cantidad: 3, cantidadPreparada: 1 },
    ]);
    expect((await operator(ops.labelFulfillment, { params, body: {} })).status).toBe(422);
    gateway.setTime(new Date('2026-03-11T15:00:00Z'));
    await operator(ops.prepareFulfillment, { params, body: {} });
    expect(await lots()).toEqual([
      ['A', 0, 0],
      ['B', 3, 0],
    ]);
    expect((await detail(params.id)).body.data[0]).toMatchObject({
      estado: 'Preparado',
      etiquetas: null,
      fechaCreacionOrden: '2026-03-10T12:00:00-03:00',
      fechaEstado: '2026-03-11T12:00:00-03:00',
    });
    const labelled = await operator(ops.labelFulfillment, { params, body: { labels: [`${id}-1`] } });
    expect(labelled.body.results.shipments[0]?.state).toBe('Listo para Despacho');
    expect((await detail(params.id)).body.data[0].etiquetas).toBe(`${id}-1`);
    expect((await operator(ops.cancelFulfillment, { params, body: {} })).status).toBe(422);
  });

  test('closes what it can’t find, and frees its stock', async () => {
    await receive(3);
    await made(3);
    const params = await waiting();
    const { body } = await operator(ops.prepareFulfillment, {
      params,
      body: { items: [{ sku, quantity: 2 }], close: true },
    });
    expect(body.results.status).toBe('Preparado');
    expect(await lots()).toEqual([['L1', 1, 0]]);
  });

  test('refuses quantities that don’t fit, on their fields', async () => {
    await receive(3);
    await made(3);
    const params = await waiting();
    const prepare = async (...items: object[]) =>
      (await operator(ops.prepareFulfillment, { params, body: { items } as never })).body as never as {
        errors?: { message: string }[];
      };
    await prepare({ sku, quantity: 2 });
    expect((await prepare({ sku, quantity: 4 })).errors?.[0]?.message).toBe('El pedido tiene 3');
    expect((await prepare({ sku, quantity: 1 })).errors?.[0]?.message).toBe('Ya se prepararon 2');
    expect((await prepare({ sku: 'OTRO', quantity: 1 })).errors?.[0]?.message).toBe('El pedido no tiene ese SKU');
    expect(await lots()).toEqual([['L1', 1, 1]]);
  });

  test('cancels, which cancels the shipments and frees the stock; again is as good as once', async () => {
    await receive(3);
    const id = await made(3);
    const params = await waiting();
    for (let time = 0; time < 2; time++) {
      const { body } = await operator(ops.cancelFulfillment, { params, body: { reason: 'Mercadería dañada' } });
      expect(body.results).toMatchObject({ status: 'Cancelado', reason: 'Mercadería dañada' });
    }
    const { body } = await gateway.call(readOrder, { by, params: { id } });
    expect(body.results.order_state.name).toBe('CANCELADO');
    expect(await lots()).toEqual([['L1', 3, 0]]);
    expect((await detail(params.id)).body.data[0]).toMatchObject({ estado: 'Cancelado', productos: [{ cantidad: 3 }] });
  });

  test('knows a receipt that is sent again, and takes out nothing that is reserved', async () => {
    const receipt_id = crypto.randomUUID();
    expect((await receive(3, 'L1', { receipt_id }))?.result).toBe('recorded');
    expect((await receive(3, 'L1', { receipt_id }))?.result).toBe('repeated');
    expect((await receive(4, 'L1', { receipt_id }))?.result).toBe('refused');
    await made(2);
    expect(await receive(-2)).toMatchObject({ result: 'refused', reason: 'En el lote quedan 1 unidades sin reservar' });
    expect((await receive(-1))?.result).toBe('recorded');
    expect((await receive(-1, 'NADA'))?.reason).toBe('No existe ese lote');
    expect(await lots()).toEqual([['L1', 2, 2]]);
  });

  test('races with cancellations, receipts and new orders to a stock that adds up', async () => {
    await receive(30);
    const ids = await Promise.all(Array.from({ length: 6 }, () => made(2)));
    const orders = await fulfillments('Registrado');
    await Promise.all([
      ...orders.map(({ client_id: clientId, id }, index) =>
        operator(ops.prepareFulfillment, {
          params: { clientId, id },
          body: index % 2 ? {} : { items: [{ sku, quantity: 1 }] },
        }),
      ),
      ...ids.map((id) => gateway.call(cancelOrder, { by, params: { id } })),
      ...Array.from({ length: 4 }, () => made(1)),
      receive(3),
      receive(-2),
    ]);
    const [sums] = await gateway.owner<{ units: number; reserved: number; held: number; prepared: number }>(
      `SELECT (SELECT sum(units)::int FROM stock_lots WHERE client_id = $1) AS units,
         (SELECT sum(reserved)::int FROM stock_lots WHERE client_id = $1) AS reserved,
         (SELECT sum(units)::int FROM stock_reservations WHERE client_id = $1) AS held,
         (SELECT sum(prepared)::int FROM shipment_items WHERE client_id = $1) AS prepared`,
      [by.clientId],
    );
    expect(sums?.reserved).toBe(sums?.held);
    expect((sums?.units ?? 0) + (sums?.prepared ?? 0)).toBe(31);
  });
});

describe('what the client reads', () => {
  test('is its stock by SKU, with what is critical by the day of Buenos Aires', async () => {
    await receive(4, 'A', { criticality: '2026-03-09', expiry: '2026-03-10' });
    await receive(6, 'B');
    await made(1);
    const read = async () => {
      const { body } = await gateway.call(listStock, { by, body: { articulo: sku.slice(4), page: 1, pageSize: 10 } });
      expect(body.data[1]).toEqual({ pagination: { pages: 1 } });
      const [{ stockTotal, stockCritico, disponible } = {}] = body.data[0].productos;
      return [stockTotal, stockCritico, disponible];
    };
    // The criticality day, the day after, the expiry's last minute, and the minute after.
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

  test('is its lots, the first to expire first', async () => {
    await receive(1, 'B');
    await receive(2, 'A', { criticality: '2026-03-09', expiry: '2026-03-10' });
    const { body } = await gateway.call(stockLots, { by, body: { sku: sku.toLowerCase() } });
    expect(body.data[0].lotes).toEqual([
      { lote: 'A', vencimiento: '2026-03-10', fechaCriticidad: '2026-03-09', unidades: 2 },
      { lote: 'B', vencimiento: null, fechaCriticidad: null, unidades: 1 },
    ]);
  });

  test('is its orders of some days, in pages of the asked size', async () => {
    await receive(9);
    gateway.setTime(new Date('2026-03-01T02:59:00Z'));
    await made(1);
    gateway.setTime(new Date('2026-03-01T03:00:00Z'));
    const id = await made(1);
    const list = async (body: object) => (await gateway.call(listFulfillment, { by, body })).body.data;
    const [{ pedidos }, { pagination }] = await list({ page: 1, pageSize: 1 });
    expect(pedidos).toEqual([{ fecha: '2026-03-01', referencia: expect.any(String), orden: id, estado: 'Registrado' }]);
    expect(pagination.pages).toBe(2);
    expect((await list({ page: 2, pageSize: 1 }))[0].pedidos[0]?.fecha).toBe('2026-02-28');
    expect((await list({ FechaDesde: '2026-03-01', FechaHasta: '2026-03-01' }))[0].pedidos).toHaveLength(1);
    expect((await list({ estado: 'Preparado' }))[0].pedidos).toEqual([]);
    expect((await list({ estado: 'Abducido' }))[0].pedidos).toEqual([]);
    const { body } = await gateway.call(exportFulfillment, { by, body: { estado: 'registrado' } });
    expect(body.data[0].pedidos).toHaveLength(2);
    const spelled = await gateway.fetch('/Api/service/FulFillmentEcommercePedidos', { by, method: 'POST' });
    expect(spelled.status).toBe(200);
  });

  test('is nothing of another client, whatever logonName says', async () => {
    await receive(2);
    await made(1);
    const { id } = await waiting();
    const logonName = `u${by.clientId}`;
    const [foreign, unknown] = [await detail(id, other), await detail('123456', other)];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    const theirLots = await gateway.call(stockLots, { by: other, body: { sku, logonName } });
    expect(theirLots.status).toBe(404);
    const stock = await gateway.call(exportStock, { by: other, body: { articulo: sku, logonName } });
    expect(stock.body.data[0].productos).toEqual([]);
    const orders = await gateway.call(exportFulfillment, { by: other, body: { logonName } });
    expect(orders.body.data[0].pedidos).toEqual([]);
    const params = { clientId: other.clientId, id };
    for (const call of [ops.prepareFulfillment, ops.labelFulfillment, ops.cancelFulfillment, ops.clientFulfillment])
      expect((await operator(call as typeof ops.clientFulfillment, { params })).status).toBe(404);
    expect((await detail(id)).status).toBe(200);
  });
});

test('row-level security alone shows no stock of another client', async () => {
  await receive(2);
  const rows = await gateway.deps.db.withClient(other.clientId, (trx) =>
    run<{ client_id: number }>(trx, 'SELECT client_id FROM stock_lots'),
  );
  expect(rows.every(({ client_id }) => client_id === other.clientId)).toBe(true);
});
