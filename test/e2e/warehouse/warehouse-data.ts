import type { APIRequestContext, Page } from '@playwright/test';
import { addDays, type Day, localDay } from '#shared/kit/days.ts';
import { lotStatus } from '#shared/warehouse/rules/lot-status.ts';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { expect } from '#test/e2e/fixtures.ts';
import { type FreshSender, freshSender } from '#test/e2e/fresh-sender.ts';
import { gatewayUrl } from '#test/e2e/gateway-url.ts';
import { asClient, type CreatedOrder, makeOrder } from '#test/e2e/orders/created-order.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import {
  type FakeWarehouseServer,
  WAREHOUSE_RECEIVER,
  type WarehouseContents,
} from '#test/services/fake-warehouse-server.ts';

export const TODAY = localDay(new Date());
export const inDays = (days: number): Day => addDays(TODAY, days);
/** 'dd/mm/yyyy' */
export const spanish = (day: Day): string => day.split('-').reverse().join('/');

/** A sender with goods in the warehouse. */
export interface WarehouseSender extends FreshSender {
  clientId: number;
  /** The fake service with the goods; null when they are in our own tables. */
  service: FakeWarehouseServer | null;
}

/** A SKU with its lots. */
export interface StockedProduct {
  sku: string;
  description: string;
  lots: { lot: string; units: number; expiry?: Day; criticality?: Day }[];
}

/**
 * Makes a call of the provider's API.
 * @returns its reply
 */
