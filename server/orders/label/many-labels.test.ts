import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { batchOrderLabels, batchOrderZpl, batchShipmentLabels, batchShipmentZpl } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
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

const create = async (shipments = 1, by = client, at?: TestGateway) =>
  (
    await (at ?? gateway).call(createOrder, {
      by,
      body: newOrder({ shipments: Array.from({ length: shipments }, () => shipment()) }),
    })
  ).body.results;

type Ids = (string | number)[];

const printShipments = (ids: unknown, { by = client, start = undefined as number | undefined } = {}) =>
  gateway.call(batchShipmentLabels, { by, body: { shippings_id: ids as string[], start_at: start } });
const printOrders = (ids: unknown, by = client) =>
  gateway.call(batchOrderLabels, { by, body: { orders_id: ids as string[] } });
const zplOfShipments = (ids: Ids, by = client) =>
  gateway.call(batchShipmentZpl, { by, body: { shippings_id: ids as string[] } });
const zplOfOrders = (ids: Ids, by = client) =>
  gateway.call(batchOrderZpl, { by, body: { orders_id: ids as string[] } });

const bars = (codes: { format: string; text: string }[]) =>
  codes.filter(({ format }) => format === 'Code128').map(({ text }) => text);

const pdfLabels = async (bytes: Uint8Array) => (await readPdf(bytes)).pages.flatMap(({ codes }) => bars(codes));

const zplLabels = (bytes: Uint8Array) =>
  readZpl(new TextDecoder().decode(bytes)).map(({ fields }) => fields.find(({ command }) => command === '^BC')?.text);

const refusal = ({ bytes }: { bytes: Uint8Array }) => JSON.parse(new TextDecoder().decode(bytes));

const idOf = async (label: string) => {
  const [row] = await gateway.owner<{ id: string }>('SELECT id FROM shipments WHERE label = $1', [label]);
  return Number(row?.id);
};

const deliveries = (...labels: string[]) =>
  gateway.owner<{ label: string; format: string }>(
    `SELECT s.label, d.format FROM label_deliveries d JOIN shipments s ON s.id = d.shipment_id
     WHERE s.label = ANY($1) ORDER BY s.label`,
    [labels],
  );

/** Cancels a shipment as an event of the provider would. */
const cancel = (label: string) =>
  gateway.owner(
    `UPDATE shipments SET state = 'Cancelado', state_code = 'cancelado', printable = false WHERE label = $1`,
    [label],
  );

