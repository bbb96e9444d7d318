import { describe, expect, test } from 'vitest';
import { undoReschedule } from '#shared/orders/staff-reschedules.ts';
import { workingDay } from '#test/app/working-day.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import {
  ask,
  client,
  decide,
  FAILED,
  jobs,
  mailed,
  other,
  readOne,
  sendShipment,
  setUpRescheduleTests,
  world,
} from '#test/fixtures/reschedule-fixture.ts';
import { NOW } from '#test/fixtures/shipment-fixture.ts';
import { rescheduleMails } from './reschedule-mail.ts';

setUpRescheduleTests();

describe('a decision is undone', () => {
  const undo = (id: number, clientId = client.clientId) =>
    world.gateway.call(undoReschedule, { headers: world.provider.headers, params: { clientId, id } });
  const wanted = workingDay(12, NOW);
  const request = async () => {
    const { label, ...made } = await sendShipment(...FAILED);
    return { ...made, label, id: (await ask(label, { date: wanted })).body.results.id };
  };

  test('of an acceptance: the promised day is the former one, the request waits, and no mail is sent', async () => {
    await mailed();
    const { id, label } = await request();
    const { estimated_delivery_date } = await readOne(label);
    await decide(client.clientId, id, { approved: true });
    expect((await readOne(label)).estimated_delivery_date).toBe(wanted);
    expect(jobs.queued.find(({ queue }) => queue === rescheduleMails.name)?.afterSeconds).toBeGreaterThan(15);
    expect((await undo(id)).body).toMatchObject({
      message: `La reprogramación del envío ${label} espera de nuevo una decisión`,
      results: { state: 'Pendiente', reason: null, decided_at: null },
    });
    expect((await readOne(label)).estimated_delivery_date).toBe(estimated_delivery_date);
    expect(await mailed()).toEqual([]);
  });

  test('and another one is mailed once', async () => {
    const { id, label } = await request();
    await decide(client.clientId, id, { approved: true });
    await undo(id);
    world.gateway.setTime(new Date(NOW.getTime() + 5_000));
    await decide(client.clientId, id, { approved: false, reason: 'Zona sin reparto ese día' });
    world.gateway.setTime(NOW);
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      `No pudimos reprogramar el envío ${label} · Remito`,
    ]);
  });

  test('unless it is older, the shipment ended, its promised day moved again, or another request waits', async () => {
    const [old, ended, moved, again] = [await request(), await request(), await request(), await request()];
    for (const { id } of [old, ended, moved]) await decide(client.clientId, id, { approved: true });
    await decide(client.clientId, again.id, { approved: false, reason: 'No' });
    await world.provider.sendEvents(providerEvent(ended.label, 'extraviado', NOW));
    await world.gateway.owner('UPDATE shipments SET promise_days = promise_days + 1 WHERE label = $1', [moved.label]);
    expect((await ask(again.label)).status).toBe(200);
    const refused = 'Ya no se puede deshacer: el envío';
    for (const [{ id }, message] of [
      [ended, `${refused} ${ended.label} finalizó`],
      [moved, `${refused} ${moved.label} tiene otro día prometido`],
      [again, `${refused} ${again.label} tiene otra reprogramación por decidir`],
    ] as const) {
      const { status, body } = await undo(id);
      expect([status, body.message]).toEqual([409, message]);
    }
    world.gateway.setTime(new Date(NOW.getTime() + 16_000));
    expect((await undo(old.id)).body.message).toBe('Una decisión se puede deshacer durante 10 segundos');
    world.gateway.setTime(NOW);
  });

  test('for its own client only', async () => {
    const { id } = await request();
    await decide(client.clientId, id, { approved: true });
    expect((await undo(id, other.clientId)).status).toBe(404);
    expect(
      (await world.gateway.call(undoReschedule, { by: client, params: { clientId: client.clientId, id } })).status,
    ).toBe(401);
  });
});
