import { describe, expect, test } from 'vitest';
import { paymentResult } from '#shared/money/payments.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { by, payer, server, setUpPaymentTests, world } from '#test/fixtures/payment-fixture.ts';

setUpPaymentTests();
const { payments, payment, order, cancel, notify } = payer;

describe('the list of payments', () => {
  test('can be filtered by state, by order and by the shown day', async () => {
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

  test('excludes other clients’ payments', async () => {
    const other = await world.client();
    const [theirs = 0] = await world.orders(other, 1);
    await world.begin(other, [theirs]);
    const { results } = (await world.gateway.call(listOrders, { by: other })).body;
    for (const filter of [{}, { tracking: results[0]?.tracking_id }, { state_id: 54 }, { from_date: '2020-01-01' }]) {
      expect(await payments({ filter })).toMatchObject({ results: [], pagination: { total: 0 } });
    }
  });
});

describe('the result of the return address', () => {
  const result = async (query: object, client = by) =>
    (await world.gateway.call(paymentResult, { by: client, query: query as never })).body.results;

  test('is verified only after the server has read the attempt from the provider', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved');
    const query = { payment_id: String(attempt.id), external_reference: String(id) };
    expect(await result(query)).toMatchObject({
      verified: false,
      status: null,
      payment: { id, state: { id: 54 } },
      to_print: null,
    });
    // The request enqueued a poll.
    await world.work();
    expect(await result(query)).toMatchObject({
      verified: true,
      status: 'approved',
      payment: { id, state: { id: 56 } },
      to_print: { labels: 1, orders_id: [expect.any(Number)] },
    });
    expect(await result({ ...query, payment_id: '1' })).toMatchObject({ verified: false, status: null });
  });

  test('is in process for an unpaid coupon, and unverified for another amount', async () => {
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

  test('is unknown for another client’s payment and for an unknown payment', async () => {
    const other = await world.client();
    const id = await world.begin(other, await world.orders(other, 1));
    const unknown = { verified: false, status: null, payment: null, to_print: null };
    const attempt = server.pay(id, 'approved');
    expect(await result({ payment_id: String(attempt.id), external_reference: String(id) })).toEqual(unknown);
    for (const query of [{}, { external_reference: 'null' }, { payment_id: '1', external_reference: '-1' }])
      expect(await result(query)).toEqual(unknown);
    expect(world.jobs.queued.filter(({ queue }) => queue === 'payment-read')).toEqual([]);
  });
});
