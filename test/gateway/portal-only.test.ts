import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDataUrl } from '#server/platform/network/data-url.ts';
import { bulkTemplate, listBatches } from '#shared/bulk/batches.ts';
import { contract } from '#shared/contract.ts';
import { portalSettings } from '#shared/kit/settings.ts';
import { labelToZpl } from '#shared/orders/label-conversion.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { publicStates } from '#shared/orders/shipments.ts';
import { currentUser } from '#shared/people/account.ts';
import { changeClient, listClients } from '#shared/people/staff-clients.ts';
import { listFulfillment } from '#shared/warehouse/fulfillment.ts';
import { listStock } from '#shared/warehouse/stock.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { startTestPortal, type TestPortal } from '#test/app/test-portal.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakeServer, startFakeServer } from '#test/services/fake-server.ts';
import { bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

const STATES_TOKEN = 'fijo-1234567890';
const WAREHOUSE_TOKEN = 'wh-of-the-provider-alone';

let mail: FakeMailServer;
let gateway: TestApp;
let warehouse: FakeServer;
let portal: TestPortal;
let ana: Sender;
let beto: Sender;
let order: { id: number; tracking_id: string };
beforeAll(async () => {
  mail = await startFakeMailServer();
  const strict = { STRICT_CONTRACT: '1', PUBLIC_STATES_TOKEN: STATES_TOKEN };
  gateway = await startTestApp({ SMTP_URL: mail.url, ...strict });
  warehouse = await startFakeServer();
  warehouse.answer((_, response) =>
    response.end('{"data":[{"productos":[],"pedidos":[]},{"pagination":{"pages":3}}]}'),
  );
  portal = await startTestPortal(gateway.server.url, {
    PUBLIC_STATES_TOKEN: STATES_TOKEN,
    WAREHOUSE_URL: warehouse.url,
    WAREHOUSE_TOKEN,
  });
  // Registered and logged in through the portal.
  ana = await signUp(portal, mail);
  beto = await signUp(portal, mail);
  const staff = createStaffClient(gateway);
  const { results } = (await staff(listClients, { query: { filter: { search: ana.username } } })).body;
  await staff(changeClient, { params: { clientId: results[0]?.client_id }, body: { fulfillment: true } });
  order = (await portal.call(createOrder, { token: ana.token, body: newOrder() })).body.results;
});
afterAll(async () => {
  await portal?.stop();
  await gateway?.stop();
  await warehouse?.stop();
  await mail?.stop();
});

const bearer = ({ token }: Sender) => ({ authorization: `Bearer ${token}` });

/** Sends a request to the gateway directly and through the portal. */
async function bothWays(path: string, init?: RequestInit) {
  return Promise.all(
    [gateway, portal].map(async ({ fetch }) => {
      const answer = await fetch(path, init);
      const { status, headers } = answer;
      const described = ['content-type', 'content-disposition', 'cache-control', 'retry-after'].map((name) =>
        headers.get(name),
      );
      return { status, described, body: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
    }),
  );
}

describe('With a gateway that follows the specification, the portal', () => {
  test.each([
    [
      'a list, filtered in brackets',
      '/api/v1/client/order/?filter%5Bclient%5D=%25&order[sort]=o.updated_at&limit=5&page=1',
    ],
    ['a CSV file', '/api/v1/client/shipping/export/csv?filter[state]='],
    ['a path without a trailing slash', '/api/v2/client/info'],
    ['an unknown id', '/api/v1/client/order/999999999'],
    ['an unknown call', '/api/v1/client/nothing/%7Bat%7D/all?x=1'],
  ])('forwards %s unchanged', async (_, path) => {
    const [direct, through] = await bothWays(path, { headers: bearer(ana) });
    expect(through).toEqual(direct);
  });

  test('forwards refusals: no token, an invalid token, wrong fields, a wrong password', async () => {
    const json = { 'content-type': 'application/json' };
    const refused = [
      await bothWays('/api/v1/client/order/'),
      await bothWays('/api/v1/client/order/', { headers: { authorization: 'Bearer a.b.c' } }),
      await bothWays('/api/v1/client/order/', {
        method: 'POST',
        headers: { ...bearer(ana), ...json },
        body: '{"order_id":7}',
      }),
      await bothWays('/api/login', {
        method: 'POST',
        headers: json,
        body: '{"_username":"nadie","_password":"secreta"}',
      }),
    ];
    expect(refused.map(([, through]) => through?.status)).toEqual([401, 401, 422, 400]);
    for (const [direct, through] of refused) expect(through).toEqual(direct);
  });

  test('forwards a label as PDF and an upload', async () => {
    const label = await portal.fetch(`/api/v1/client/order/print/${order.id}/${order.tracking_id}.pdf`, {
      headers: bearer(ana),
    });
    expect([label.status, label.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    const { results } = (await portal.call(readOrder, { token: ana.token, params: { id: order.tracking_id } })).body;
    const pdf = await portal.fetch(
      `/api/v1/client/order/print/${order.id}/${encodeURIComponent(results.order_id)}.pdf`,
      { headers: bearer(ana) },
    );
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline; filename=/);
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/^%PDF[\s\S]*%%EOF\s*$/);

    const { status, body } = await upload(portal, ana.token, bulkText(manyCells(3)), { name: 'ñandú.csv' });
    expect(status).toBe(200);
    await finished(portal, ana.token, body.results.id);
    const { body: batches } = await gateway.call(listBatches, { token: ana.token });
    expect(batches.results[0]).toMatchObject({ archivo: 'ñandú.csv', cantidad: 3 });
  });

  test('answers its own calls, and reports that additions may be missing', async () => {
    const own = Object.values(contract).filter((call) => call.portal);
    expect(new Set(portal.server.mounted)).toEqual(new Set(own));
    const { body } = await portal.call(portalSettings);
    expect(body).toMatchObject({
      strict: true,
      foreign: true,
      user_call: false,
      demo: false,
      states_token: STATES_TOKEN,
    });
    expect(body.payment_hosts).toEqual(['mercadopago.com.ar', 'mercadopago.com', new URL(gateway.server.url).host]);
    const template = await portal.call(bulkTemplate);
    expect(template.headers.get('content-disposition')).toContain('plantilla-carga-masiva.csv');
    expect((await portal.fetch('/readyz')).status).toBe(200);
    // A gateway may have this call: its response is forwarded.
    expect((await portal.call(currentUser, { token: ana.token })).status).toBe(404);
  });

  test('shows a shipment’s tracking to anyone with its number', async () => {
    const page = async (id: string) => {
      const answer = await portal.fetch(`/seguimiento/${id}`);
      return { status: answer.status, text: await answer.text() };
    };
    const found = await page(order.tracking_id.toLowerCase());
    expect(found.status).toBe(200);
    expect(found.text).toContain(`Seguimiento <span class="id">${order.tracking_id}</span>`);
    expect(found.text).toContain('El vendedor está preparando tu pedido');
    expect((await page(`${order.tracking_id}-1`)).status).toBe(200);
    expect((await page(`${order.tracking_id}-2`)).status).toBe(404);
    expect((await page('22222222222')).status).toBe(404);
    const params = { trackingId: order.tracking_id, token: STATES_TOKEN };
    expect((await portal.call(publicStates, { params })).body.results.shippings).toHaveLength(1);
  });

  test('queries the warehouse only for the session’s user, for any name in the body', async () => {
    const ask = (sender: Sender | null) =>
      portal.call(listStock, {
        token: sender?.token ?? 'x.y.z',
        body: { logonName: beto.username, page: 2, pageSize: 5 },
      });
    warehouse.requests.length = 0;
    const { status, body } = await ask(ana);
    expect([status, body.data[1].pagination.pages]).toEqual([200, 3]);
    expect(warehouse.requests).toHaveLength(1);
    expect(JSON.parse(warehouse.requests[0]?.body.toString() ?? '')).toMatchObject({
      logonName: ana.username,
      page: 2,
    });
    expect(warehouse.requests[0]?.headers.authorization).toBe(`Bearer ${WAREHOUSE_TOKEN}`);
    expect(JSON.stringify(warehouse.requests)).not.toContain(beto.username);
    expect(portal.log()).toContain('the logonName of a warehouse call differs from its session');

    expect(await ask(beto)).toMatchObject({ status: 403, body: { code: 'feature_required' } });
    expect((await ask(null)).status).toBe(401);
    expect(warehouse.requests).toHaveLength(1);
    const spelt = await portal.fetch('/Api/service/FulFillmentEcommercePedidos', {
      method: 'POST',
      headers: bearer(ana),
    });
    expect(spelt.status).toBe(200);
  });

  test('refuses warehouse calls with a message if no warehouse is configured', async () => {
    const without = await startTestPortal(gateway.server.url);
    const { status, body } = await without.call(listFulfillment, { token: ana.token, body: {} });
    expect([status, body.message]).toEqual([
      501,
      'Este portal no está conectado a un depósito. Comunicate con soporte',
    ]);
    const page = await without.fetch(`/seguimiento/${order.tracking_id}`);
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining('El seguimiento no está disponible acá'),
    ]);
    await without.stop();
  });

  test('converts labels by their URLs at the gateway', async () => {
    const { results } = (await portal.call(readOrder, { token: ana.token, params: { id: order.tracking_id } })).body;
    const address = results.shippings[0]?.print_png_url ?? '';
    const convert = (png_label: string, token = ana.token) =>
      portal.call(labelToZpl, { token, body: { png_label, fo_x: 10, fo_y: 10 } });
    for (const png_label of [address, `${gateway.server.url}${address}`]) {
      const { data } = readDataUrl((await convert(png_label)).body.results) ?? {};
      expect(data?.toString()).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
    }
    for (const elsewhere of [
      'http://169.254.169.254/latest',
      warehouse.url,
      'file:///etc/passwd',
      'x',
      '/api/v1/client/order/',
    ]) {
      expect((await convert(elsewhere)).status, elsewhere).toBe(422);
    }
    expect((await convert(address, 'x.y.z')).status).toBe(401);
  });

  test('logs no tokens, no passwords and no query values', async () => {
    await portal.call(listOrders, { token: ana.token, query: { filter: { client: 'Benítez' } } });
    for (const secret of [ana.token, ana.password, WAREHOUSE_TOKEN, STATES_TOKEN, 'Benítez', 'Ben%C3%ADtez']) {
      expect(portal.log()).not.toContain(secret);
    }
    expect(portal.log()).toContain('request completed');
  });
});
