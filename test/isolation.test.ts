import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '#server/db/connection.ts';
import { contract } from '#shared/contract.ts';
import { readFulfillment } from '#shared/fulfillment.ts';
import { batchOrderLabels, batchOrderZpl, batchShipmentLabels, batchShipmentZpl } from '#shared/labels.ts';
import { createOrder } from '#shared/orders.ts';
import { createPayment } from '#shared/payments.ts';
import { stockLots } from '#shared/stock.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { newOrder, orderEdit, receiver, shipment } from './new-order.ts';
import { type PaymentServer, startPaymentServer } from './payment-server.ts';
import { type PrepaidClient, populate, prepaidClient, stockedClient } from './two-clients.ts';

/** Both walls, and each alone: the database's (row-level security) and the stores' (every query names its client). */
const WALLS = {
  'with both walls': async () => {},
  'with row-level security down': async (app: TestApp) => {
    const tables = await app.owner<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await app.owner(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
  },
};

describe.each(Object.entries(WALLS))('%s', (_name, takeDown) => {
  let mail: MailServer;
  let app: TestApp;
  let payments: PaymentServer;
  let mine: PrepaidClient;
  let theirs: PrepaidClient;
  let ids: PrepaidClient['ids'] & { payment: number };

  beforeAll(async () => {
    mail = await startMailServer();
    payments = await startPaymentServer();
    app = await startTestApp({ SMTP_URL: mail.url, ...payments.settings });
    mine = await prepaidClient(app, mail, 'canariomio');
    theirs = await prepaidClient(app, mail, 'canarioajeno');
    await mine.pay();
    ids = { ...theirs.ids, payment: await theirs.pay() };
    await takeDown(app);
  });
  afterAll(async () => {
    await app.stop();
    await payments.stop();
    await mail.stop();
  });

  const state = () =>
    app.owner(`SELECT (SELECT json_agg(o) FROM orders o), (SELECT json_agg(p) FROM products p),
      (SELECT json_agg(a) FROM sender_addresses a), (SELECT json_agg(c) FROM print_configs c),
      (SELECT json_agg(s) FROM shipments s), (SELECT json_agg(l) FROM label_deliveries l),
      (SELECT json_agg(e) FROM shipment_events e), (SELECT json_agg(m) FROM modification_requests m),
      (SELECT json_agg(b) FROM batches b), (SELECT json_agg(r) FROM batch_rows r),
      (SELECT json_agg(m) FROM batch_mappings m),
      (SELECT json_agg(p ORDER BY id) FROM merchant_orders p)`);

  /** Every call that has an id in its path, with each id of the other client in it. */
  const slots = Object.entries(contract)
    .filter(([, { path, access }]) => path.includes(':') && access !== 'public')
    .flatMap(([name, endpoint]) =>
      (
        ['product', 'address', 'printConfig', 'order', 'tracking', 'shipment', 'label', 'payment', 'batch'] as const
      ).map((kind) => [name, kind, endpoint] as const),
    );

  test.each(slots)(
    '%s with another client’s %s answers as for an unknown id and changes nothing',
    async (_call, kind, endpoint) => {
      const before = await state();
      const ask = async (id: string | number) => {
        const response = await app.fetch(`/api${endpoint.path.replace(/:[a-zA-Z]+/g, encodeURIComponent(id))}`, {
          method: endpoint.method,
          headers: { authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' },
          ...(endpoint.method !== 'GET' && { body: JSON.stringify(bodyFor(endpoint.path)) }),
        });
        return { status: response.status, text: await response.text() };
      };
      const foreign = await ask(ids[kind]);
      const unknown = await ask(typeof ids[kind] === 'number' ? 123_456_789 : '0000000000-9');
      expect(foreign).toEqual(unknown);
      expect(foreign.status).toBe(404);
      expect(await state()).toEqual(before);
    },
  );

  /** A correct body, so that nothing but the id can be the reason of a refusal. */
  function bodyFor(path: string): object {
    if (path.includes('product')) {
      return {
        sku: 'ROBO',
        description: 'x',
        category: 1,
        value: 1,
        length: 1,
        height: 1,
        width: 1,
        weight: 1,
        active: true,
      };
    }
    if (path.includes('modification')) return orderEdit();
    if (path.includes('custom_config')) return { default_format: 'zpl', default_label_size: 1, labels_per_page: 1 };
    if (path.includes('sender_address')) {
      const { between_1, between_2, ...address } = receiver().address;
      return { ...address, main_address: false, active: true };
    }
    return {};
  }

  test.each([
    [
      'product_id',
      () => newOrder({ shipments: [shipment({ items: [{ product_id: theirs.ids.product, quantity: 1 }] })] }),
    ],
    ['pickup_address_id', () => newOrder({ pickup_address_id: theirs.ids.address })],
  ])('an order with another client’s %s is refused with 404 and not made', async (_field, body) => {
    const before = await state();
    const answer = await app.call(createOrder, { token: mine.token, body: body() });
    expect(answer.status).toBe(404);
    expect(await state()).toEqual(before);
  });

  test.each([
    [batchShipmentLabels, 'shippings_id', 'shipment'],
    [batchShipmentLabels, 'shippings_id', 'label'],
    [batchShipmentZpl, 'shippings_id', 'label'],
    [batchOrderLabels, 'orders_id', 'order'],
    [batchOrderLabels, 'orders_id', 'tracking'],
    [batchOrderZpl, 'orders_id', 'order'],
  ] as const)(
    '%# labels with another client’s id among mine are refused with 404 and not printed',
    async (call, key, kind) => {
      const before = await state();
      const ask = (id: string | number) =>
        app.call<typeof batchShipmentLabels>(call as never, {
          token: mine.token,
          body: { [key]: [mine.ids[kind], id] } as never,
        });
      const [foreign, unknown] = [await ask(theirs.ids[kind]), await ask(123_456_789)];
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect(await state()).toEqual(before);
    },
  );

  test('a payment with another client’s order among mine is refused with 404 and not begun', async () => {
    const order = await mine.order();
    const before = await state();
    const ask = (id: string) => app.call(createPayment, { token: mine.token, body: { orders: [order, id] } });
    const [foreign, unknown] = [await ask(theirs.ids.tracking), await ask('123456789')];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect(await state()).toEqual(before);
  });

  test('the warehouse tells a client nothing of another’s stock and orders', async () => {
    const [one, two] = [
      await stockedClient(app, mail, 'canarioguardado'),
      await stockedClient(app, mail, 'canarioescondido'),
    ];
    const reference = await two.packing();
    await one.packing();
    const before = await state();
    const ask = async (path: string, body: object) => {
      const response = await app.fetch(`/api/service/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${one.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, logonName: two.username }),
      });
      return { status: response.status, text: await response.text() };
    };
    const paths = Object.values(contract)
      .filter(({ access, path }) => access === 'fulfillment' && !path.includes('Detalle'))
      .map(({ path }) => path.slice('/service/'.length));
    expect(paths).toHaveLength(4);
    for (const path of paths) {
      for (const body of [{}, { articulo: two.canary }, { descripcionArticulo: two.canary }]) {
        const { status, text } = await ask(path, body);
        expect(status).toBe(200);
        expect(text).not.toContain(two.canary);
        expect(text).not.toContain(String(reference));
      }
    }
    const foreign = { referencia: String(reference), sku: `SKU-${two.canary}` };
    for (const { path } of [readFulfillment, stockLots]) {
      const name = path.slice('/service/'.length);
      const answer = await ask(name, foreign);
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask(name, { referencia: '123456789', sku: 'NADA' }));
    }
    expect(await state()).toEqual(before);
  });

  test('no list and no download holds a word of another client', async () => {
    for (const endpoint of Object.values(contract)) {
      if (endpoint.method !== 'GET' || endpoint.access === 'public' || endpoint.path.includes(':')) continue;
      // A stream has no end; what it tells whom is held by the tests of live updates.
      if (endpoint.produces === 'text/event-stream') continue;
      for (const query of [
        '',
        `&filter[client]=${theirs.canary}`,
        `&filter[tracking]=${theirs.ids.tracking}`,
        `&filter[shipment]=${theirs.ids.label}`,
        `&filter[order]=${theirs.canary}`,
        `&filter[sku]=SKU-${theirs.canary}`,
        `&external_reference=${ids.payment}&payment_id=1`,
      ]) {
        const response = await app.fetch(`/api${endpoint.path}?q=${theirs.canary}${query}`, {
          headers: { authorization: `Bearer ${mine.token}` },
        });
        const text = await response.text();
        expect(response.status, endpoint.path).toBe(200);
        expect(text, `${endpoint.path}${query}`).not.toContain(theirs.canary);
        expect(text, `${endpoint.path}${query}`).not.toContain(theirs.ids.tracking);
        expect(text, `${endpoint.path}${query}`).not.toContain(String(ids.payment));
      }
    }
  });
});

test('with the stores’ wall down, row-level security alone shows a client nothing of another', async () => {
  const mail = await startMailServer();
  const app = await startTestApp({ SMTP_URL: mail.url });
  await populate(app, mail, 'canariouno');
  await populate(app, mail, 'canariodos');
  const tables = await app.owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const clients = await app.owner<{ client_id: number }>('SELECT client_id FROM clients');
  for (const { client_id } of clients) {
    for (const { name } of tables) {
      const rows = await app.server.deps.db.withClient(client_id, (trx) =>
        run<{ client_id: number }>(trx, `SELECT client_id FROM ${name}`),
      );
      expect(
        rows.filter((row) => row.client_id !== client_id),
        name,
      ).toEqual([]);
    }
  }
  await app.stop();
  await mail.stop();
});
