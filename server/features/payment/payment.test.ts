import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listOrders, readOrder } from '#shared/orders.ts';
import { cancelPayment, createPayment, listPayments, type Payment, paymentResult } from '#shared/payments.ts';
import { inconsistencies } from '#test/consistency.ts';
import type { TestClient } from '#test/gateway.ts';
import { FAULTS } from '#test/outside-server.ts';
import { notificationOf, type PaymentServer, startPaymentServer } from '#test/payment-server.ts';
import { type Prepaid, startPrepaid } from '#test/prepaid.ts';
import { miscounted } from '#test/recount.ts';

let server: PaymentServer;
let world: Prepaid;
let by: TestClient;
beforeAll(async () => {
  server = await startPaymentServer();
  world = await startPrepaid(server.settings);
});
beforeEach(async () => {
  by = await world.client();
  world.mails.length = 0;
  world.jobs.held.length = 0;
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

const payments = async (query: object = {}, client = by) =>
  (await world.gateway.call(listPayments, { by: client, query })).body;
const payment = async (id: number): Promise<Payment> =>
  (await payments()).results.find((one) => one.id === id) as Payment;
const order = async (id: number) =>
  (await world.gateway.call(readOrder, { by, params: { id: String(id) } })).body.results;
const pay = (orders: readonly (number | string)[], client = by, key?: string) =>
  world.gateway.call(createPayment, { by: client, body: { orders: orders as never }, ...(key && { key }) });
const cancel = (id: number | string, client = by) =>
  world.gateway.call(cancelPayment, { by: client, params: { id: String(id) } });
const notify = async (...args: Parameters<typeof notificationOf>) => {
  const { path, init } = notificationOf(...args);
  const answer = await world.gateway.fetch(path, init);
  await answer.arrayBuffer();
  return answer.status;
};

describe('beginning a payment', () => {
  test('freezes what its orders cost and sends its client to the provider', async () => {
    const ids = await world.orders(by, 1, 2);
    const rates = await Promise.all(ids.map(async (id) => (await order(id)).rate_value));
    const { status, body } = await pay([ids[0] ?? 0, (await order(ids[1] ?? 0)).tracking_id]);
    expect(status).toBe(200);
    const amount = Math.round(rates.reduce((sum, rate) => sum + rate, 0) * 100) / 100;
    expect(body.results.amount).toBe(amount);
    expect(body.results.init_point).toMatch(/^https:\/\/www\.mercadopago\.com\.ar\//);
    const [preference] = [...server.preferences.values()].filter(
      ({ reference }) => reference === String(body.results.id),
    );
    expect(preference).toMatchObject({ amount, expired: false });
    expect(preference?.notificationUrl).toContain('/api/webhooks/mercadopago?source_news=webhooks');
    expect(await payment(body.results.id)).toMatchObject({
      state: { id: 54, name: 'Pendiente de Pago' },
      amount,
      currency: 'ARS',
      init_point: body.results.init_point,
      payable: true,
      cancelable: true,
      blocked: {},
      detail: null,
      attention: null,
    });
    for (const id of ids) {
      expect(await order(id)).toMatchObject({
        payable: true,
        can_generate_merchant_order: false,
        cancellable: false,
        init_point: body.results.init_point,
        merchant_order: { id: body.results.id, state: { id: 54, name: 'Pendiente de Pago' } },
      });
    }
  });

  test('counts an order once, however often and by whatever id it is named', async () => {
    const [id = 0] = await world.orders(by, 1);
    const { tracking_id, rate_value } = await order(id);
    const { body } = await pay([id, tracking_id, String(id), tracking_id.toLowerCase()]);
    expect(body.results.amount).toBe(rate_value);
    expect((await payment(body.results.id)).orders).toEqual([{ order_id: expect.any(String), tracking_id }]);
  });

  test('is all or nothing: one order that can’t be paid refuses them all, and says why', async () => {
    const [paid = 0, free = 0] = await world.orders(by, 1, 1);
    await world.begin(by, [paid]);
    const { status, body } = await pay([free, paid]);
    expect(status).toBe(422);
    expect(body.message).toMatch(/^Orden .+: Esta orden ya tiene un pago generado$/);
    expect((await order(free)).can_generate_merchant_order).toBe(true);
    expect((await payments()).pagination.total).toBe(1);
  });

  test('of somebody else’s order is refused as of an unknown one', async () => {
    const other = await world.client();
    const [mine = 0] = await world.orders(by, 1);
    const [theirs = 0] = await world.orders(other, 1);
    const [foreign, unknown] = [await pay([mine, theirs]), await pay([mine, 123_456_789])];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await payments({}, other)).pagination.total).toBe(0);
  });

  test('of nothing, of too much and of what is no id is refused', async () => {
    for (const orders of [[], Array.from({ length: 501 }, (_, n) => n + 1), [{}], 'x', null]) {
      expect((await pay(orders as never)).status).toBe(422);
    }
    expect((await pay(['P-1'])).status).toBe(404);
  });

  test('that is sent again with its key answers the same, and begins nothing anew', async () => {
    const ids = await world.orders(by, 1, 1);
    const key = crypto.randomUUID();
    const [first, second] = await Promise.all([pay(ids, by, key), pay(ids, by, key)]);
    const third = await pay(ids, by, key);
    expect([first.status, second.body, third.body]).toEqual([200, first.body, first.body]);
    expect((await payments()).pagination.total).toBe(1);
    expect((await pay(ids.slice(1), by, key)).status).toBe(422);
  });

  test.each(Object.entries(FAULTS))(
    'comes to nothing when the provider %s, and may be tried again',
    async (_what, fault) => {
      // A world of its own: five failures in a row would leave the provider alone for the others too.
      const alone = await startPrepaid(server.settings);
      const client = await alone.client();
      const ids = await alone.orders(client, 1, 1);
      const key = crypto.randomUUID();
      const begin = () => alone.gateway.call(createPayment, { by: client, body: { orders: ids as never }, key });
      server.fault(fault);
      const { status, body } = await begin();
      server.fault(null);
      expect([status, body.message]).toEqual([503, expect.stringContaining('Mercado Pago no respondió')]);
      const { results } = (await alone.gateway.call(listPayments, { by: client })).body;
      expect(results).toMatchObject([{ state: { id: 41, name: 'Cancelado' }, payable: false, init_point: null }]);
      const again = await begin();
      expect([again.status, again.body.results?.init_point]).toEqual([200, expect.any(String)]);
      await alone.stop();
    },
  );

  test('refuses an address that isn’t the provider’s', async () => {
    const [id = 0] = await world.orders(by, 1);
    for (const init_point of [
      'https://mercadopago.com.ar.evil.example/x',
      'http://www.mercadopago.com.ar/x',
      'javascript:alert(1)',
    ]) {
      server.fault((_request, response) => void response.writeHead(201).end(JSON.stringify({ id: 'p', init_point })));
      expect((await pay([id])).status).toBe(503);
    }
    server.fault(null);
    expect((await order(id)).init_point).toBeNull();
  });
});

test('a provider that says nothing holds nobody else up', async () => {
  const alone = await startPrepaid({ ...server.settings, DATABASE_POOL: '2' });
  const [client, other] = [await alone.client(), await alone.client()];
  const ids = await alone.orders(client, 1, 1, 1, 1);
  server.fault(FAULTS['says nothing'] ?? null);
  const begun = ids.map((id) => alone.gateway.call(createPayment, { by: client, body: { orders: [id] as never } }));
  // More of them than there are connections, and yet everybody else is answered.
  for (let n = 0; n < 20; n++) {
    expect((await alone.gateway.call(listOrders, { by: n % 2 ? client : other })).status).toBe(200);
  }
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  server.fault(null);
  await alone.stop();
});

describe('a payment that the provider approves', () => {
  test('confirms it once, lets its parcels begin and tells its client once, however often it is notified', async () => {
    const ids = await world.orders(by, 2, 1);
    const id = await world.begin(by, ids);
    const attempt = server.pay(id, 'approved');
    for (let n = 0; n < 3; n++) expect(await notify(attempt.id)).toBe(200);
    await world.work();
    await notify(attempt.id);
    await world.work();
    expect(await payment(id)).toMatchObject({
      state: { id: 56, name: 'Pago confirmado' },
      payable: false,
      cancelable: false,
      init_point: null,
      blocked: { payable: 'El pago ya está confirmado', cancelable: 'El pago ya está confirmado' },
    });
    for (const one of ids) {
      const { shippings, ...detail } = await order(one);
      expect(detail).toMatchObject({
        order_state: { name: 'Registrado' },
        printable: true,
        payable: false,
        cancellable: false,
        init_point: null,
      });
      expect(shippings.map(({ state, printable }) => [state, printable])).toEqual(
        shippings.map(() => ['Registrado', true]),
      );
    }
    const entries = await world.gateway.owner<{ n: number }>(
      `SELECT count(*)::int AS n FROM shipment_events e JOIN shipments s ON s.id = e.shipment_id
       WHERE s.order_pk = ANY($1) AND e.state = 'Registrado' GROUP BY s.id`,
      [ids],
    );
    expect(entries).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Confirmamos tu pago · Remito']);
    expect(world.mails[0]?.text).toContain('2 órdenes');
    expect(await inconsistencies(world.gateway.owner, [by.clientId])).toEqual([]);
  });

  test('of another amount, another currency or another reference confirms nothing and is looked into', async () => {
    const [one = 0, two = 0, three = 0] = await world.orders(by, 1, 1, 1);
    const [less, dollars, foreign] = [
      await world.begin(by, [one]),
      await world.begin(by, [two]),
      await world.begin(by, [three]),
    ];
    const attempts = [
      server.pay(less, 'approved', { transaction_amount: 1 }),
      server.pay(dollars, 'approved', { currency_id: 'USD' }),
      server.pay(foreign, 'approved', { external_reference: '999999999999' }),
    ];
    for (const { id } of attempts) await notify(id);
    await world.work();
    await world.look();
    for (const id of [less, dollars, foreign]) expect((await payment(id)).state.id).toBe(54);
    expect((await payment(less)).attention).toContain('otro importe');
    expect((await payment(dollars)).attention).toContain('otro importe');
    expect((await payment(foreign)).attention).toBeNull();
    expect(world.mails).toEqual([]);
  });

  test('is found without any notification', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    server.pay(id, 'approved');
    await world.look();
    expect((await payment(id)).state.id).toBe(56);
    await world.work();
    expect([...server.preferences.values()].find(({ reference }) => reference === String(id))?.expired).toBe(true);
    // It may be given back for a month; then nothing more is asked.
    expect(world.jobs.held.map(({ queue }) => queue)).toEqual(['payment-check']);
    world.gateway.setTime(new Date(Date.now() + 31 * 24 * 3_600_000));
    await world.look();
    world.gateway.setTime(null);
    expect(world.jobs.held.filter(({ queue }) => queue === 'payment-check')).toEqual([]);
  });

  test('twice is looked into', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    for (const { id: attempt } of [server.pay(id, 'approved'), server.pay(id, 'approved')]) await notify(attempt);
    await world.work();
    expect(await payment(id)).toMatchObject({
      state: { id: 56 },
      attention: expect.stringContaining('más de un pago'),
    });
  });

  test('and gives back later stays confirmed, and is looked into', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved');
    await notify(attempt.id);
    await world.work();
    for (const [status, words] of [
      ['in_mediation', 'reclamo'],
      ['refunded', 'devolvió'],
      ['charged_back', 'desconoció'],
    ] as const) {
      server.change(attempt, status);
      await notify(attempt.id);
      await world.work();
      expect(await payment(id)).toMatchObject({ state: { id: 56 }, attention: expect.stringContaining(words) });
    }
    expect(world.mails).toHaveLength(1);
  });
});

