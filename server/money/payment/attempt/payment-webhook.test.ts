import { describe, expect, test } from 'vitest';
import { by, payer, server, setUpPaymentTests, world } from '#test/fixtures/payment-fixture.ts';
import { startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { notificationOf } from '#test/services/fake-payment-server.ts';

setUpPaymentTests();
const { payments, payment, notify } = payer;

describe('notifications', () => {
  test('that are forged only trigger a poll of an open payment, at most once a minute', async () => {
    world.gateway.setTime(new Date('2026-03-05T12:00:00Z'));
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved', { transaction_amount: 1 });
    const polls = async () => {
      const before = server.outside.requests.length;
      await world.work();
      return server.outside.requests.length - before;
    };
    const forged = { secret: 'guessed', reference: String(id) };
    for (let n = 0; n < 5; n++) expect(await notify(attempt.id, forged)).toBe(200);
    expect(await polls()).toBe(1);
    world.gateway.setTime(new Date('2026-03-05T12:00:59Z'));
    await notify(attempt.id, forged);
    expect(await polls()).toBe(0);
    world.gateway.setTime(new Date('2026-03-05T12:01:00Z'));
    await notify(attempt.id, { secret: null });
    expect(await polls()).toBe(1);
    await notify(424242, { secret: null });
    await notify(424242, { secret: null, reference: '777' });
    expect(await polls()).toBe(0);
    world.gateway.setTime(null);
    expect((await payment(id)).state.id).toBe(54);
  });

  test('that can’t be verified still lead to the confirmation of a paid payment', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved');
    await notify(attempt.id, { secret: null, reference: String(id) });
    await world.work();
    expect((await payment(id)).state.id).toBe(56);
  });

  test('above the rate limit of six hundred a minute per network are dropped and answered with 200', async () => {
    const hurried = await startPrepaidFixture({ ...server.settings, THROTTLE: 'normal' });
    const { path, init } = notificationOf(4711);
    const statuses = await Promise.all(
      Array.from({ length: 620 }, async () => {
        const answer = await hurried.gateway.fetch(path, init);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(hurried.jobs.queued).toHaveLength(600);
    await hurried.stop();
  });

  test('of unknown payments are looked up and ignored', async () => {
    const unknown = server.pay('abc', 'approved');
    await notify(unknown.id);
    await notify(987_654);
    await world.work();
    expect((await payments()).pagination.total).toBe(0);
  });

  test.each([
    ['no body', {}],
    ['a body that isn’t JSON', { body: '{"a', headers: { 'content-type': 'application/json' } }],
    ['another content type', { body: '<a/>', headers: { 'content-type': 'application/xml' } }],
    ['a body of a megabyte', { body: 'x'.repeat(1_000_000), headers: { 'content-type': 'text/plain' } }],
    ['an invalid signature', { headers: { 'x-signature': 'ts=,v1=,,==', 'x-request-id': '' } }],
  ])('with %s are answered with 200', async (_name, init) => {
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
