import { describe, expect, test } from 'vitest';
import { RESPONSE_FAULTS } from '#test/fake-server.ts';
import { by, payer, server, setUpPaymentTests, world } from '#test/payment-fixture.ts';

setUpPaymentTests();
const { payments, payment, order, pay, cancel, notify } = payer;

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
    server.fault(RESPONSE_FAULTS['answers 500'] ?? null);
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