test.each([
  ['pending', 'Esperando el pago del cupón'],
  ['in_process', 'En proceso'],
  ['authorized', 'En proceso'],
  ['rejected', 'El último intento fue rechazado: podés volver a pagar'],
  ['cancelled', 'El último intento venció o se canceló: podés volver a pagar'],
])('an attempt that is %s leaves the payment open and says so', async (status, detail) => {
  const id = await world.begin(by, await world.orders(by, 1));
  await notify(server.pay(id, status).id);
  await world.work();
  expect(await payment(id)).toMatchObject({ state: { id: 54 }, detail, payable: true, cancelable: true });
});

describe('cancelling a payment', () => {
  test('makes its orders payable again and ends its checkout; again answers the same', async () => {
    const [id = 0] = await world.orders(by, 1);
    const first = await world.begin(by, [id]);
    const answer = await cancel(first);
    expect([answer.status, answer.body.message]).toEqual([200, `El pago ${first} ha sido cancelado con éxito`]);
    expect((await cancel(first)).body).toEqual(answer.body);
    await world.work();
    expect([...server.preferences.values()].find(({ reference }) => reference === String(first))?.expired).toBe(true);
    expect(await order(id)).toMatchObject({
      payable: true,
      can_generate_merchant_order: true,
      cancellable: true,
      init_point: null,
      merchant_order: { id: first, state: { id: 41 } },
    });
    expect(await world.begin(by, [id])).not.toBe(first);
  });

  test('is refused once the provider has approved it, which confirms it at once', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    server.pay(id, 'approved');
    const { status, body } = await cancel(id);
    expect([status, body.message]).toEqual([422, 'No se puede cancelar: Mercado Pago ya aprobó el pago']);
    expect((await payment(id)).state.id).toBe(56);
    expect((await cancel(id)).status).toBe(422);
  });

  test('waits for the provider’s word: without one nothing changes', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    server.fault(FAULTS['answers 500'] ?? null);
    expect((await cancel(id)).status).toBe(503);
    server.fault(null);
    expect((await payment(id)).state.id).toBe(54);
  });

  test('of somebody else’s payment is refused as of an unknown one', async () => {
    const other = await world.client();
    const id = await world.begin(other, await world.orders(other, 1));
    const [foreign, unknown] = [await cancel(id), await cancel(123_456_789)];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await payments({}, other)).results[0]?.state.id).toBe(54);
  });

  test('and paying late is told to the client and to the provider, and nobody pays again until it is settled', async () => {
    const [one = 0] = await world.orders(by, 1);
    const id = await world.begin(by, [one]);
    const attempt = server.pay(id, 'pending');
    await cancel(id);
    server.change(attempt, 'approved');
    await notify(attempt.id);
    await world.work();
    expect(await payment(id)).toMatchObject({
      state: { id: 41 },
      attention: expect.stringContaining('después de cancelarlo'),
    });
    expect(await order(one)).toMatchObject({ payable: false, can_generate_merchant_order: false, cancellable: false });
    const refused = await pay([one]);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('lo estamos revisando')]);
    expect(world.mails).toEqual([]);
    server.change(attempt, 'refunded');
    await notify(attempt.id);
    await world.work();
    expect((await payment(id)).attention).toBeNull();
    expect((await order(one)).can_generate_merchant_order).toBe(true);
  });

  test('does not stop asking: money that comes in later without a word is found', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    await cancel(id);
    server.pay(id, 'approved');
    await world.look();
    expect((await payment(id)).attention).toContain('después de cancelarlo');
  });
});

