import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { ensureKey } from '#server/provider/settings/key.ts';
import { staffFulfillmentRoutes } from '#server/warehouse/fulfillment/staff-fulfillment.routes.ts';
import { warehouseRoutes } from '#server/warehouse/fulfillment/warehouse.routes.ts';
import { staffStockRoutes } from '#server/warehouse/stock/staff-stock.routes.ts';
import { contract } from '#shared/contract.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { exportFulfillment, listFulfillment, readFulfillment } from '#shared/warehouse/fulfillment.ts';
import { prepareFulfillment, staffFulfillments } from '#shared/warehouse/staff-fulfillment.ts';
import { recordReceipts } from '#shared/warehouse/staff-stock.ts';
import { exportStock, listStock, stockLots } from '#shared/warehouse/stock.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { type FakeServer, RESPONSE_FAULTS, startFakeServer } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';

const TOKEN = 'un-token-que-nunca-sale';

let service: FakeServer;
let gateway: TestGateway;
let by: TestClient;

/** Responses of the fake service, by the last segment of the path. */
let answers: Record<string, unknown>;

async function start() {
  gateway = await startTestGateway(
    [warehouseRoutes, staffFulfillmentRoutes, staffStockRoutes, orderRoutes, productRoutes],
    {
      WAREHOUSE_URL: service.url,
      WAREHOUSE_TOKEN: TOKEN,
    },
  );
  by = await gateway.addClient({ fulfillment: true });
}

beforeAll(async () => {
  service = await startFakeServer();
  await start();
});
beforeEach(() => {
  answers = {};
  service.requests.length = 0;
  service.answer(({ method, path, headers }, response) => {
    const name = /^\/Api\/service\/(\w+)$/.exec(path)?.[1] ?? '';
    if (method !== 'POST' || headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end();
    if (!(name in answers)) return response.writeHead(404).end('{}');
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[name]));
  });
});
afterAll(async () => {
  await gateway?.stop();
  await service?.stop();
});

const sent = () => service.requests.map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body.toString())]);

test('the service is called with its own parameters, as the session’s client', async () => {
  const row = { fecha: '2026-03-01', referencia: 77, orden: 'W-1', estado: 'Registrado', secreto: 'x' };
  answers.FulFillmentEcommercePedidos = { data: [{ pedidos: [row] }, { pagination: { pages: 4 } }] };
  const query = { FechaDesde: '2026-02-01', FechaHasta: '2026-03-01', page: 2, pageSize: 20 };
  const { body } = await gateway.call(listFulfillment, { by, body: { ...query, logonName: 'otro', estado: '' } });
  expect(body).toEqual({
    data: [
      { pedidos: [{ fecha: '2026-03-01', referencia: '77', orden: 'W-1', estado: 'Registrado' }] },
      { pagination: { pages: 4 } },
    ],
  });
  expect(sent()).toEqual([['FulFillmentEcommercePedidos', { ...query, logonName: `u${by.clientId}` }]]);
});

test('the service never receives a logonName from a request', async () => {
  const calls = Object.values(contract).filter(({ access }) => access === 'fulfillment');
  expect(calls).toHaveLength(6);
  for (const call of calls) {
    const body = { logonName: 'victima', LogonName: 'victima', referencia: '1', sku: 'A', page: 1, pageSize: 10 };
    await gateway.call(call, { by, body: body as never });
  }
  expect(service.requests).toHaveLength(6);
  for (const { body, headers, path } of service.requests) {
    expect(JSON.parse(body.toString()).logonName).toBe(`u${by.clientId}`);
    expect(`${path} ${JSON.stringify(headers)} ${body}`).not.toContain('victima');
    expect(JSON.stringify(headers)).not.toContain(by.token);
  }
});