async function asProvider<T>(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<T> {
  const headers = { 'x-api-key': PROVIDER_KEY };
  const answer = await request.fetch(gatewayUrl(`/api/ops/v1/${path}`), { method, headers, ...(data && { data }) });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Registers a sender with the fulfillment flag. */
export async function warehouseSender(
  request: APIRequestContext,
  service: FakeWarehouseServer | null,
): Promise<WarehouseSender> {
  const sender = await freshSender(request);
  const found = `client/?filter[search]=${encodeURIComponent(sender.username)}`;
  const { results } = await asProvider<{ results: { client_id: number }[] }>(request, 'GET', found);
  const clientId = results[0]?.client_id ?? 0;
  await asProvider(request, 'PUT', `client/${clientId}`, { fulfillment: true });
  return { ...sender, clientId, service };
}

/** Adds stock, in the embedded or the provider's warehouse. */
export async function addStock(page: Page, sender: WarehouseSender, goods: readonly StockedProduct[]): Promise<void> {
  if (sender.service) {
    sender.service.keep(sender.username, { productos: goods.map(toWarehouseContents) });
    return;
  }
  for (const { sku, description } of goods) await makeProduct(page, sku, description);
  const receipts = goods.flatMap(({ sku, description, lots }) =>
    lots.map((lot) => ({ receipt_id: uniqueText('R-'), sku, description, ...lot })),
  );
  const path = `client/${sender.clientId}/stock/receipt`;
  const { results } = await asProvider<{ results: object[] }>(page.request, 'POST', path, { receipts });
  expect(results).toEqual(receipts.map(() => expect.objectContaining({ result: 'recorded' })));
}

function toWarehouseContents({ sku, description, lots }: StockedProduct): WarehouseContents['productos'][number] {
  const sum = (some: StockedProduct['lots']) => some.reduce((total, { units }) => total + units, 0);
  const critical = lots.filter(
    ({ expiry = null, criticality = null }) => lotStatus({ expiry, criticality }, TODAY) === 'Crítico',
  );
  return {
    sku,
    descripción: description,
    stockTotal: sum(lots),
    stockCritico: sum(critical),
    fechaActualización: `${TODAY}T09:30:00-03:00`,
    lotes: lots.map(({ lot, units, expiry = null, criticality = null }) => ({
      lote: lot,
      unidades: units,
      vencimiento: expiry,
      fechaCriticidad: criticality,
    })),
  };
}

/** Ids of a fulfillment order. */
export interface PreparedOrder {
  reference: string;
  tracking: string;
}

/** Fulfillment orders of every kind. */
export interface PreparedOrders {
  waiting: PreparedOrder;
  prepared: PreparedOrder;
  ready: PreparedOrder;
  cancelled: PreparedOrder;
}

/** Units per order. The prepared order without labels lacks one of them. */
const WANTED = 2;

/** Creates eleven fulfillment orders of today, in either warehouse: one prepared, one ready to leave, one cancelled. */
export function makePreparedOrders(page: Page, sender: WarehouseSender, sku: string): Promise<PreparedOrders> {
  return sender.service ? fakeOrders(page, sender, sender.service, sku) : orderAndPrepare(page, sender, sku);
}

async function orderAndPrepare(page: Page, sender: WarehouseSender, sku: string): Promise<PreparedOrders> {
  const product = await makeStockedProduct(page, sender, sku, 100);
  const made: CreatedOrder[] = [];
  for (let n = 0; n < 11; n += 1) made.push(await makeStockedOrder(page, product, WANTED));
  const kinds: PreparedOrder[] = [];
  for (const order of made.slice(0, 4)) {
    kinds.push({ reference: await referenceOf(page, order), tracking: order.tracking });
  }
  const [waiting, prepared, ready, cancelled] = kinds as [PreparedOrder, PreparedOrder, PreparedOrder, PreparedOrder];
  await moveOn(page, sender, prepared, 'prepare', { items: [{ sku, quantity: WANTED - 1 }], close: true });
  await moveOn(page, sender, ready, 'prepare', {});
  await moveOn(page, sender, ready, 'label', {});
  await moveOn(page, sender, cancelled, 'cancel', { reason: 'Rotura' });
  return { waiting, prepared, ready, cancelled };
}

/** Changes an order's state in the warehouse. */
async function moveOn(
  page: Page,
  { clientId }: WarehouseSender,
  { reference }: PreparedOrder,
  action: 'prepare' | 'label' | 'cancel',
  data: object,
): Promise<void> {
  await asProvider(page.request, 'POST', `client/${clientId}/fulfillment/${reference}/${action}`, data);
}

/**
 * Creates a product of the sender with units in stock.
 * @returns its id
 */
export async function makeStockedProduct(
  page: Page,
  sender: WarehouseSender,
  sku: string,
  units: number,
): Promise<number> {
  await addStock(page, sender, [{ sku, description: 'Dulce de leche', lots: [{ lot: 'L1', units }] }]);
  return makeProduct(page, sku, 'Dulce de leche');
}

/** Returns the id of the sender's product with a SKU, which is created if the catalogue lacks it. */
async function makeProduct(page: Page, sku: string, description: string): Promise<number> {
  const headers = await asClient(page);
  const measures = { value: 900, length: 10, height: 12, width: 8, weight: 450 };
  const data = { sku, description, category: 1, ...measures, active: true };
  const made = await page.request.post('/api/v1/client/product/', { headers, data });
  if (made.ok()) return (await made.json()).results.id;
  const found = await page.request.get(`/api/v1/client/product/?filter[sku]=${encodeURIComponent(sku)}`, { headers });
  return (await found.json()).results[0].id;
}

/** Creates an order of mode 3 by the API. */
export const makeStockedOrder = (page: Page, product_id: number, quantity: number): Promise<CreatedOrder> =>
  makeOrder(page, { delivery_mode: 3, shipments: [shipment({ items: [{ product_id, quantity }] })] });

/** Returns the warehouse's reference of an order. */
async function referenceOf(page: Page, { tracking }: CreatedOrder): Promise<string> {
  const answer = await page.request.post('/api/service/FullFilmentEcommercePedidosCSV', {
    headers: await asClient(page),
    data: {},
  });
  const { data } = await answer.json();
  const rows: { orden: string; referencia: string }[] = data[0].pedidos;
  return rows.find(({ orden }) => orden === tracking)?.referencia ?? '';
}

/** Adds these orders to the fake service. Their labels belong to an order of the gateway. */
async function fakeOrders(
  page: Page,
  { username }: FreshSender,
  service: FakeWarehouseServer,
  sku: string,
): Promise<PreparedOrders> {
  const order = await makeOrder(page);
  const kinds = ['Registrado', 'Preparado', 'Preparado', 'Cancelado'];
  const pedidos = Array.from({ length: 11 }, (_, n): WarehouseContents['pedidos'][number] => {
    const estado = kinds[n] ?? 'Registrado';
    return {
      fecha: TODAY,
      referencia: `PED/${n}`,
      orden: n === 2 ? order.tracking : `W-${n}`,
      estado,
      detalle: {
        estado,
        etiquetas: n === 2 ? `${order.labels[0]}, ${order.tracking}-99` : null,
        fechaCreacionOrden: `${TODAY}T10:00:00-03:00`,
        fechaEstado: `${TODAY}T11:30:00-03:00`,
        productos: [
          { sku, descripcion: 'Dulce de leche', cantidad: WANTED, cantidadPreparada: [0, WANTED - 1, WANTED][n] ?? 0 },
        ],
        datosDestinatario: WAREHOUSE_RECEIVER,
      },
    };
  });
  service.keep(username, { pedidos });
  const named = (n: number) => ({ reference: `PED/${n}`, tracking: n === 2 ? order.tracking : `W-${n}` });
  return { waiting: named(0), prepared: named(1), ready: named(2), cancelled: named(3) };
}
