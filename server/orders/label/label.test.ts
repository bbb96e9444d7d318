import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { orderLabels, shipmentLabel } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { labelRoutes } from './label.routes.ts';

let gateway: TestGateway;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, labelRoutes], { PUBLIC_URL: 'https://portal.example' });
  client = await gateway.addClient();
  other = await gateway.addClient();
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

const create = async (changes: Record<string, unknown> = {}, by = client) =>
  (await gateway.call(createOrder, { by, body: newOrder(changes) })).body.results;

const detail = async (id: string | number, by = client) =>
  (await gateway.call(readOrder, { by, params: { id: String(id) } })).body.results;

const printOrder = (id: string | number, orderId: string, by = client) =>
  gateway.call(orderLabels, { by, params: { id: String(id), orderId } });

const printShipment = (id: string | number, shipmentId: string | number, by = client) =>
  gateway.call(shipmentLabel, { by, params: { id: String(id), shipmentId: String(shipmentId) } });

const deliveries = (orderId: number) =>
  gateway.owner<{ label: string; format: string }>(
    `SELECT s.label, d.format FROM label_deliveries d JOIN shipments s ON s.id = d.shipment_id
     WHERE s.order_pk = $1 ORDER BY s.n`,
    [orderId],
  );

// A download has no declared body; a refusal has one.
const messageOf = ({ bytes }: { bytes: Uint8Array }) => JSON.parse(new TextDecoder().decode(bytes)).message;

const codesOf = (page: { codes: { format: string; text: string }[] } | undefined) =>
  page?.codes.map(({ text }) => text).sort();

describe('the labels of an order', () => {
  test('have one page per shipment, with codes of the shipment and its tracking page', async () => {
    const { id, order_id, tracking_id } = await create({ shipments: [shipment(), shipment()] });
    const { status, headers, bytes } = await printOrder(id, order_id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    const { pages } = await readPdf(bytes);
    expect(pages.map(codesOf)).toEqual([
      [`${tracking_id}-1`, `https://portal.example/seguimiento/${tracking_id}-1`],
      [`${tracking_id}-2`, `https://portal.example/seguimiento/${tracking_id}-2`],
    ]);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [95, 125],
      [95, 125],
    ]);
    expect(pages[0]?.text).toContain('Ana Gómez');
    // The order has no description of the contents.
    expect(pages[0]?.text).not.toContain('No informado');
  });

  test('are recorded once delivered, and the order counts as printed', async () => {
    const { id, order_id, tracking_id } = await create({ shipments: [shipment(), shipment()] });
    await printOrder(tracking_id, order_id);
    expect(await deliveries(id)).toEqual([
      { label: `${tracking_id}-1`, format: 'pdf' },
      { label: `${tracking_id}-2`, format: 'pdf' },
    ]);
    const order = await detail(id);
    expect(order.printed_by_client).toBe(true);
    expect(order.shippings.map((shipping) => shipping.printed_by_client)).toEqual([true, true]);
    const printed = { filter: { printed_by_client: 1, state: 'en_camino', tracking: tracking_id } };
    const { body } = await gateway.call(listOrders, { by: client, query: printed });
    expect(body.pagination.total).toBe(1);
  });

  test('are two on a sheet, or large, by the client’s print settings', async () => {
    const by = await gateway.addClient();
    const settings = async (size: number, perPage: number) => {
      await gateway.owner('DELETE FROM print_configs WHERE client_id = $1', [by.clientId]);
      await gateway.owner(
        'INSERT INTO print_configs (client_id, default_label_size, labels_per_page) VALUES ($1, $2, $3)',
        [by.clientId, size, perPage],
      );
    };
    const { id, order_id } = await create({ shipments: [shipment(), shipment()] }, by);
    const sizes = async () => {
      const { pages } = await readPdf((await printOrder(id, order_id, by)).bytes, { scan: false });
      return pages.map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`);
    };
    await settings(1, 2);
    expect(await sizes()).toEqual(['210×297']);
    await settings(2, 1);
    expect(await sizes()).toEqual(['148×105', '148×105']);
  });

  test('can be requested with any order number, however unusual, if it is the order’s', async () => {
    const { id, order_id } = await create({ order_id: '../a b/ñ.pdf%2f' });
    expect((await printOrder(id, order_id)).status).toBe(200);
    expect((await printOrder(id, 'P-0')).status).toBe(404);
  });

  test('are available at the URL in the order’s row', async () => {
    const { tracking_id } = await create({ order_id: 'x/y ñ' });
    const { print_url } = await detail(tracking_id);
    const response = await gateway.fetch(print_url ?? '', { by: client });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });
});

describe('the label of a shipment', () => {
  test('prints only that label, and the order doesn’t count as printed yet', async () => {
    const { id, tracking_id } = await create({ shipments: [shipment(), shipment()] });
    const [, second] = (await detail(id)).shippings;
    const { status, bytes } = await printShipment(second?.id ?? 0, `${tracking_id}-2`);
    expect(status).toBe(200);
    expect((await readPdf(bytes)).pages.map(codesOf)).toEqual([
      [`${tracking_id}-2`, `https://portal.example/seguimiento/${tracking_id}-2`],
    ]);
    const order = await detail(id);
    expect(order.printed_by_client).toBe(false);
    expect(order.shippings.map((shipping) => shipping.printed_by_client)).toEqual([false, true]);
  });

  test('is not found if its two ids are of different shipments', async () => {
    const { id, tracking_id } = await create({ shipments: [shipment(), shipment()] });
    const [first] = (await detail(id)).shippings;
    expect((await printShipment(first?.id ?? 0, `${tracking_id}-2`)).status).toBe(404);
    expect((await printShipment(`${tracking_id}-1`, first?.id ?? 0)).status).toBe(200);
  });

  test('of a shipment to a pickup point shows the point', async () => {
    const to = receiver({}, { zip_code: '5000', state: 'Córdoba', city: 'Córdoba' });
    const { id, order_id } = await create({ delivery_mode: 2, receiver: to });
    const { pages } = await readPdf((await printOrder(id, order_id)).bytes, { scan: false });
    expect(pages[0]?.text).toContain('Av. Colón 620');
  });
});