test('the service may return lists without pages, keys with or without accents, lots and a detail', async () => {
  answers.FullFilmentEcommercePedidosCSV = { data: [{ pedidos: [{}, null] }] };
  expect((await gateway.call(exportFulfillment, { by, body: {} })).body.data[0].pedidos).toEqual([
    { fecha: null, referencia: null, orden: null, estado: null },
  ]);
  const stored = {
    sku: 'A',
    descripcion: 'Té',
    stockTotal: '12',
    stockCritico: null,
    fechaActualizacion: '01/03/2026',
  };
  const product = { sku: 'A', descripción: 'Té', stockTotal: 12, stockCritico: null, fechaActualización: '01/03/2026' };
  const unknown = { disponible: null, diasCobertura: null, venceranSinVender: null };
  answers.FulFillmentEcommerceStock = { data: [{ productos: [stored] }, { pagination: { pages: '3' } }] };
  answers.FulFillmentEcommerceStockCSV = { data: [{ productos: [product] }] };
  const page = { articulo: 'A', page: 1, pageSize: 10 };
  expect((await gateway.call(listStock, { by, body: page })).body.data).toEqual([
    { productos: [{ ...product, ...unknown }] },
    { pagination: { pages: 3 } },
  ]);
  expect((await gateway.call(exportStock, { by, body: {} })).body.data).toEqual([
    { productos: [{ ...product, ...unknown }] },
  ]);
  expect(sent().at(1)?.[1]).toEqual({ ...page, descripcionArticulo: '', estado: '', logonName: `u${by.clientId}` });
  answers.FulFillmentEcommerceStockDetalle = {
    data: [{ lotes: [{ lote: 9, vencimiento: null, unidades: 'muchas' }] }],
  };
  expect((await gateway.call(stockLots, { by, body: { sku: 'A' } })).body.data[0].lotes).toEqual([
    { lote: '9', vencimiento: null, fechaCriticidad: null, unidades: null },
  ]);
  answers.FulFillmentEcommercePedidosDetalle = { data: [{ estado: 'Preparado', productos: null }] };
  expect((await gateway.call(readFulfillment, { by, body: { referencia: '1' } })).body.data[0]).toMatchObject({
    estado: 'Preparado',
    etiquetas: null,
    productos: [],
    datosDestinatario: { mail: null },
  });
});

test.each([[{ data: null }], [{}], [{ data: [] }], [{ data: [null, null] }], [{ data: [{ pedidos: null }] }], [null]])(
  'a response of %j counts as empty',
  async (answer) => {
    answers.FulFillmentEcommercePedidos = answer;
    answers.FulFillmentEcommercePedidosDetalle = answer && 'data' in answer && answer.data?.[0] ? {} : answer;
    const { status, body } = await gateway.call(listFulfillment, { by, body: {} });
    expect([status, body.data]).toEqual([200, [{ pedidos: [] }, { pagination: { pages: 1 } }]]);
    expect((await gateway.call(readFulfillment, { by, body: { referencia: '1' } })).status).toBe(404);
  },
);

test('an order reserves nothing, and the warehouse prepares it through the provider’s API', async () => {
  const measures = { value: 10, length: 1, height: 1, width: 1, weight: 100 };
  const { body } = await gateway.call(createProduct, {
    by,
    body: { sku: 'A', description: 'Té', category: 1, ...measures, active: true },
  });
  const items = [{ product_id: body.results.id, quantity: 500 }];
  const order = newOrder({ delivery_mode: 3, shipments: [shipment({ items })] });
  expect((await gateway.call(createOrder, { by, body: order })).status).toBe(200);
  const held = await gateway.owner('SELECT FROM stock_reservations WHERE client_id = $1', [by.clientId]);
  expect(held).toEqual([]);
  await ensureKey(gateway.deps, 'tests', PROVIDER_KEY);
  const staff = createStaffClient(gateway);
  const [waiting] = (await staff(staffFulfillments)).body.results;
  const params = { clientId: by.clientId, id: waiting?.id ?? 0 };
  const prepared = await staff(prepareFulfillment, { params, body: {} });
  expect(prepared.body.results).toMatchObject({
    status: 'Preparado',
    shipments: [{ items: [{ sku: 'A', requested: 500, prepared: 500 }], lots: [] }],
  });
  const receipt = { receipt_id: '1', sku: 'A', lot: 'B', units: 3 };
  const refused = await staff(recordReceipts, { params, body: { receipts: [receipt] } });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { message: 'El stock lo lleva el servicio del depósito' },
  ]);
  expect(service.requests).toEqual([]);
});

test.each(Object.entries(RESPONSE_FAULTS).filter(([name]) => name !== 'answers null'))(
  'a service that %s leads to a 503 with a Spanish message, without secrets',
  async (_, fault) => {
    onTestFinished(shortenTimeouts());
    // A new gateway for each fault, because the circuit breaker would stay open.
    await gateway.stop();
    await start();
    service.answer(fault);
    const { status, body } = await gateway.call(listStock, { by, body: {} });
    expect(status).toBe(503);
    expect(body).toMatchObject({ message: 'El depósito no responde. Probá de nuevo en unos minutos' });
    expect(JSON.stringify(body)).not.toContain(TOKEN);
  },
);

test('the circuit breaker opens for a service that keeps failing', async () => {
  await gateway.stop();
  await start();
  service.answer((_, response) => response.writeHead(500).end());
  for (let time = 0; time < 8; time++) {
    expect((await gateway.call(stockLots, { by, body: { sku: 'A' } })).status).toBe(503);
  }
  expect(service.requests).toHaveLength(5);
});
