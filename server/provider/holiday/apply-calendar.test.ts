import { describe, expect, test } from 'vitest';
import { rate } from '#shared/money/rates.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { listPending, readToday } from '#shared/orders/pending.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { correctEvent } from '#shared/orders/staff-events.ts';
import { listQueue } from '#shared/orders/staff-queues.ts';
import { decideReschedule } from '#shared/orders/staff-reschedules.ts';
import { readHolidayEffect } from '#shared/provider/staff-holidays.ts';
import {
  add,
  at,
  client,
  consistent,
  create,
  dueOf,
  gateway,
  print,
  printed,
  remove,
  send,
  setUpHolidayTests,
  staff,
  work,
} from '#test/fixtures/holiday-fixture.ts';

setUpHolidayTests();

const effect = async (date: string) => (await staff(readHolidayEffect, { params: { date } })).body.results;

test('quotes and new orders leave a closed day out', async () => {
  const body = {
    delivery_mode: 1,
    zip_code: '1059',
    province: 'Capital Federal',
    packages: [{ width: 10, height: 10, length: 10, real_weight: 1, gross_price: 0 }],
  };
  const quote = async () => (await gateway.call(rate, { by: client, body })).body.results;
  expect(await quote()).toMatchObject({ min_delivery_date: '2026-09-08', max_delivery_date: '2026-09-09' });
  await add('2026-09-08');
  expect(await quote()).toMatchObject({
    min_delivery_date: '2026-09-09',
    max_delivery_date: '2026-09-10',
    working_days: { min: 1, max: 2, holidays: ['2026-09-08'] },
  });
  const { id } = await create();
  const order = (await gateway.call(readOrder, { by: client, params: { id: String(id) } })).body.results;
  expect(order.shippings[0]?.estimated_delivery_date).toBe('2026-09-10');
});

test('an order that was quoted before a day was closed is promised as many working days', async () => {
  const { label } = await create();
  await add('2026-09-08');
  await print(label);
  expect(await dueOf(label)).toBe('2026-09-10');
  await consistent();
});

test('the next collection isn’t on a closed day', async () => {
  const collection = async () => (await gateway.call(readToday, { by: client })).body.results.print?.collection.at;
  gateway.setTime(at('07', '13:30'));
  expect(await collection()).toBe('2026-09-08T13:00:00-03:00');
  await add('2026-09-08');
  expect(await collection()).toBe('2026-09-09T13:00:00-03:00');
});

describe('the last promise of shipments under way', () => {
  const first = async (label: string) =>
    (
      await gateway.owner<{ first: string }>('SELECT promised_max::text AS first FROM shipments WHERE label = $1', [
        label,
      ])
    )[0]?.first;

  test('moves with a closed day, after it was said how many, and back; the first promise stays', async () => {
    const { label, id } = await printed();
    const other = await gateway.addClient();
    const theirs = await printed(other);
    gateway.setTime(at('08'));
    const later = await printed();
    expect([await dueOf(label), await dueOf(later.label)]).toEqual(['2026-09-09', '2026-09-10']);
    expect(await effect('2026-09-10')).toEqual({ date: '2026-09-10', change: 'close', national: null, moved: 1 });
    expect(await effect('2026-09-09')).toMatchObject({ moved: 3 });
    expect((await add('2026-09-09')).body).toMatchObject({
      message: 'No se trabaja el 09/09/2026. Se mueve la fecha de 3 envíos',
      results: { moved: 3 },
    });
    // In the background.
    expect(await dueOf(label)).toBe('2026-09-09');
    await work();
    expect([await dueOf(label), await dueOf(later.label)]).toEqual(['2026-09-10', '2026-09-11']);
    expect(await dueOf(theirs.label, other)).toBe('2026-09-10');
    expect(await first(label)).toBe('2026-09-09');
    const order = (await gateway.call(readOrder, { by: client, params: { id: String(id) } })).body.results;
    expect(order).toMatchObject({
      due: { date: '2026-09-10' },
      shippings: [{ estimated_delivery_date: '2026-09-10' }],
    });
    await consistent();
    expect(await effect('2026-09-09')).toMatchObject({ change: 'remove', moved: 3 });
    expect((await remove('2026-09-09')).body.results.moved).toBe(3);
    await work();
    expect([await dueOf(label), await dueOf(later.label)]).toEqual(['2026-09-09', '2026-09-10']);
    await consistent();
  });

  test('moves by another day if its collection falls on a closed day', async () => {
    gateway.setTime(at('07', '15:00'));
    const { label } = await printed();
    expect(await dueOf(label)).toBe('2026-09-10');
    await add('2026-09-08');
    await work();
    expect(await dueOf(label)).toBe('2026-09-11');
    await consistent();
  });

  test('comes earlier with a national holiday on which the provider works', async () => {
    gateway.setTime(new Date('2026-10-08T10:00:00-03:00'));
    const { label } = await printed();
    expect(await dueOf(label)).toBe('2026-10-13');
    expect(await effect('2026-10-12')).toMatchObject({ change: 'work', moved: 1 });
    await add('2026-10-12', 'Se trabaja', true);
    await work();
    expect(await dueOf(label)).toBe('2026-10-12');
    await consistent();
  });

  test('stays for shipments that have ended, and follows once a delivery is corrected', async () => {
    const { label } = await printed();
    gateway.setTime(at('08'));
    const ids = await send(
      label,
      ['retirado', at('07', '15:00')],
      ['en_curso', at('08', '09:00')],
      ['entregado', at('08', '09:30')],
    );
    expect(await effect('2026-09-09')).toMatchObject({ moved: 0 });
    await add('2026-09-09');
    await work();
    expect(await dueOf(label)).toBeNull();
    const correction = { corrects: ids[2] ?? '', event_id: 'c-1', correction_reason: 'Escaneo equivocado' };
    await staff(correctEvent, { params: { label }, body: correction });
    expect(await dueOf(label)).toBe('2026-09-10');
    await consistent();
  });

  test('that was agreed on moves only if its own day closes', async () => {
    const { label } = await printed();
    await send(label, ['demorado', at('07', '10:00')]);
    const asked = await gateway.call(requestReschedule, {
      by: client,
      params: { id: label },
      body: { date: '2026-09-15' },
    });
    const params = { clientId: client.clientId, id: asked.body.results.id };
    expect((await staff(decideReschedule, { params, body: { approved: true } })).status).toBe(200);
    await add('2026-09-10');
    await work();
    expect(await dueOf(label)).toBe('2026-09-15');
    await add('2026-09-15');
    await work();
    expect(await dueOf(label)).toBe('2026-09-16');
    await consistent();
    await remove('2026-09-15');
    await work();
    expect(await dueOf(label)).toBe('2026-09-15');
  });

  test('of the version before, which didn’t store how it is counted, moves, too', async () => {
    const { label } = await printed();
    await gateway.owner('UPDATE shipments SET promise_after = NULL, promise_days = NULL');
    await add('2026-09-09');
    await work();
    expect(await dueOf(label)).toBe('2026-09-10');
    await remove('2026-09-09');
    await work();
    expect(await dueOf(label)).toBe('2026-09-09');
  });
});

