import { describe, expect, test } from 'vitest';
import { formatDate } from '#shared/kit/text/format.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { readReschedule } from '#shared/orders/staff-reschedules.ts';
import { workingDay } from '#test/app/working-day.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import {
  ask,
  client,
  decide,
  FAILED,
  mailed,
  other,
  readOne,
  sendShipment,
  setUpRescheduleTests,
  waiting,
  world,
} from '#test/fixtures/reschedule-fixture.ts';
import { NOW } from '#test/fixtures/shipment-fixture.ts';

setUpRescheduleTests();

describe('a request for another day', () => {
  test('of a failed delivery waits for the provider, and shows in shipment and order', async () => {
    const { label, tracking_id } = await sendShipment(...FAILED);
    const { status, body } = await ask(label);
    expect([status, body]).toMatchObject([200, { results: { state: 'Pendiente' } }]);
    const asked = {
      state: 'Pendiente',
      date: workingDay(3, NOW),
      note: 'Después de las 18',
      reason: null,
      decided_at: null,
    };
    expect((await readOne(label)).reschedule).toMatchObject(asked);
    const order = await world.gateway.call(readOrder, { by: client, params: { id: tracking_id } });
    expect(order.body.results.shippings[0]?.reschedule).toMatchObject(asked);
    expect(await waiting({ client: String(client.clientId) })).toContainEqual(
      expect.objectContaining({ id: body.results.id, shipment_id: label, date: asked.date, note: asked.note }),
    );
  });

  test.each(['demorado', 'direccion_corregir'])('is possible in state %s', async (state) => {
    expect((await ask((await sendShipment('retirado', 'en_curso', state)).label)).status).toBe(200);
  });

  test.each([[['retirado']], [['retirado', 'en_curso', 'entregado']], [['extraviado']], [[]]])(
    'is refused with a reason after %j',
    async (states) => {
      const { status, body } = await ask((await sendShipment(...states)).label);
      expect([status, (body as { message?: string }).message]).toEqual([
        422,
        'Sólo se puede reprogramar un envío que no se entregó, está demorado o tiene una dirección a corregir',
      ]);
    },
  );

  test.each([
    ['today', '2026-03-20', 'Elegí un día a partir de mañana'],
    ['a weekend', '2026-03-22', 'Elegí un día hábil: no entregamos sábados, domingos ni feriados'],
    ['far away', '2026-04-27', 'Elegí un día dentro de los próximos 30 días'],
    ['not a day', '2026-02-30', 'Elegí un día para la entrega'],
  ])('is refused for a day that is %s', async (_, date, message) => {
    const { label } = await sendShipment(...FAILED);
    const { status, body } = await ask(label, { date });
    expect([status, body]).toMatchObject([422, { errors: [{ field: 'date', message }] }]);
  });

  test('is one at a time: of eight at once one is stored, and the next is possible after the decision', async () => {
    const { label } = await sendShipment(...FAILED);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(label)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200) as { status: number; body: { message?: string } }[];
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
      new Set(['422 Ya pediste reprogramar este envío: falta que el proveedor lo decida']),
    );
    const id = answers.find(({ status }) => status === 200)?.body.results.id ?? 0;
    await decide(client.clientId, id, { approved: false, reason: 'Zona sin reparto ese día' });
    expect((await readOne(label)).reschedule).toMatchObject({
      state: 'Rechazado',
      reason: 'Zona sin reparto ese día',
    });
    expect((await ask(label)).status).toBe(200);
  });

  test('is made once when it is repeated with the same key', async () => {
    const { label } = await sendShipment(...FAILED);
    const key = { 'idempotency-key': `r-${label}` };
    const [first, again] = [await ask(label, {}, client, key), await ask(label, {}, client, key)];
    expect(again.body).toEqual(first.body);
    expect((await ask(label, { note: 'Otra' }, client, key)).status).toBe(422);
  });

  test('of somebody else’s shipment, and its decision under another client, are unknown', async () => {
    const { label } = await sendShipment(...FAILED);
    expect((await ask(label, {}, other)).status).toBe(404);
    const { body } = await ask(label);
    const answer = await decide(other.clientId, body.results.id, { approved: true });
    expect(answer.status).toBe(404);
    expect((await readOne(label)).reschedule?.state).toBe('Pendiente');
  });
});

