import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import { by, payer, server, setUpPaymentTests, world } from '#test/fixtures/payment-fixture.ts';
import { recordAttempts } from './record-attempts.ts';

setUpPaymentTests();
const { payment, order, notify } = payer;

describe('an approved payment', () => {
  test('is confirmed once, starts its shipments and mails the client once, even after repeated notifications', async () => {
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
    expect(await findInconsistencies(world.gateway.owner, [by.clientId])).toEqual([]);
  });

  test.each(['removed_at', 'suspended_at', 'blocked_at'])(
    'mails an owner if the user who began the payment has %s',
    async (column) => {
      const id = await world.begin(by, await world.orders(by, 1));
      const { owner } = world.gateway;
      const email = `dueña.${column}@example.com`;
      await owner(
        `INSERT INTO users (client_id, username, email, first_name, last_name, phone, password_hash, role, created_at)
         SELECT client_id, $2, $2, 'Olga', 'Paz', '', '', 'owner', current_moment() + interval '1 day' FROM users WHERE client_id = $1 LIMIT 1`,
        [by.clientId, email],
      );
      const begun = 'id = (SELECT begun_by FROM merchant_orders WHERE id = $1)';
      onTestFinished(async () => {
        await owner(`UPDATE users SET ${column} = NULL WHERE ${begun}`, [id]);
        await owner('UPDATE users SET removed_at = current_moment() WHERE email = $1', [email]);
      });
      await owner(`UPDATE users SET ${column} = current_moment() WHERE ${begun}`, [id]);
      world.mails.length = 0;
      await notify(server.pay(id, 'approved').id);
      await world.work();
      expect(world.mails.map(({ to }) => to)).toEqual([email]);
    },
  );

  test('is mailed without a first name that reads like a phone number', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const rename = 'UPDATE users SET first_name = $2 WHERE client_id = $1';
    onTestFinished(async () => {
      await world.gateway.owner(rename, [by.clientId, 'Ana']);
    });
    await world.gateway.owner(rename, [by.clientId, 'WhatsApp 5555-0000']);
    world.mails.length = 0;
    await notify(server.pay(id, 'approved').id);
    await world.work();
    expect(world.mails.map(({ text }) => text)).toEqual([expect.stringMatching(/^Hola:/)]);
  });

  test('publishes change events of the payment, its orders and their shipments after the commit', async () => {
    const ids = await world.orders(by, 1, 1);
    const id = await world.begin(by, ids);
    const published: string[] = [];
    const silence = world.gateway.deps.bus.subscribe((client, event) => {
      if (client === by.clientId) published.push(event.kind === 'shipment' ? 'shipment' : `${event.kind} ${event.id}`);
    });
    await notify(server.pay(id, 'approved').id);
    expect(published).toEqual([]);
    await world.work();
    expect(new Set(published)).toEqual(new Set([`payment ${id}`, ...ids.map((one) => `order ${one}`), 'shipment']));
    const before = published.length;
    await world.look();
    expect(published).toHaveLength(before);
    silence();
  });

  test('isn’t changed by an outdated reading of its attempt', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const attempt = server.pay(id, 'approved');
    const { deps } = world.gateway;
    const older = (await deps.payments?.paymentsOf(String(id))) ?? [];
    await notify(attempt.id);
    await world.work();
    server.change(attempt, 'refunded');
    await notify(attempt.id);
    await world.work();
    await recordAttempts(deps, by.clientId, id, older);
    expect((await payment(id)).attention).toContain('devolvió');
  });

  test('of another amount, currency or reference isn’t confirmed and is flagged', async () => {
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

  test('is found by polling without any notification', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    server.pay(id, 'approved');
    await world.look();
    expect((await payment(id)).state.id).toBe(56);
    await world.work();
    expect([...server.preferences.values()].find(({ reference }) => reference === String(id))?.expired).toBe(true);
    // Polling for refunds ends after a month.
    expect(world.jobs.queued.map(({ queue }) => queue)).toEqual(['payment-check']);
    world.gateway.setTime(new Date(Date.now() + 31 * DAY_MS));
    await world.look();
    world.gateway.setTime(null);
    expect(world.jobs.queued.filter(({ queue }) => queue === 'payment-check')).toEqual([]);
  });

  test('keeps the id of the attempt that confirmed it, even after later attempts', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    const paid = server.pay(id, 'approved');
    await notify(paid.id);
    await world.work();
    await notify(server.pay(id, 'rejected').id);
    await world.work();
    const kept = await world.gateway.owner('SELECT payment_id, provider_status FROM merchant_orders WHERE id = $1', [
      id,
    ]);
    expect(kept).toEqual([{ payment_id: String(paid.id), provider_status: 'approved' }]);
  });

  test('with a second approved attempt is flagged', async () => {
    const id = await world.begin(by, await world.orders(by, 1));
    for (const { id: attempt } of [server.pay(id, 'approved'), server.pay(id, 'approved')]) await notify(attempt);
    await world.work();
    expect(await payment(id)).toMatchObject({
      state: { id: 56 },
      attention: expect.stringContaining('más de un pago'),
    });
  });

  test('that is refunded later stays confirmed and is flagged', async () => {
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
])('an attempt that is %s leaves the payment open and shows its status', async (status, detail) => {
  const id = await world.begin(by, await world.orders(by, 1));
  await notify(server.pay(id, status).id);
  await world.work();
  expect(await payment(id)).toMatchObject({ state: { id: 54 }, detail, payable: true, cancelable: true });
});
