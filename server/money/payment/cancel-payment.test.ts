import { describe, expect, test } from 'vitest';
import { by, payer, server, setUpPaymentTests, world } from '#test/fixtures/payment-fixture.ts';
import { RESPONSE_FAULTS } from '#test/services/fake-server.ts';

setUpPaymentTests();
const { payments, payment, order, pay, cancel, notify } = payer;

describe('the cancellation of a payment', () => {
  test('makes its orders payable again and expires its checkout; repeating it succeeds', async () => {
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

  test('is refused if the provider has approved the payment, which is then confirmed', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    server.pay(id, 'approved');
    const { status, body } = await cancel(id);
    expect([status, body.message]).toEqual([422, 'No se puede cancelar: Mercado Pago ya aprobó el pago']);
    expect((await payment(id)).state.id).toBe(56);
    expect((await cancel(id)).status).toBe(422);
  });

  test('changes nothing if the provider doesn’t respond', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    server.fault(RESPONSE_FAULTS['answers 500'] ?? null);
    expect((await cancel(id)).status).toBe(503);
    server.fault(null);
    expect((await payment(id)).state.id).toBe(54);
  });

  test('of another client’s payment is refused like that of an unknown payment', async () => {
    const other = await world.client();
    const id = await world.begin(other, await world.orders(other, 1));
    const [foreign, unknown] = [await cancel(id), await cancel(123_456_789)];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await payments({}, other)).results[0]?.state.id).toBe(54);
  });

  test('flags a later approval for client and staff, and blocks new payments until it is settled', async () => {
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

  test('doesn’t end the polling: a later approval without a notification is found', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    await cancel(id);
    server.pay(id, 'approved');
    await world.look();
    expect((await payment(id)).attention).toContain('después de cancelarlo');
  });
});
