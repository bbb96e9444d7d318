import { productRoutes } from '#server/orders/product/product.routes.ts';
import { operatorWarehouseRoutes } from '#server/warehouse/fulfillment/staff-warehouse.routes.ts';
import { warehouseRoutes } from '#server/warehouse/fulfillment/warehouse.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder } from '#shared/orders/orders.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { readFulfillment } from '#shared/warehouse/fulfillment.ts';
import { operatorFulfillments } from '#shared/warehouse/staff-fulfillment.ts';
import { clientStock, recordReceipts } from '#shared/warehouse/staff-stock.ts';
import { listStock } from '#shared/warehouse/stock.ts';
import type { createOperatorClient } from './operator-client.ts';
import { newOrder, shipment } from './order-factory.ts';
import type { TestClient, TestGateway } from './test-gateway.ts';
import { uniqueText } from './unique-text.ts';

/** Features of a warehouse test besides orders. */
export const warehouseFeatures = [productRoutes, warehouseRoutes, operatorWarehouseRoutes];

/** A client with one product, and the actions of client and warehouse. */
export interface StockFixture {
  by: TestClient;
  sku: string;
  product: number;
  /** Books a receipt of a lot's units, positive or negative. @returns the receipt's result */
  receive(
    units: number,
    lot?: string,
    changes?: object,
  ): Promise<{ result: string; reason: string | null } | undefined>;
  /** Builds an order of mode 3 with these units of the product, one shipment each. */
  order(...quantities: number[]): ReturnType<typeof newOrder>;
  create(body?: object): Promise<{ status: number; errors: string[] | undefined; id: number; tracking: string }>;
  /** Creates such an order. @returns its tracking id */
  made(...quantities: number[]): Promise<string>;
  cancel(tracking: string): Promise<number>;
  /** [lot, units, reserved] of each lot. */
  lots(): Promise<[string, number, number][]>;
  /** Returns its fulfillment orders from the operator API. */
  fulfillments(status?: string): Promise<{ client_id: number; id: number; tracking_id: string; labels: string[] }[]>;
  /** Returns the ids of its oldest waiting fulfillment order. */
  waiting(): Promise<{ clientId: number; id: number }>;
  /** Reads a fulfillment order as the portal does. */
  detail(id: number | string): Promise<{ status: number; body: { data: [Record<string, unknown>] } }>;
  /** Returns the product's row in the stock list. */
  row(): Promise<Record<string, unknown> | undefined>;
}

/** Creates a client with a product. */
export async function createStockFixture(
  gateway: TestGateway,
  operator: ReturnType<typeof createOperatorClient>,
  by: TestClient,
): Promise<StockFixture> {
  const sku = uniqueText('SKU-');
  const measures = { value: 10, length: 1, height: 1, width: 1, weight: 100 };
  const form = { sku, description: 'Dulce', category: 1, ...measures, active: true };
  const product = (await gateway.call(createProduct, { by, body: form })).body.results.id;
  const params = { clientId: by.clientId };

  const order: StockFixture['order'] = (...quantities) => {
    const shipments = quantities.map((quantity) => shipment({ items: [{ product_id: product, quantity }] }));
    return newOrder({ delivery_mode: 3, shipments });
  };
  const create: StockFixture['create'] = async (body = order(1)) => {
    const answer = await gateway.call(createOrder, { by, body: body as never });
    const { results, errors } = answer.body;
    return {
      status: answer.status,
      errors: errors?.map(({ field, message }) => `${field}: ${message}`),
      id: results?.id ?? 0,
      tracking: results?.tracking_id ?? '',
    };
  };
  const fulfillments: StockFixture['fulfillments'] = async (status = 'Registrado') => {
    const filter = { status, client: String(by.clientId) };
    return (await operator(operatorFulfillments, { query: { filter, limit: 1000 } })).body.results;
  };
  return {
    by,
    sku,
    product,
    async receive(units, lot = 'L1', changes = {}) {
      const receipt = { receipt_id: uniqueText('ingreso-'), sku, lot, units, description: 'Dulce', ...changes };
      const send = () => operator(recordReceipts, { params, body: { receipts: [receipt] } });
      let { status, body } = await send();
      // Many concurrent writers may exceed the lock timeout. The receipt's id makes it safe to send again.
      for (let tries = 1; status === 503 && tries < 5; tries++) ({ status, body } = await send());
      if (status !== 200) throw new Error(`the receipt was refused: ${status} ${body.message}`);
      return body.results[0];
    },
    order,
    create,
    async made(...quantities) {
      const { status, tracking, errors } = await create(order(...quantities));
      if (status !== 200) throw new Error(`the order was refused: ${status} ${errors}`);
      return tracking;
    },
    cancel: async (tracking) => (await gateway.call(cancelOrder, { by, params: { id: tracking } })).status,
    async lots() {
      const { body } = await operator(clientStock, { params, query: { limit: 1000 } });
      return body.results.map(({ lot, units, reserved }) => [lot, units, reserved]);
    },
    fulfillments,
    async waiting() {
      const [first] = await fulfillments();
      if (!first) throw new Error('no order is in preparation');
      return { clientId: by.clientId, id: first.id };
    },
    detail: (id) => gateway.call(readFulfillment, { by, body: { referencia: String(id) } }) as never,
    async row() {
      const { body } = await gateway.call(listStock, { by, body: { articulo: sku, page: 1, pageSize: 10 } });
      return body.data[0].productos[0];
    },
  };
}