describe('the decision', () => {
  test('is mailed to who asked, with the reason of a rejection', async () => {
    await mailed();
    const { label, order_id, tracking_id } = await sendShipment(...FAILED);
    const day = formatDate(workingDay(3, NOW));
    const refused = (await ask(label)).body.results.id;
    expect(await mailed()).toEqual([]);
    await decide(client.clientId, refused, { approved: false, reason: 'Zona sin reparto ese día' });
    const [no, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(no).toMatchObject({
      to: `u${client.clientId}@example.com`,
      subject: `No pudimos reprogramar el envío ${label} · Remito`,
    });
    expect(no?.text).toContain(`de la orden ${order_id} para el ${day}. No se puede: Zona sin reparto ese día`);
    await decide(client.clientId, (await ask(label)).body.results.id, { approved: true });
    const [yes] = await mailed();
    expect(yes?.subject).toBe(`Reprogramamos el envío ${label} · Remito`);
    expect(yes?.text).toContain(`se entrega el ${day}, como pediste.`);
    expect(yes?.text).toContain(`/ordenes/detalle/${tracking_id}`);
  });

  test('to accept moves the last promised day, never the first promise', async () => {
    const { label } = await sendShipment(...FAILED);
    const before = await world.gateway.owner<{ first: string }>(
      'SELECT promised_max::text AS first FROM shipments WHERE label = $1',
      [label],
    );
    const { body } = await ask(label, { date: workingDay(12, NOW) });
    const { status, body: decided } = await decide(client.clientId, body.results.id, { approved: true });
    expect([status, decided.results.state]).toEqual([200, 'Aprobado']);
    const after = await readOne(label);
    expect(after).toMatchObject({ estimated_delivery_date: workingDay(12, NOW), due: { date: workingDay(12, NOW) } });
    expect(
      await world.gateway.owner('SELECT promised_max::text AS first FROM shipments WHERE label = $1', [label]),
    ).toEqual(before);
  });

  test('to reject needs a reason, and every decision is final', async () => {
    const { label } = await sendShipment(...FAILED);
    const { id } = (await ask(label)).body.results;
    expect((await decide(client.clientId, id, { approved: false })).body).toMatchObject({
      errors: [{ field: 'reason', message: 'Escribí el motivo del rechazo' }],
    });
    await decide(client.clientId, id, { approved: true });
    const again = await decide(client.clientId, id, { approved: false, reason: 'Tarde' });
    expect([again.status, (again.body as { message?: string }).message]).toEqual([
      409,
      'Esta reprogramación ya fue decidida: Aprobado',
    ]);
  });

  test('names who decided, and is read within its client only', async () => {
    const { label } = await sendShipment(...FAILED);
    const { id } = (await ask(label)).body.results;
    const read = (clientId: number) =>
      world.gateway.call(readReschedule, { headers: world.provider.headers, params: { clientId, id } });
    expect((await read(client.clientId)).body.results).toMatchObject({ state: 'Pendiente', decided_by: null });
    await decide(client.clientId, id, { approved: false, reason: 'Zona sin reparto ese día' });
    const { results } = (await read(client.clientId)).body;
    expect(results).toMatchObject({ id, shipment_id: label, state: 'Rechazado', reason: 'Zona sin reparto ese día' });
    expect(results.decided_by).not.toBeNull();
    expect((await read(other.clientId)).status).toBe(404);
    expect(
      (await world.gateway.call(readReschedule, { by: client, params: { clientId: client.clientId, id } })).status,
    ).toBe(401);
  });

  const acceptanceRefusal = async (id: number) => {
    const params = { clientId: client.clientId, id };
    const { body } = await world.gateway.call(readReschedule, { headers: world.provider.headers, params });
    return body.results.approval_refusal;
  };

  test('to accept is refused once the shipment has ended; to reject is possible', async () => {
    const { label } = await sendShipment(...FAILED);
    const { id } = (await ask(label)).body.results;
    expect(await acceptanceRefusal(id)).toBeNull();
    await world.provider.sendEvents(providerEvent(label, 'siniestrado', NOW));
    expect(await acceptanceRefusal(id)).toBe(`El envío ${label} ya finalizó: rechazá la reprogramación con un motivo`);
    expect((await decide(client.clientId, id, { approved: true })).status).toBe(422);
    expect((await decide(client.clientId, id, { approved: false, reason: 'El paquete se dañó' })).status).toBe(200);
  });

  test('to accept a day is possible on that day and refused after it; to reject is possible', async () => {
    const date = workingDay(3, NOW);
    const at = (days: number) => world.gateway.setTime(new Date(Date.parse(`${date}T23:00:00-03:00`) + days * DAY_MS));
    const passed = await sendShipment(...FAILED);
    const { id } = (await ask(passed.label)).body.results;
    const due = (await ask((await sendShipment(...FAILED)).label)).body.results.id;
    at(0);
    expect((await decide(client.clientId, due, { approved: true })).status).toBe(200);
    at(1);
    expect(await acceptanceRefusal(id)).toMatch(/^El día pedido ya pasó/);
    expect(await acceptanceRefusal(due)).toBeNull();
    const late = await decide(client.clientId, id, { approved: true });
    expect([late.status, (late.body as { message?: string }).message]).toEqual([
      422,
      'El día pedido ya pasó: rechazá la reprogramación con un motivo',
    ]);
    expect((await readOne(passed.label)).estimated_delivery_date).not.toBe(date);
    expect((await decide(client.clientId, id, { approved: false, reason: 'No llegamos a verla' })).status).toBe(200);
    world.gateway.setTime(NOW);
  });
});
