import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { scanBarcodes } from '#test/callers/barcode-scanner.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { readLabelToken, signedLabelUrls } from './signed-label-url.ts';

const SECRET = 'a secret that only these tests know';
const NOON = new Date('2026-03-04T15:00:00Z');
const minutesLater = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, labelRoutes], { JWT_SECRET: SECRET });
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

async function create(count = 1, changes: Record<string, unknown> = {}, by = client) {
  const shipments = Array.from({ length: count }, () => shipment());
  return (await gateway.call(createOrder, { by, body: newOrder({ shipments, ...changes }) })).body.results;
}

const detail = async (id: string, by = client) => (await gateway.call(readOrder, { by, params: { id } })).body.results;

const row = async (tracking: string, by = client) =>
  (await gateway.call(listOrders, { by, query: { filter: { tracking } } })).body.results[0];

const deliveries = (tracking: string) =>
  gateway.owner<{ label: string; format: string }>(
    `SELECT s.label, d.format FROM label_deliveries d JOIN shipments s ON s.id = d.shipment_id
     WHERE s.label LIKE $1 || '-%' ORDER BY s.label`,
    [tracking],
  );

describe('the signed URL of a label’s picture', () => {
  test('shows the label without a login and counts as printing', async () => {
    const { tracking_id } = await create();
    const { print_png_url } = await detail(tracking_id);
    const response = await gateway.fetch(print_png_url ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const codes = await scanBarcodes(new Uint8Array(await response.arrayBuffer()), 8);
    expect(codes.find(({ format }) => format === 'Code128')?.text).toBe(`${tracking_id}-1`);
    expect(await deliveries(tracking_id)).toEqual([{ label: `${tracking_id}-1`, format: 'png' }]);
    expect((await row(tracking_id))?.printed_by_client).toBe(true);
  });

  test('is in lists and details for each shipment, and for an order that has one label', async () => {
    gateway.setTime(NOON);
    const one = await create(1);
    const two = await create(2);
    const oneRow = await row(one.tracking_id);
    expect(oneRow?.print_png_url).toMatch(/^\/api\/v1\/public\/label\/[\w-]+\.png$/);
    expect(oneRow?.shippings[0]?.print_png_url).toBe(oneRow?.print_png_url);
    const twoDetail = await detail(two.tracking_id);
    expect(twoDetail.print_png_url).toBeNull();
    const addresses = twoDetail.shippings.map((shipping) => shipping.print_png_url);
    expect(new Set([...addresses, oneRow?.print_png_url]).size).toBe(3);
    expect((await row(two.tracking_id))?.shippings.map((shipping) => shipping.print_png_url)).toEqual(addresses);
    const second = await gateway.fetch(addresses[1] ?? '');
    expect(second.headers.get('content-disposition')).toContain(`etiqueta-${two.tracking_id}-2.png`);
    await second.arrayBuffer();
    expect(await deliveries(two.tracking_id)).toEqual([{ label: `${two.tracking_id}-2`, format: 'png' }]);
  });

  test('is missing if the label may not be printed', async () => {
    const prepaid = await gateway.addClient({ prepago: true });
    const unpaid = await create(1, {}, prepaid);
    expect((await row(unpaid.tracking_id, prepaid))?.print_png_url).toBeNull();
    expect((await detail(unpaid.tracking_id, prepaid)).shippings[0]?.print_png_url).toBeNull();
    const { tracking_id } = await create(2);
    await gateway.owner(`UPDATE shipments SET printable = false WHERE label = $1`, [`${tracking_id}-1`]);
    const order = await row(tracking_id);
    expect(order?.shippings[0]?.print_png_url).toBeNull();
    expect(order?.print_png_url).toBe(order?.shippings[1]?.print_png_url);
    expect(order?.print_png_url).not.toBeNull();
  });

  test('is valid for ten minutes and expires after fifteen', async () => {
    gateway.setTime(NOON);
    const { print_png_url } = await detail((await create()).tracking_id);
    const open = async (minutes: number) => {
      gateway.setTime(minutesLater(minutes));
      const response = await gateway.fetch(print_png_url ?? '');
      await response.arrayBuffer();
      return response.status;
    };
    expect([await open(0), await open(9.9), await open(15)]).toEqual([200, 200, 404]);
  });

  test('answers 404 once the label may not be printed', async () => {
    const { tracking_id } = await create();
    const { print_png_url } = await detail(tracking_id);
    await gateway.owner(`UPDATE shipments SET printable = false WHERE label = $1`, [`${tracking_id}-1`]);
    expect((await gateway.fetch(print_png_url ?? '')).status).toBe(404);
    expect(await deliveries(tracking_id)).toEqual([]);
  });

  test('can’t be changed into the URL of another label, nor forged', async () => {
    const other = await gateway.addClient();
    const [mine, theirs] = [await create(), await create(1, {}, other)];
    const own = (await detail(mine.tracking_id)).print_png_url ?? '';
    const foreign = (await detail(theirs.tracking_id, other)).print_png_url ?? '';
    const [, whose, which, until, signature] = /([^/-]+)-([^-]+)-([^-]+)-([\w-]+)\.png/.exec(own) ?? [];
    const [, otherWhose, otherWhich] = /([^/-]+)-([^-]+)-/.exec(foreign.slice(foreign.lastIndexOf('/'))) ?? [];
    const later = (Number.parseInt(until ?? '', 36) + 1).toString(36);
    const wrong = [
      `${otherWhose}-${otherWhich}-${until}-${signature}`,
      `${whose}-${otherWhich}-${until}-${signature}`,
      `${whose}-${which}-${later}-${signature}`,
      `${whose}-${which}-${until}-${signature?.toUpperCase()}`,
      `${whose}-${which}-${until}-${'A'.repeat(22)}`,
      `0${whose}-${which}-${until}-${signature}`,
      `${whose}-${which}-${until}`,
      'x',
      '..%2f..%2fetc%2fpasswd',
      'a'.repeat(101),
    ];
    const answers = await Promise.all(
      wrong.map(async (token) => {
        const response = await gateway.fetch(`/api/v1/public/label/${token}.png`);
        return { status: response.status, text: await response.text() };
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await deliveries(theirs.tracking_id)).toEqual([]);
  });

  test('is still valid if the previous secret signed it', () => {
    const address = signedLabelUrls({ JWT_SECRET: 'old', JWT_SECRET_PREVIOUS: '' }, 5, NOON)(77);
    const token = /([\w-]+)\.png/.exec(address)?.[1] ?? '';
    const open = (now: string, before: string) =>
      readLabelToken({ JWT_SECRET: now, JWT_SECRET_PREVIOUS: before }, token, NOON);
    expect(open('new', 'old')).toEqual({ clientId: 5, shipmentId: 77 });
    expect(open('old', '')).toEqual({ clientId: 5, shipmentId: 77 });
    expect(open('new', '')).toBeNull();
    expect(open('new', 'older')).toBeNull();
  });
});

test('a typed text that looks like an unsigned URL in JSON stays as typed', async () => {
  const typed = '"print_png_url" : 5';
  const { tracking_id } = await create(1, { order_id: typed, sender_name: '\\"print_png_url" : 9,"x"' });
  expect((await row(tracking_id))?.order_id).toBe(typed);
  const order = await detail(tracking_id);
  expect([order.order_id, order.sender_name]).toEqual([typed, '\\"print_png_url" : 9,"x"']);
});