describe('labels of several shipments', () => {
  test('are grouped by order and otherwise in the order of their selection, in PDF and ZPL', async () => {
    const [a, b] = [await create(3), await create(2)];
    const picked = [`${a.tracking_id}-3`, `${b.tracking_id}-2`, `${a.tracking_id}-1`, `${b.tracking_id}-1`];
    const [a3, b2, a1, b1] = picked;
    expect(await pdfLabels((await printShipments(picked)).bytes)).toEqual([a3, a1, b2, b1]);
    expect(zplLabels((await zplOfShipments(picked)).bytes)).toEqual([a3, a1, b2, b1]);
  });

  test('are printed once each in the order of the ids, by numeric id or label', async () => {
    const [a, b, c] = [await create(), await create(2), await create()];
    const [first, second, third] = [`${c.tracking_id}-1`, `${b.tracking_id}-2`, `${a.tracking_id}-1`];
    const ids = [await idOf(first), second, second, first, String(await idOf(third)), await idOf(second)];
    const { status, headers, bytes } = await printShipments(ids);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain('filename="etiquetas.pdf"');
    expect(await pdfLabels(bytes)).toEqual([first, second, third]);
    expect((await deliveries(first, second, third)).map(({ format }) => format)).toEqual(['pdf', 'pdf', 'pdf']);
  });

  test('are available as ZPL, which counts as printing', async () => {
    const { tracking_id } = await create(2);
    const labels = [`${tracking_id}-2`, `${tracking_id}-1`];
    const { status, headers, bytes } = await zplOfShipments(labels);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toContain(`filename="etiquetas-${tracking_id}.zpl"`);
    expect(zplLabels(bytes)).toEqual(labels);
    expect((await deliveries(...labels)).map(({ format }) => format)).toEqual(['zpl', 'zpl']);
    const { body } = await gateway.call(listOrders, { by: client, query: { filter: { tracking: tracking_id } } });
    expect(body.results[0]?.printed_by_client).toBe(true);
  });

  test('have a file name after the label if there is only one', async () => {
    const { tracking_id } = await create();
    const { headers } = await printShipments([`${tracking_id}-1`]);
    expect(headers.get('content-disposition')).toContain(`filename="etiqueta-${tracking_id}-1.pdf"`);
  });

  test('can start on the second half of a sheet', async () => {
    const by = await gateway.addClient();
    await gateway.owner(
      'INSERT INTO print_configs (client_id, default_label_size, labels_per_page) VALUES ($1, 1, 2)',
      [by.clientId],
    );
    const { tracking_id } = await create(2, by);
    const ids = [`${tracking_id}-1`, `${tracking_id}-2`];
    const sheets = async (start?: number) => (await readPdf((await printShipments(ids, { by, start })).bytes)).pages;
    const usual = await sheets();
    expect(usual.map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`)).toEqual(['210×297']);
    const late = await sheets(2);
    expect(late.map(({ codes }) => bars(codes))).toEqual([[ids[0]], [ids[1]]]);
    expect(late[0]?.stretches.every(({ left }) => left > 105)).toBe(true);
    expect(late[1]?.stretches.every(({ right }) => right < 105)).toBe(true);
  });
});

describe('labels of several orders', () => {
  test('are the labels of all printable shipments, order by order', async () => {
    const [a, b] = [await create(3), await create()];
    await cancel(`${a.tracking_id}-2`);
    const { status, bytes } = await printOrders([b.id, a.tracking_id, b.tracking_id]);
    expect(status).toBe(200);
    expect(await pdfLabels(bytes)).toEqual([`${b.tracking_id}-1`, `${a.tracking_id}-1`, `${a.tracking_id}-3`]);
    const zpl = await zplOfOrders([a.id, String(b.id)]);
    expect(zplLabels(zpl.bytes)).toEqual([`${a.tracking_id}-1`, `${a.tracking_id}-3`, `${b.tracking_id}-1`]);
  });
});

describe('a batch is refused', () => {
  test('if one of the ids is another client’s, unknown or invalid', async () => {
    const mine = await create();
    const theirs = await create(1, other);
    const label = `${mine.tracking_id}-1`;
    const foreign = `${theirs.tracking_id}-1`;
    const answers = await Promise.all([
      printShipments([label, foreign]),
      printShipments([label, await idOf(foreign)]),
      printShipments([label, 123_456_789]),
      printShipments([label, 'no es nada']),
      printShipments([label, mine.order_id]),
      zplOfShipments([label, foreign]),
      printOrders([mine.id, theirs.id]),
      printOrders([mine.id, theirs.tracking_id]),
      printOrders([mine.id, mine.order_id]),
      printOrders([mine.id, 123_456_789]),
      zplOfOrders([mine.id, theirs.id]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ bytes }) => new TextDecoder().decode(bytes))).size).toBe(1);
    expect(await deliveries(label, foreign)).toEqual([]);
  });

  test('if a label may not be printed, with a reason for each', async () => {
    const prepaid = await gateway.addClient({ prepago: true });
    const unpaid = await create(1, prepaid);
    const answer = await printShipments([`${unpaid.tracking_id}-1`], { by: prepaid });
    const unpaidReason = `No se puede imprimir el envío ${unpaid.tracking_id}-1: falta pagar la orden`;
    expect(answer.status).toBe(422);
    expect(refusal(answer)).toMatchObject({
      message: unpaidReason,
      errors: [{ field: 'shippings_id', message: unpaidReason }],
    });
    const orders = await printOrders([unpaid.id], prepaid);
    expect(refusal(orders).message).toBe(`No se puede imprimir la orden ${unpaid.order_id}: falta pagar la orden`);

    const { tracking_id } = await create(3);
    await cancel(`${tracking_id}-1`);
    await cancel(`${tracking_id}-3`);
    const mixed = await printShipments([`${tracking_id}-2`, `${tracking_id}-3`, `${tracking_id}-1`]);
    expect(mixed.status).toBe(422);
    expect(refusal(mixed).errors.map(({ message }: { message: string }) => message)).toEqual([
      `No se puede imprimir el envío ${tracking_id}-3: el envío está cancelado`,
      `No se puede imprimir el envío ${tracking_id}-1: el envío está cancelado`,
    ]);
    expect(await deliveries(`${tracking_id}-2`)).toEqual([]);
  });

  test.each([
    ['without ids', [], 'Elegí al menos un envío'],
    ['with more than 500 ids', Array.from({ length: 501 }, (_, index) => index + 1), 'Hasta 500 etiquetas por vez'],
    ['for a text instead of a list', 'todas', 'El valor no es válido'],
    ['for a list of objects', [{ id: 1 }], 'El valor no es válido'],
    ['without a list', undefined, 'El valor no es válido'],
  ])('%s', async (_, ids, message) => {
    const answer = await printShipments(ids);
    expect(answer.status).toBe(422);
    expect(refusal(answer).errors).toMatchObject([{ message }]);
  });

  test('for orders with more than 500 labels in total', async () => {
    const by = await gateway.addClient();
    const orders = [];
    for (let n = 0; n < 6; n++) orders.push(await create(n < 5 ? 100 : 1, by));
    const answer = await printOrders(
      orders.map(({ id }) => id),
      by,
    );
    expect(answer.status).toBe(422);
    expect(refusal(answer)).toMatchObject({ message: 'Hasta 500 etiquetas por vez', errors: [{ field: 'orders_id' }] });
    const five = await zplOfOrders(
      orders.slice(0, 5).map(({ id }) => id),
      by,
    );
    expect(zplLabels(five.bytes)).toHaveLength(500);
  });

  test('but not for ten thousand repetitions of one id, which is one label', async () => {
    const { tracking_id } = await create();
    const { status, bytes } = await zplOfShipments(Array(10_000).fill(`${tracking_id}-1`));
    expect(status).toBe(200);
    expect(zplLabels(bytes)).toEqual([`${tracking_id}-1`]);
  });
});

test('an interrupted batch records nothing, and the next batch is rendered', async () => {
  const by = await gateway.addClient();
  const { id, tracking_id } = await create(100, by);
  await gateway.disconnect('/api/v1/client/shipping/batch_printing_by_orders_id.pdf', {
    by,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orders_id: [id] }),
  });
  // A client's next file begins after the end of the interrupted one, and is recorded later.
  expect((await zplOfShipments([`${tracking_id}-1`], by)).status).toBe(200);
  const recorded = await gateway.owner('SELECT format FROM label_deliveries WHERE client_id = $1', [by.clientId]);
  expect(recorded).toEqual([{ format: 'zpl' }]);
});

test('a client may request twenty batches a minute, independently of other clients', async () => {
  const strict = await startTestGateway([orderRoutes, labelRoutes], { THROTTLE: 'normal' });
  const [mine, theirs] = [await strict.addClient(), await strict.addClient()];
  const { id } = await create(1, mine, strict);
  const { id: their } = await create(1, theirs, strict);
  const print = (orders_id: number, by: TestClient) =>
    strict.call(batchOrderZpl, { by, body: { orders_id: [orders_id] as never } });
  const answers = [];
  for (let n = 0; n < 21; n++) answers.push((await print(id, mine)).status);
  expect(answers).toEqual([...Array(20).fill(200), 429]);
  expect((await print(their, theirs)).status).toBe(200);
  await strict.stop();
});
