import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { jsonSchema } from '#server/platform/http/response/reply-schema.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { publicStates } from '#shared/orders/shipments.ts';
import { MAX_EVENTS, recordEvents } from '#shared/orders/staff-events.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { NOW, on, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';

let world: ShipmentFixture;
let client: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes]);
  client = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());
beforeEach(() => world.gateway.setTime(NOW));

const row = async (label: string) =>
  (
    await world.gateway.owner<Record<string, unknown>>(
      `SELECT s.state, s.state_code, s.state_at, s.updated_at, s.return_requested_at, s.delivery_date::text,
         o.order_state, o.updated_at AS order_updated_at
       FROM shipments s JOIN orders o ON o.id = s.order_pk WHERE s.label = $1`,
      [label],
    )
  )[0];

describe('a repeated event', () => {
  test('changes nothing, in the same call or in another', async () => {
    const label = await world.shipment(client);
    const event = providerEvent(label, 'retirado', on(3), { reason: 'Sin novedad' });
    expect(await world.provider.sendEvents(event, event)).toEqual(['recorded', 'repeated']);
    const before = await row(label);
    world.gateway.setTime(new Date(NOW.getTime() + HOUR_MS));
    const again = { ...event, state: 'Retirado', at: '2026-03-03T09:00:00-03:00', shipment_id: label.toLowerCase() };
    expect(await world.provider.sendEvents(again)).toEqual(['repeated']);
    expect(await row(label)).toEqual(before);
    expect(await world.statesOf(label)).toEqual(['Registrado', 'Retirado']);
  });

  test('is recognised even if its time has only second precision at the shipment’s creation', async () => {
    const { labels } = await world.order(client, 1, {}, new Date('2026-03-02T12:00:00.400Z'));
    const label = labels[0] ?? '';
    const event = providerEvent(label, 'retirado', new Date('2026-03-02T12:00:00Z'));
    expect(await world.provider.sendEvents(event)).toEqual(['recorded']);
    expect(await world.provider.sendEvents(event)).toEqual(['repeated']);
    expect(await world.statesOf(label)).toEqual(['Registrado', 'Retirado']);
  });

  test('with different content is refused', async () => {
    const label = await world.shipment(client);
    const event = providerEvent(label, 'retirado', on(3));
    await world.provider.sendEvents(event);
    const reason = 'Ese event_id ya se usó para otro evento';
    expect(
      await world.provider.sendEvents(
        { ...event, state: 'recibido_cd' },
        { ...event, at: on(4).toISOString() },
        { ...event, reason: 'Otro motivo' },
      ),
    ).toEqual([reason, reason, reason]);
  });

  test('of another shipment is another event, also in one call', async () => {
    const [first, second] = [await world.shipment(client), await world.shipment(client)];
    const event = providerEvent(first, 'retirado', on(3));
    const both = [event, { ...event, shipment_id: second }];
    expect(await world.provider.sendEvents(...both)).toEqual(['recorded', 'recorded']);
    expect(await world.provider.sendEvents(...both)).toEqual(['repeated', 'repeated']);
    expect(await world.statesOf(second)).toEqual(['Registrado', 'Retirado']);
  });

  test('may be corrected under its id after a refusal', async () => {
    const label = await world.shipment(client);
    const event = providerEvent(label, 'entregado', on(3));
    expect(await world.provider.sendEvents(event)).toEqual(['No puede pasar de Registrado a Entregado']);
    expect(await world.provider.sendEvents({ ...event, state: 'retirado' })).toEqual(['recorded']);
  });

  test('may have the id of another client’s event', async () => {
    const [mine, theirs] = [await world.shipment(client), await world.shipment(await world.gateway.addClient())];
    const event = providerEvent(mine, 'retirado', on(3));
    expect(await world.provider.sendEvents(event, { ...event, shipment_id: theirs })).toEqual(['recorded', 'recorded']);
  });

  test('in six concurrent calls is recorded once, for one shipment or for several', async () => {
    const labels: string[] = [];
    // Sequentially, because each creation sets the clock.
    for (let n = 0; n < 6; n++) labels.push(await world.shipment(client));
    const event = providerEvent(labels[0] ?? '', 'retirado', on(3));
    const same = await Promise.all(labels.map(() => world.provider.sendEvents(event)));
    expect(same.flat().sort()).toEqual(['recorded', ...labels.slice(1).map(() => 'repeated')]);
    const id = `one-of-six-${labels[0]}`;
    const others = await Promise.all(
      labels.map((label) => world.provider.sendEvents(providerEvent(label, 'recibido_cd', on(5), { event_id: id }))),
    );
    const recorded = others.flat().filter((result) => result === 'recorded');
    expect(recorded.length).toBe(1);
  });

  test('with a new id is recorded again without changing the state', async () => {
    const label = await world.shipment(client);
    const events = [3, 4, 5].map((day) => providerEvent(label, 'retirado', on(day)));
    expect(await world.provider.sendEvents(...events)).toEqual(['recorded', 'recorded', 'recorded']);
    expect(await world.statesOf(label)).toEqual(['Registrado', 'Retirado', 'Retirado', 'Retirado']);
    expect((await row(label))?.state).toBe('Retirado');
  });
});