describe('notifications', () => {
  test('that are forged lead to nothing but a question about an open payment, at most once a minute', async () => {
    world.gateway.setTime(new Date('2026-03-05T12:00:00Z'));
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved', { transaction_amount: 1 });
    const asked = async () => {
      const before = server.outside.asked.length;
      await world.work();
      return server.outside.asked.length - before;
    };
    const forged = { secret: 'guessed', reference: String(id) };
    for (let n = 0; n < 5; n++) expect(await notify(attempt.id, forged)).toBe(200);
    expect(await asked()).toBe(1);
    world.gateway.setTime(new Date('2026-03-05T12:00:59Z'));
    await notify(attempt.id, forged);
    expect(await asked()).toBe(0);
    world.gateway.setTime(new Date('2026-03-05T12:01:00Z'));
    await notify(attempt.id, { secret: null });
    expect(await asked()).toBe(1);
    await notify(424242, { secret: null });
    await notify(424242, { secret: null, reference: '777' });
    expect(await asked()).toBe(0);
    world.gateway.setTime(null);
    expect((await payment(id)).state.id).toBe(54);
  });

  test('that can’t be verified still find the money that was paid', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved');
    await notify(attempt.id, { secret: null, reference: String(id) });
    await world.work();
    expect((await payment(id)).state.id).toBe(56);
  });

  test('of payments that are none of ours are asked about and forgotten', async () => {
    const stranger = server.pay('abc', 'approved');
    await notify(stranger.id);
    await notify(987_654);
    await world.work();
    expect((await payments()).pagination.total).toBe(0);
  });

  test.each([
    ['no body', {}],
    ['a body that is no JSON', { body: '{"a', headers: { 'content-type': 'application/json' } }],
    ['a type of its own', { body: '<a/>', headers: { 'content-type': 'application/xml' } }],
    ['a body of a megabyte', { body: 'x'.repeat(1_000_000), headers: { 'content-type': 'text/plain' } }],
    ['a signature that is none', { headers: { 'x-signature': 'ts=,v1=,,==', 'x-request-id': '' } }],
  ])('with %s are answered with 200', async (_what, init) => {
    for (const query of [
      '',
      '?data.id=1&type=payment',
      '?data.id[]=1&type[a]=b',
      '?id=1&topic=payment',
      '?reference=%00&data.id=%00',
    ]) {
      const answer = await world.gateway.fetch(`/api/webhooks/mercadopago${query}`, { method: 'POST', ...init });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  });
});

