import { describe, expect, onTestFinished, test } from 'vitest';
import { SUM_TOO_LARGE } from '#shared/kit/amount.ts';
import { createPayment, listPayments } from '#shared/money/payments.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { by, payer, server, setUpPaymentTests, world } from '#test/fixtures/payment-fixture.ts';
import { startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { RESPONSE_FAULTS } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';

setUpPaymentTests();
const { payments, payment, order, pay } = payer;

describe('a new payment', () => {
  test('freezes the cost of its orders and returns the provider’s checkout address', async () => {
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

  test('contains an order once, even if it is chosen several times by different ids', async () => {
    const [id = 0] = await world.orders(by, 1);
    const { tracking_id, rate_value } = await order(id);
    const { body } = await pay([id, tracking_id, String(id), tracking_id.toLowerCase()]);
    expect(body.results.amount).toBe(rate_value);
    expect((await payment(body.results.id)).orders).toEqual([{ order_id: expect.any(String), tracking_id }]);
  });

  test('is refused with the reason if one of its orders can’t be paid', async () => {
    const [paid = 0, free = 0] = await world.orders(by, 1, 1);
    await world.begin(by, [paid]);
    const { status, body } = await pay([free, paid]);
    expect(status).toBe(422);
    expect(body.message).toMatch(/^Orden .+: Esta orden ya tiene un pago generado$/);
    expect((await order(free)).can_generate_merchant_order).toBe(true);
    expect((await payments()).pagination.total).toBe(1);
  });

  test('of orders whose sum isn’t exact in cents any more is refused with the reason', async () => {
    const [one = 0, other = 0] = await world.orders(by, 1, 1);
    const half = (Number.MAX_SAFE_INTEGER + 1) / 2;
    await world.gateway.owner('UPDATE shipments SET cost_cents = $2 WHERE order_pk = ANY($1)', [[one, other], half]);
    const { status, body } = await pay([one, other]);
    expect([status, body.message]).toEqual([422, SUM_TOO_LARGE]);
  });

  test('of another client’s order is refused like that of an unknown order', async () => {
    const other = await world.client();
    const [mine = 0] = await world.orders(by, 1);
    const [theirs = 0] = await world.orders(other, 1);
    const [foreign, unknown] = [await pay([mine, theirs]), await pay([mine, 123_456_789])];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await payments({}, other)).pagination.total).toBe(0);
  });

  test('without orders, with too many orders or with an invalid id is refused', async () => {
    for (const orders of [[], Array.from({ length: 501 }, (_, n) => n + 1), [{}], 'x', null]) {
      expect((await pay(orders as never)).status).toBe(422);
    }
    expect((await pay(['P-1'])).status).toBe(404);
  });

  test('returns the same checkout for a repeated request with the same key', async () => {
    const ids = await world.orders(by, 1, 1);
    const key = crypto.randomUUID();
    const [first, second] = await Promise.all([pay(ids, by, key), pay(ids, by, key)]);
    const third = await pay(ids, by, key);
    expect([first.status, second.body, third.body]).toEqual([200, first.body, first.body]);
    expect((await payments()).pagination.total).toBe(1);
    expect((await pay(ids.slice(1), by, key)).status).toBe(422);
  });

  test.each(Object.entries(RESPONSE_FAULTS))(
    'is cancelled if the provider %s, and may be tried again',
    async (_what, fault) => {
      onTestFinished(shortenTimeouts());
      // A separate fixture: five failures in a row open the circuit breaker, which would affect the other tests.
      const alone = await startPrepaidFixture(server.settings);
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

  test('refuses a checkout address of another host than the provider’s', async () => {
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

test('a provider that doesn’t respond doesn’t block other requests', async () => {
  onTestFinished(shortenTimeouts());
  const alone = await startPrepaidFixture({ ...server.settings, DATABASE_POOL: '2' });
  const [client, other] = [await alone.client(), await alone.client()];
  const ids = await alone.orders(client, 1, 1, 1, 1);
  server.fault(RESPONSE_FAULTS['never responds'] ?? null);
  const begun = ids.map((id) => alone.gateway.call(createPayment, { by: client, body: { orders: [id] as never } }));
  // More pending payments than database connections, and other requests are still answered.
  for (let n = 0; n < 20; n++) {
    expect((await alone.gateway.call(listOrders, { by: n % 2 ? client : other })).status).toBe(200);
  }
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  server.fault(null);
  await alone.stop();
});

test('a payment without a checkout is cancelled after a minute', async () => {
  const [one = 0] = await world.orders(by, 1);
  const start = new Date('2026-03-05T12:00:00Z');
  world.gateway.setTime(start);
  // Simulates a server that was killed during the call to the provider.
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