describe('another day of delivery', () => {
  const ask = async (date: string) => {
    const { label } = await printed();
    await send(label, ['demorado', at('07', '10:00')]);
    return gateway.call(requestReschedule, { by: client, params: { id: label }, body: { date } });
  };

  test('can’t be a closed day', async () => {
    await add('2026-09-15');
    expect((await ask('2026-09-15')).body.errors?.[0]?.message).toMatch(/^Elegí un día hábil/);
    expect((await ask('2026-09-16')).status).toBe(200);
  });

  test('that is closed before the decision is only rejected', async () => {
    const { id } = (await ask('2026-09-15')).body.results;
    await add('2026-09-15');
    const params = { clientId: client.clientId, id };
    const { status, body } = await staff(decideReschedule, { params, body: { approved: true } });
    expect([status, body.message]).toEqual([
      422,
      'El día pedido ya no es hábil: rechazá la reprogramación con un motivo',
    ]);
    expect((await staff(decideReschedule, { params, body: { approved: false, reason: 'Feriado' } })).status).toBe(200);
  });
});

test('the deadline of a failed visit, and the day from which a shipment counts as not collected, move', async () => {
  const failed = await printed();
  await printed();
  gateway.setTime(at('07', '10:30'));
  await send(
    failed.label,
    ['retirado', at('07', '10:10')],
    ['en_curso', at('07', '10:20')],
    ['no_entregado', at('07', '10:30'), 'Destinatario ausente'],
  );
  const deadline = async () => {
    const { body } = await gateway.call(listPending, { by: client, query: { kind: 'failed_visit' } as never });
    return body.results[0]?.deadline?.at;
  };
  const opens = async () =>
    (
      await gateway.owner<{ day: string }>(
        `SELECT local_day(opens_at)::text AS day FROM open_items WHERE kind = 'not_collected' AND client_id = $1`,
        [client.clientId],
      )
    )[0]?.day;
  expect([await deadline(), await opens()]).toEqual(['2026-09-08T10:30:00-03:00', '2026-09-10']);
  await add('2026-09-08');
  await work();
  expect([await deadline(), await opens()]).toEqual(['2026-09-09T10:30:00-03:00', '2026-09-11']);
  await consistent();
  await remove('2026-09-08');
  await work();
  expect([await deadline(), await opens()]).toEqual(['2026-09-08T10:30:00-03:00', '2026-09-10']);
  await consistent();
});

test('a queue’s limit in working days leaves a closed day out', async () => {
  const { label } = await printed();
  gateway.setTime(at('07', '10:30'));
  await send(label, ['retirado', at('07', '10:10')], ['demorado', at('07', '10:30')]);
  await add('2026-09-08');
  const beyond = async () => {
    const query = { filter: { client: String(client.clientId) } };
    const { body } = await staff(listQueue, { params: { queue: 'incidents' }, query });
    return body.results.map((item) => item.beyond);
  };
  // One working day, of which the closed day is none.
  gateway.setTime(at('09', '10:00'));
  expect(await beyond()).toEqual([false]);
  gateway.setTime(at('09', '11:00'));
  expect(await beyond()).toEqual([true]);
});