describe('printing is refused', () => {
  test('for another client’s labels, by any id', async () => {
    const { id, order_id, tracking_id } = await create({}, other);
    const mine = await create();
    const answers = await Promise.all([
      printOrder(id, order_id),
      printOrder(tracking_id, order_id),
      printOrder(1, order_id),
      printShipment(`${tracking_id}-1`, `${tracking_id}-1`),
      printShipment(`${mine.tracking_id}-1`, `${tracking_id}-1`),
      printShipment(1, 1),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await deliveries(id)).toEqual([]);
  });

  test('before a prepaid order is paid, with the reason', async () => {
    const prepaid = await gateway.addClient({ prepago: true });
    const { id, order_id, tracking_id } = await create({}, prepaid);
    const order = await printOrder(id, order_id, prepaid);
    expect([order.status, messageOf(order)]).toEqual([422, 'No se puede imprimir: falta pagar la orden']);
    const shipment = await printShipment(`${tracking_id}-1`, `${tracking_id}-1`, prepaid);
    expect([shipment.status, messageOf(shipment)]).toEqual([422, 'No se puede imprimir: falta pagar la orden']);
    expect(await deliveries(id)).toEqual([]);
  });

  test('without a login', async () => {
    const response = await gateway.fetch('/api/v1/client/order/print/1/x.pdf');
    expect(response.status).toBe(401);
  });
});

test('an interrupted download doesn’t count as printing', async () => {
  const shipments = Array.from({ length: 100 }, () => shipment());
  const { id, order_id } = await create({ shipments });
  await gateway.disconnect(`/api/v1/client/order/print/${id}/${order_id}.pdf`, { by: client });
  // A client's next file begins after the end of the interrupted one, and is recorded later.
  const next = await create();
  expect((await printOrder(next.id, next.order_id)).status).toBe(200);
  expect((await detail(id)).printed_by_client).toBe(false);
  expect(await deliveries(id)).toEqual([]);
});