test('a payment that never got its address is cancelled after a minute', async () => {
  const [one = 0] = await world.orders(by, 1);
  const start = new Date('2026-03-05T12:00:00Z');
  world.gateway.setTime(start);
  // As if the server had been killed while the provider was asked.
  const { payments: provider } = world.gateway.deps;
  world.gateway.deps.payments = { ...provider, begin: () => Promise.reject(new Error('killed')) } as never;
  expect((await pay([one])).status).toBe(500);
  world.gateway.deps.payments = provider;
  const [begun] = (await payments()).results;
  expect(begun).toMatchObject({
    state: { id: 54 },
    payable: false,
    cancelable: true,
    blocked: { payable: expect.any(String) },
  });
  world.gateway.setTime(new Date(start.getTime() + 61_000));
  await world.look();
  world.gateway.setTime(null);
  expect((await payment(begun?.id ?? 0)).state.id).toBe(41);
  expect((await order(one)).can_generate_merchant_order).toBe(true);
});

describe('the list', () => {
  test('is narrowed by state, by order and by the day that it shows', async () => {
    world.gateway.setTime(new Date('2026-03-05T12:00:00Z'));
    const ids = await world.orders(by, 1, 1, 1);
    const [open, cancelled, paid] = [
      await world.begin(by, ids.slice(0, 1)),
      await world.begin(by, ids.slice(1, 2)),
      await world.begin(by, ids.slice(2)),
    ];
    await cancel(cancelled);
    world.gateway.setTime(new Date('2026-03-07T02:30:00Z'));
    await notify(server.pay(paid, 'approved').id);
    await world.work();
    world.gateway.setTime(null);
    const found = async (filter: object) => (await payments({ filter })).results.map(({ id }) => id).sort();
    expect(await found({ state_id: 54 })).toEqual([open]);
    expect(await found({ state_id: '41' })).toEqual([cancelled]);
    expect(await found({ state_id: 56 })).toEqual([paid]);
    expect(await found({ state_id: 7 })).toEqual([]);
    const { tracking_id } = await order(ids[1] ?? 0);
    expect(await found({ tracking: tracking_id })).toEqual([cancelled]);
    expect(await found({ tracking: tracking_id.slice(0, 10) })).toEqual([cancelled]);
    expect(await found({ from_date: '2026-03-06', to_date: '2026-03-06 23:59:00' })).toEqual([paid]);
    expect(await found({ from_date: '2026-03-05', to_date: '2026-03-05' })).toEqual([open, cancelled].sort());
    expect((await payment(paid)).date).toBe('2026-03-06T23:30:00-03:00');
    expect((await payment(open)).date).toBe('2026-03-05T09:00:00-03:00');
    const first = await payments({ limit: 2, page: 9, order: { sort: 'mo.updated_at', direction: 'DESC' } });
    expect(first.pagination).toEqual({ page: 2, pages: 2, total: 3, limit: 2 });
    expect((await payments()).results[0]?.id).toBe(paid);
  });

  test('shows nothing of another client', async () => {
    const other = await world.client();
    const [theirs = 0] = await world.orders(other, 1);
    await world.begin(other, [theirs]);
    const { results } = (await world.gateway.call(listOrders, { by: other })).body;
    for (const filter of [{}, { tracking: results[0]?.tracking_id }, { state_id: 54 }, { from_date: '2020-01-01' }]) {
      expect(await payments({ filter })).toMatchObject({ results: [], pagination: { total: 0 } });
    }
  });
});

