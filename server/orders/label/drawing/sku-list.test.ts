import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { batchOrderLabels, batchShipmentLabels } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { productForm } from '#test/fixtures/product-factory.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, productRoutes, labelRoutes]);
});
afterAll(() => gateway?.stop());

/** A client with products of these SKUs, and how it orders them. */
async function shop(...skus: string[]) {
  const by = await gateway.addClient();
  const ids = new Map<string, number>();
  for (const sku of skus) {
    const { body } = await gateway.call(createProduct, {
      by,
      body: productForm({ sku, description: `Producto ${sku}` }),
    });
    ids.set(sku, body.results.id);
  }
  const item = ([sku, quantity]: [string, number]) => ({ product_id: ids.get(sku) ?? null, sku, item: sku, quantity });
  return {
    by,
    order: async (order_id: string, ...shipments: [string, number][][]) =>
      (
        await gateway.call(createOrder, {
          by,
          body: newOrder({ order_id, shipments: shipments.map((items) => shipment({ items: items.map(item) })) }),
        })
      ).body.results,
  };
}

async function printOrders(by: TestClient, orders: readonly { id: number }[], sku_list = true) {
  const answer = await gateway.call(batchOrderLabels, {
    by,
    body: { orders_id: orders.map(({ id }) => String(id)), sku_list },
  });
  return (await readPdf(answer.bytes, { scan: false })).pages;
}

const isList = ({ text }: { text: string }) => text.startsWith('Lista de SKU');

/** Texts of the list's pages, row by row. */
const listOf = (pages: Awaited<ReturnType<typeof printOrders>>) =>
  pages.filter(isList).flatMap(({ text }) => text.split('\n'));

test('the list of SKU is the first page, sorted by SKU, with summed quantities and the order numbers', async () => {
  const { by, order } = await shop('REM-10', 'REM-9', 'GOR-1');
  const second = await order('WEB-2', [
    ['REM-10', 1],
    ['REM-9', 2],
  ]);
  const first = await order(
    'WEB-1',
    [['REM-9', 3]],
    [
      ['REM-9', 1],
      ['GOR-1', 1],
    ],
  );
  const pages = await printOrders(by, [second, first]);
  expect(pages.map(isList)).toEqual([true, false, false, false]);
  expect(pages[0]).toMatchObject({ width: pages[1]?.width, height: pages[1]?.height });
  expect(listOf(pages)).toEqual([
    'Lista de SKU',
    '3 SKU · 8 unidades',
    '1',
    'GOR-1',
    'Producto GOR-1',
    'WEB-1',
    '6',
    'REM-9',
    'Producto REM-9',
    'WEB-2 × 2, WEB-1 × 4',
    '1',
    'REM-10',
    'Producto REM-10',
    'WEB-2',
  ]);
});

test('orders without products are named at the end of the list, and a cancelled package is not picked', async () => {
  const { by, order } = await shop('A');
  const plain = (await gateway.call(createOrder, { by, body: newOrder({ order_id: 'SIN-1' }) })).body.results;
  const mixed = await order('CON-1', [['A', 1]], [['A', 5]]);
  await gateway.owner(
    `UPDATE shipments SET state = 'Cancelado', state_code = 'cancelado', printable = false WHERE label = $1`,
    [`${mixed.tracking_id}-2`],
  );
  expect(listOf(await printOrders(by, [plain, mixed])).slice(2)).toEqual([
    '1',
    'A',
    'Producto A',
    'CON-1',
    'Sin productos informados',
    'SIN-1',
  ]);
});

test('a long list continues on further pages of its size, and no text leaves its page', async () => {
  const skus = Array.from({ length: 30 }, (_, n) => `SKU-${n + 10}`);
  const { by, order } = await shop(...skus);
  const orders = [];
  for (let n = 0; n < 12; n++) {
    orders.push(await order(`PEDIDO-LARGO-0000${n + 10}`, [...skus.map((sku): [string, number] => [sku, 1])]));
  }
  const pages = (await printOrders(by, orders)).filter(isList);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.map(({ text }) => text.split('\n')[0])).toEqual(
    pages.map((_, index) => `Lista de SKU (${index + 1}/${pages.length})`),
  );
  const printed = pages.map(({ text }) => text).join('\n');
  for (const sku of skus) expect(printed).toContain(sku);
  for (const { stretches, width, height } of pages) {
    for (const { left, right, baseline } of stretches) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(baseline).toBeLessThanOrEqual(height - 5);
    }
  }
});

test('a product of more orders than a page holds is divided, and every order is printed', async () => {
  const { by, order } = await shop('UNICO');
  const orders = [];
  for (let n = 0; n < 120; n++)
    orders.push(await order(`NUMERO-DE-ORDEN-${String(n).padStart(4, '0')}`, [['UNICO', 1]]));
  const pages = (await printOrders(by, orders)).filter(isList);
  expect(pages.length).toBeGreaterThan(1);
  const text = pages.map(({ text }) => text).join(' ');
  for (let n = 0; n < 120; n++) expect(text).toContain(`NUMERO-DE-ORDEN-${String(n).padStart(4, '0')}`);
});

test('labels of shipments can have the list, too; without a wish, and in strict mode, there is none', async () => {
  const { by, order } = await shop('A');
  const made = await order('WEB-1', [['A', 2]]);
  const answer = await gateway.call(batchShipmentLabels, {
    by,
    body: { shippings_id: [`${made.tracking_id}-1`], sku_list: true },
  });
  expect(listOf((await readPdf(answer.bytes, { scan: false })).pages)).toContain('A');
  expect(await printOrders(by, [made], false)).toHaveLength(1);
  Object.assign(gateway.deps.config, { STRICT_CONTRACT: true });
  expect(await printOrders(by, [made])).toHaveLength(1);
  Object.assign(gateway.deps.config, { STRICT_CONTRACT: false });
});

test('the list of another client’s orders is refused like their labels', async () => {
  const [mine, theirs] = [await shop('A'), await shop('B')];
  const [own, foreign] = [await mine.order('M-1', [['A', 1]]), await theirs.order('T-1', [['B', 1]])];
  const answer = await gateway.call(batchOrderLabels, {
    by: mine.by,
    body: { orders_id: [String(own.id), String(foreign.id)], sku_list: true },
  });
  expect(answer.status).toBe(404);
});