describe('a call', () => {
  test('with a thousand events of many clients returns one result per event', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => world.gateway.addClient()));
    const labels: string[] = [];
    // Sequentially, because each order sets the clock.
    for (const by of clients) labels.push(...(await world.order(by, 100)).labels);
    const events = Array.from({ length: MAX_EVENTS }, (_, n) =>
      providerEvent(
        labels[n % labels.length] ?? '',
        n < labels.length ? 'retirado' : 'recibido_cd',
        on(3 + Number(n >= labels.length)),
      ),
    );
    expect(new Set(await world.provider.sendEvents(...events))).toEqual(new Set(['recorded']));
    expect(new Set(await world.provider.sendEvents(...events))).toEqual(new Set(['repeated']));
    const codes = await world.gateway.owner(
      `SELECT state_code, count(*)::int AS n FROM shipments WHERE label = ANY($1) GROUP BY 1 ORDER BY 1`,
      [labels],
    );
    expect(codes).toEqual([
      { state_code: 'recibido_cd', n: 400 },
      { state_code: 'retirado', n: 200 },
    ]);
  });

  test('without events or with too many events is refused', async () => {
    const ask = (events: unknown[]) =>
      world.gateway.call(recordEvents, { headers: world.provider.headers, body: { events: events as never } });
    expect((await ask([])).body.errors).toEqual([{ field: 'events', message: 'Enviá al menos un evento' }]);
    const many = Array.from({ length: MAX_EVENTS + 1 }, () => null);
    expect((await ask(many)).body.errors).toEqual([{ field: 'events', message: 'Hasta 1000 eventos por llamada' }]);
  });

  test('without a provider key is refused, even with a client’s session', async () => {
    const label = await world.shipment(client);
    for (const credentials of [{}, { by: client }, { headers: { 'x-api-key': 'ops_wrong' } }]) {
      const body = { events: [providerEvent(label, 'retirado', on(3))] };
      expect((await world.gateway.call(recordEvents, { ...credentials, body })).status).toBe(401);
    }
    expect(await world.statesOf(label)).toEqual(['Registrado']);
  });

  test('is documented with the fields of an event', () => {
    const schema = jsonSchema(recordEvents.body as never, 'input');
    expect(schema).toMatchObject({
      properties: { events: { items: { properties: { at: { type: 'string', format: 'date-time' } } } } },
    });
  });
});

test('the public history shows events in chronological order', async () => {
  const { tracking_id: tracking } = await world.order(client, 2);
  const { states_token } = (await world.gateway.call(readOrder, { by: client, params: { id: tracking } })).body.results;
  await world.provider.sendEvents(
    providerEvent(`${tracking}-2`, 'retirado', on(3)),
    providerEvent(`${tracking}-2`, 'en_curso', on(6)),
  );
  await world.provider.sendEvents(
    providerEvent(`${tracking}-2`, 'recibido_cd', on(4)),
    providerEvent(`${tracking}-2`, 'no_entregado', on(7), { reason: 'Destinatario ausente' }),
  );
  const { body } = await world.gateway.call(publicStates, { params: { trackingId: tracking, token: states_token } });
  const at = (day: string, state: string, reason: string | null = null) => ({
    desde: `${day}/03/2026 09:00`,
    state,
    reason: reason && { description: reason },
    corrected: null,
  });
  expect(body.results.shippings).toEqual([
    { shipment_id: `${tracking}-1`, steps: [{ name: 'Ingreso', states: [at('02', 'Registrado')] }] },
    {
      shipment_id: `${tracking}-2`,
      steps: [
        { name: 'Ingreso', states: [at('02', 'Registrado'), at('03', 'Retirado'), at('04', 'Recibido en CD')] },
        { name: 'Entrega', states: [at('06', 'En Curso'), at('07', 'No Entregado', 'Destinatario ausente')] },
      ],
    },
  ]);
});

test.each([
  ['2026-03-01T02:59:59Z', '28/02/2026 23:59', '2026-02-28'],
  ['2026-03-01T03:00:00Z', '01/03/2026 00:00', '2026-03-01'],
])('an event at %s has the same Buenos Aires day in the history and in the counters', async (moment, since, day) => {
  const { tracking_id: tracking } = await world.order(client, 1, {}, new Date('2026-02-20T12:00:00Z'));
  const { id, states_token } = (await world.gateway.call(readOrder, { by: client, params: { id: tracking } })).body
    .results;
  const counted = async () =>
    Number(
      (
        await world.gateway.owner<{ n: number }>(
          'SELECT coalesce(sum(n), 0) AS n FROM order_updated_counts WHERE client_id = $1 AND day = $2',
          [client.clientId, day],
        )
      )[0]?.n,
    );
  const before = await counted();
  world.gateway.setTime(new Date(moment));
  expect(await world.provider.sendEvents(providerEvent(`${tracking}-1`, 'retirado', moment))).toEqual(['recorded']);
  const { body } = await world.gateway.call(publicStates, { params: { trackingId: tracking, token: states_token } });
  expect(body.results.shippings[0]?.steps[0]?.states.at(-1)?.desde).toBe(since);
  expect(await counted()).toBe(before + 1);
  expect(await world.gateway.owner('SELECT updated_at FROM orders WHERE id = $1', [id])).toEqual([
    { updated_at: new Date(moment) },
  ]);
  expect(await counterDrift(world.gateway.owner)).toEqual([]);
});