describe('what the return address says', () => {
  const result = async (query: object, client = by) =>
    (await world.gateway.call(paymentResult, { by: client, query: query as never })).body.results;

  test('counts only once the server has read it from the provider', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved');
    const query = { payment_id: String(attempt.id), external_reference: String(id) };
    expect(await result(query)).toMatchObject({ verified: false, status: null, payment: { id, state: { id: 54 } } });
    // Having been asked, the server asks.
    await world.work();
    expect(await result(query)).toMatchObject({
      verified: true,
      status: 'approved',
      payment: { id, state: { id: 56 } },
    });
    expect(await result({ ...query, payment_id: '1' })).toMatchObject({ verified: false, status: null });
  });

  test('of a coupon that waits is in process, of money of another amount is not verified', async () => {
    const ids = await world.orders(by, 1, 1);
    const [coupon, less] = [await world.begin(by, ids.slice(0, 1)), await world.begin(by, ids.slice(1))];
    const attempts = [server.pay(coupon, 'pending'), server.pay(less, 'approved', { transaction_amount: 2 })];
    for (const { id } of attempts) await notify(id);
    await world.work();
    const of = (id: number, attempt = attempts[0]) =>
      result({ payment_id: String(attempt?.id), external_reference: String(id) });
    expect(await of(coupon)).toMatchObject({ verified: true, status: 'in_process' });
    expect(await of(less, attempts[1])).toMatchObject({ verified: false, status: 'approved' });
  });

  test('of somebody else’s payment, or of none, is as unknown as any', async () => {
    const other = await world.client();
    const id = await world.begin(other, await world.orders(other, 1));
    const unknown = { verified: false, status: null, payment: null };
    const attempt = server.pay(id, 'approved');
    expect(await result({ payment_id: String(attempt.id), external_reference: String(id) })).toEqual(unknown);
    for (const query of [{}, { external_reference: 'null' }, { payment_id: '1', external_reference: '-1' }])
      expect(await result(query)).toEqual(unknown);
    expect(world.jobs.held.filter(({ queue }) => queue === 'payment-read')).toEqual([]);
  });
});

test('the counters equal a recount after all of it', async () => {
  expect(await miscounted(world.gateway.owner)).toEqual([]);
});
