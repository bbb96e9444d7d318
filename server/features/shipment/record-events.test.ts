import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/features/order/order.routes.ts';
import { jsonSchema } from '#server/platform/http/reply-schema.ts';
import { MAX_EVENTS, recordEvents } from '#shared/ops/events.ts';
import { createOrder, readOrder } from '#shared/orders.ts';
import { cancelShipment, publicStates } from '#shared/shipments.ts';
import { type Gateway, startGateway, type TestClient } from '#test/gateway.ts';
import { newOrder, shipment } from '#test/new-order.ts';
import { type Provider, parcelEvent, startProvider } from '#test/provider.ts';
import { miscounted } from '#test/recount.ts';
import { shipmentRoutes } from './shipment.routes.ts';

let gateway: Gateway;
let provider: Provider;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  gateway = await startGateway([orderRoutes, shipmentRoutes]);
  provider = await startProvider(gateway.deps, gateway);
  client = await gateway.addClient({ logistica_inversa: true });
  other = await gateway.addClient({ prepago: true });
});
afterAll(() => gateway?.stop());

const CREATED = new Date('2026-03-02T12:00:00Z');
const NOW = new Date('2026-03-20T12:00:00Z');
beforeEach(() => gateway.setTime(NOW));

/** 09:00 in Buenos Aires on a day of that month. */
const on = (day: number, minute = 0) => new Date(Date.UTC(2026, 2, day, 12, minute));

/** @returns the tracking id */
async function order(by = client, parcels = 1, created = CREATED): Promise<string> {
  gateway.setTime(created);
  const shipments = Array.from({ length: parcels }, () => shipment());
  const { body } = await gateway.call(createOrder, { by, body: newOrder({ shipments }) });
  gateway.setTime(NOW);
  return body.results.tracking_id;
}

/** The label of a new order's only parcel. */
const parcel = async (by = client) => `${await order(by)}-1`;

const history = (label: string) =>
  gateway.owner<{ at: Date; recorded_at: Date; state: string; state_code: string | null; reason: string | null }>(
    `SELECT e.at, e.recorded_at, e.state, e.state_code, e.reason FROM shipment_events e
     JOIN shipments s ON s.id = e.shipment_id WHERE s.label = $1 ORDER BY e.at, e.recorded_at`,
    [label],
  );
const statesOf = async (label: string) => (await history(label)).map(({ state }) => state);
const row = async (label: string) =>
  (
    await gateway.owner<Record<string, unknown>>(
      `SELECT s.state, s.state_code, s.state_at, s.updated_at, s.return_requested_at, s.delivery_date::text,
         o.order_state, o.updated_at AS order_updated_at
       FROM shipments s JOIN orders o ON o.id = s.order_pk WHERE s.label = $1`,
      [label],
    )
  )[0];

describe('an event', () => {
  test('moves its parcel by a state’s text or by its code, and its order with it', async () => {
    const label = await parcel();
    const told = await provider.tell(
      parcelEvent(label, 'retirado', on(3)),
      parcelEvent(label, 'EN TRANSITO', on(4)),
      parcelEvent(label, 'En Curso', on(5)),
      parcelEvent(label, 'no_entregado', on(5, 30), { reason: 'Destinatario ausente' }),
    );
    expect(told).toEqual(['recorded', 'recorded', 'recorded', 'recorded']);
    expect(await row(label)).toMatchObject({
      state: 'No Entregado',
      state_code: 'no_entregado',
      state_at: on(5, 30),
      updated_at: NOW,
      order_state: 'Con Incidencia',
      order_updated_at: NOW,
    });
    const entries = await history(label);
    expect(entries.map(({ state, state_code }) => [state, state_code])).toEqual([
      ['Registrado', 'registrado'],
      ['Retirado', 'retirado'],
      ['EN TRANSITO', 'en_transito'],
      ['En Curso', 'en_curso'],
      ['No Entregado', 'no_entregado'],
    ]);
    expect(entries.at(-1)?.reason).toBe('Destinatario ausente');
  });

  test('of the delivery gives its day in Buenos Aires', async () => {
    const label = await parcel();
    await provider.tell(
      parcelEvent(label, 'retirado', on(3)),
      parcelEvent(label, 'en_curso', on(4)),
      parcelEvent(label, 'entregado', '2026-03-06T02:59:00Z'),
    );
    expect(await row(label)).toMatchObject({ order_state: 'Entregado', delivery_date: '2026-03-05' });
  });

  test('that comes late stands where it happened and leaves the parcel as it is', async () => {
    const label = await parcel();
    await provider.tell(parcelEvent(label, 'retirado', on(3)), parcelEvent(label, 'descargado', on(6)));
    expect(await provider.tell(parcelEvent(label, 'recibido_cd', on(4)))).toEqual(['recorded']);
    expect(await statesOf(label)).toEqual(['Registrado', 'Retirado', 'Recibido en CD', 'Descargado']);
    expect(await row(label)).toMatchObject({ state: 'Descargado', state_at: on(6) });
    expect(await provider.tell(parcelEvent(label, 'entregado', on(5)))).toEqual([
      'Llegó tarde y no encaja entre Recibido en CD y Descargado',
    ]);
  });

  test('may come in any order within a call, and results keep the call’s order', async () => {
    const label = await parcel();
    const events = [
      parcelEvent(label, 'entregado', on(9)),
      parcelEvent(label, 'devuelto', on(8)),
      parcelEvent(label, 'retirado', on(3)),
      parcelEvent(label, 'en_curso', on(5)),
    ];
    expect(await provider.tell(...events)).toEqual([
      'recorded',
      'No puede pasar de En Curso a Devuelto al Remitente',
      'recorded',
      'recorded',
    ]);
    expect(await statesOf(label)).toEqual(['Registrado', 'Retirado', 'En Curso', 'Entregado']);
  });

  test('of the same moment as another stays behind it, also over calls, and none is recorded at the same time', async () => {
    const label = await parcel();
    await provider.tell(parcelEvent(label, 'retirado', on(3)), parcelEvent(label, 'recibido_cd', on(3)));
    await provider.tell(parcelEvent(label, 'controlado', on(3)), parcelEvent(label, 'procesado', on(3)));
    expect(await statesOf(label)).toEqual(['Registrado', 'Retirado', 'Recibido en CD', 'Controlado', 'Procesado']);
    expect((await row(label))?.state).toBe('Procesado');
    const [{ rising } = { rising: false }] = await gateway.owner<{ rising: boolean }>(
      `SELECT bool_and(after) AS rising FROM (
         SELECT recorded_at > lag(recorded_at) OVER (ORDER BY at, recorded_at) AS after FROM shipment_events e
         JOIN shipments s ON s.id = e.shipment_id WHERE s.label = $1) t`,
      [label],
    );
    expect(rising).toBe(true);
  });

  test('of a state that we don’t know is kept as it is written, and anything may follow', async () => {
    const label = await parcel();
    const told = [parcelEvent(label, 'EN UN LUGAR NUEVO', on(3)), parcelEvent(label, 'en_curso', on(4))];
    expect(await provider.tell(told[0])).toEqual(['recorded']);
    expect(await row(label)).toMatchObject({ state: 'EN UN LUGAR NUEVO', state_code: null, order_state: 'En Curso' });
    expect(await provider.tell(told[1])).toEqual(['recorded']);
    expect((await row(label))?.state).toBe('En Curso');
  });

  test('that asks for a parcel back is remembered as such', async () => {
    const [returned, rescued] = [await parcel(), await parcel()];
    for (const label of [returned, rescued]) await provider.tell(parcelEvent(label, 'retirado', on(3)));
    await provider.tell(
      parcelEvent(returned, 'Devolución Solicitada', on(4)),
      parcelEvent(rescued, 'rescate_solicitado', on(5)),
    );
    expect((await row(returned))?.return_requested_at).toEqual(on(4));
    expect((await row(rescued))?.return_requested_at).toEqual(on(5));
  });

  test('of reverse logistics follows that direction', async () => {
    gateway.setTime(CREATED);
    // Orders of this mode come with their own screens; here one is made of another.
    const label = await parcel();
    await gateway.owner(
      `WITH s AS (UPDATE shipments SET delivery_mode = 4, state = 'Logística Inversa Registrada',
         state_code = 'li_registrada' WHERE label = $1 RETURNING id)
       UPDATE shipment_events SET state = 'Logística Inversa Registrada', state_code = 'li_registrada'
       WHERE shipment_id = (SELECT id FROM s)`,
      [label],
    );
    const told = await provider.tell(
      parcelEvent(label, 'retirado', on(3)),
      parcelEvent(label, 'transito_remitente', on(4)),
      parcelEvent(label, 'entregado', on(5)),
    );
    expect(told).toEqual(['recorded', 'recorded', 'recorded']);
  });
});

describe('an event is refused', () => {
  test('when its label names nothing, whether it looks like one or not', async () => {
    const tracking = await order();
    const labels = ['0000000000-1', 'nada', `${tracking}-2`, `${tracking}-0`, tracking];
    const told = await provider.tell(...labels.map((label) => parcelEvent(label, 'retirado', on(3))));
    expect(told).toEqual(labels.map(() => 'No existe ese envío'));
  });

  test('when it was before the parcel or will be', async () => {
    const label = await parcel();
    const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);
    expect(
      await provider.tell(
        parcelEvent(label, 'retirado', new Date(CREATED.getTime() - 1000)),
        parcelEvent(label, 'retirado', minutes(6)),
        parcelEvent(label, 'retirado', minutes(4)),
      ),
    ).toEqual(['La fecha es anterior a la creación del envío', 'La fecha está en el futuro', 'recorded']);
  });

  test('when its order isn’t paid', async () => {
    const label = await parcel(other);
    const told = await provider.tell(parcelEvent(label, 'registrado', on(3)), parcelEvent(label, 'CUALQUIERA', on(4)));
    expect(told).toEqual(['Falta pagar la orden', 'Falta pagar la orden']);
    expect(await statesOf(label)).toEqual(['Pendiente de Pago']);
  });

  test('after the end, whatever it is', async () => {
    const label = await parcel();
    await gateway.call(cancelShipment, { by: client, params: { id: label } });
    const later = new Date(NOW.getTime() + 60_000);
    expect(await provider.tell(parcelEvent(label, 'retirado', later), parcelEvent(label, 'cancelado', later))).toEqual([
      'El envío ya finalizó: Cancelado',
      'El envío ya finalizó: Cancelado',
    ]);
  });

  test('alone when it is wrong in itself, the others are taken', async () => {
    const label = await parcel();
    const wrong = [
      null,
      7,
      'x',
      [],
      {},
      parcelEvent(label, '', on(3)),
      parcelEvent(label, 'retirado', '2026-03-03 12:00'),
    ];
    const answer = await gateway.call(recordEvents, {
      headers: provider.headers,
      body: { events: [...wrong, parcelEvent(label, 'retirado', on(3))] as never },
    });
    const { recorded, refused, results } = answer.body;
    expect([recorded, refused]).toEqual([1, 7]);
    const missing = 'Falta event_id. Falta shipment_id. Falta state. Falta at';
    expect(results[4]).toEqual({ event_id: null, shipment_id: null, result: 'refused', reason: missing });
    expect(results[5]).toMatchObject({ shipment_id: label, result: 'refused', reason: 'Falta state' });
    expect(results[6]?.reason).toBe('La fecha no es válida');
    expect(results.every(({ result, reason }) => (result === 'refused') === (reason !== null && reason !== ''))).toBe(
      true,
    );
  });
});

describe('an event that is sent again', () => {
  test('is known and changes nothing, in another call or in the same', async () => {
    const label = await parcel();
    const event = parcelEvent(label, 'retirado', on(3), { reason: 'Sin novedad' });
    expect(await provider.tell(event, event)).toEqual(['recorded', 'repeated']);
    const before = await row(label);
    gateway.setTime(new Date(NOW.getTime() + 3_600_000));
    const again = { ...event, state: 'Retirado', at: '2026-03-03T09:00:00-03:00', shipment_id: label.toLowerCase() };
    expect(await provider.tell(again)).toEqual(['repeated']);
    expect(await row(label)).toEqual(before);
    expect(await statesOf(label)).toEqual(['Registrado', 'Retirado']);
  });

  test('with other content is refused', async () => {
    const [label, second] = [await parcel(), await parcel()];
    const event = parcelEvent(label, 'retirado', on(3));
    await provider.tell(event);
    const reason = 'Ese event_id ya se usó para otro evento';
    expect(
      await provider.tell(
        { ...event, state: 'recibido_cd' },
        { ...event, at: on(4).toISOString() },
        { ...event, reason: 'Otro motivo' },
        { ...event, shipment_id: second },
      ),
    ).toEqual([reason, reason, reason, reason]);
  });

  test('may be corrected under its id after it was refused', async () => {
    const label = await parcel();
    const event = parcelEvent(label, 'entregado', on(3));
    expect(await provider.tell(event)).toEqual(['No puede pasar de Registrado a Entregado']);
    expect(await provider.tell({ ...event, state: 'retirado' })).toEqual(['recorded']);
  });

  test('may have the id of another client’s event', async () => {
    const [mine, theirs] = [await parcel(), await parcel(await gateway.addClient())];
    const event = parcelEvent(mine, 'retirado', on(3));
    expect(await provider.tell(event, { ...event, shipment_id: theirs })).toEqual(['recorded', 'recorded']);
  });

  test('by ten calls at once is recorded once, whichever parcel they name', async () => {
    const labels = await Promise.all(Array.from({ length: 10 }, () => parcel()));
    const event = parcelEvent(labels[0] ?? '', 'retirado', on(3));
    const same = await Promise.all(labels.map(() => provider.tell(event)));
    expect(same.flat().sort()).toEqual(['recorded', ...labels.slice(1).map(() => 'repeated')]);
    const id = `one-of-ten-${labels[0]}`;
    const others = await Promise.all(
      labels.map((label) => provider.tell(parcelEvent(label, 'recibido_cd', on(5), { event_id: id }))),
    );
    const recorded = others.flat().filter((said) => said === 'recorded');
    expect(recorded.length).toBe(1);
  });

  test('that is scanned anew under another id is recorded again, without another state', async () => {
    const label = await parcel();
    const told = [3, 4, 5].map((day) => parcelEvent(label, 'retirado', on(day)));
    expect(await provider.tell(...told)).toEqual(['recorded', 'recorded', 'recorded']);
    expect(await statesOf(label)).toEqual(['Registrado', 'Retirado', 'Retirado', 'Retirado']);
    expect((await row(label))?.state).toBe('Retirado');
  });
});

describe('a call', () => {
  test('of a thousand events of many clients is answered one by one', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => gateway.addClient()));
    const labels = (
      await Promise.all(
        clients.map(async (by) => {
          const tracking = await order(by, 100);
          return Array.from({ length: 100 }, (_, n) => `${tracking}-${n + 1}`);
        }),
      )
    ).flat();
    const events = Array.from({ length: MAX_EVENTS }, (_, n) =>
      parcelEvent(
        labels[n % labels.length] ?? '',
        n < labels.length ? 'retirado' : 'recibido_cd',
        on(3 + Number(n >= labels.length)),
      ),
    );
    expect(new Set(await provider.tell(...events))).toEqual(new Set(['recorded']));
    expect(new Set(await provider.tell(...events))).toEqual(new Set(['repeated']));
    const codes = await gateway.owner(
      `SELECT state_code, count(*)::int AS n FROM shipments WHERE label = ANY($1) GROUP BY 1 ORDER BY 1`,
      [labels],
    );
    expect(codes).toEqual([
      { state_code: 'recibido_cd', n: 400 },
      { state_code: 'retirado', n: 200 },
    ]);
  });

  test('of none or of too many is refused', async () => {
    const ask = (events: unknown[]) =>
      gateway.call(recordEvents, { headers: provider.headers, body: { events: events as never } });
    expect((await ask([])).body.errors).toEqual([{ field: 'events', message: 'Enviá al menos un evento' }]);
    const many = Array.from({ length: MAX_EVENTS + 1 }, () => null);
    expect((await ask(many)).body.errors).toEqual([{ field: 'events', message: 'Hasta 1000 eventos por llamada' }]);
  });

  test('without the provider’s key is refused, a client’s session included', async () => {
    const label = await parcel();
    for (const asked of [{}, { by: client }, { headers: { 'x-api-key': 'ops_wrong' } }]) {
      const body = { events: [parcelEvent(label, 'retirado', on(3))] };
      expect((await gateway.call(recordEvents, { ...asked, body })).status).toBe(401);
    }
    expect(await statesOf(label)).toEqual(['Registrado']);
  });

  test('is documented with what an event is, although each is parsed by itself', () => {
    const schema = jsonSchema(recordEvents.body as never, 'input');
    expect(schema).toMatchObject({
      properties: { events: { items: { properties: { at: { type: 'string', format: 'date-time' } } } } },
    });
  });
});

test('the public history tells moved parcels in true order', async () => {
  const tracking = await order(client, 2);
  const { states_token } = (await gateway.call(readOrder, { by: client, params: { id: tracking } })).body.results;
  await provider.tell(parcelEvent(`${tracking}-2`, 'retirado', on(3)), parcelEvent(`${tracking}-2`, 'en_curso', on(6)));
  await provider.tell(
    parcelEvent(`${tracking}-2`, 'recibido_cd', on(4)),
    parcelEvent(`${tracking}-2`, 'no_entregado', on(7), { reason: 'Destinatario ausente' }),
  );
  const { body } = await gateway.call(publicStates, { params: { trackingId: tracking, token: states_token } });
  const at = (day: string, state: string, reason: string | null = null) => ({
    desde: `${day}/03/2026 09:00`,
    state,
    reason: reason && { description: reason },
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
])('at %s it is the right day in the history and in the counters', async (moment, since, day) => {
  const tracking = await order(client, 1, new Date('2026-02-20T12:00:00Z'));
  const { id, states_token } = (await gateway.call(readOrder, { by: client, params: { id: tracking } })).body.results;
  const counted = async () =>
    Number(
      (
        await gateway.owner<{ n: number }>(
          'SELECT coalesce(sum(n), 0) AS n FROM order_updated_counts WHERE client_id = $1 AND day = $2',
          [client.clientId, day],
        )
      )[0]?.n,
    );
  const before = await counted();
  gateway.setTime(new Date(moment));
  expect(await provider.tell(parcelEvent(`${tracking}-1`, 'retirado', moment))).toEqual(['recorded']);
  const { body } = await gateway.call(publicStates, { params: { trackingId: tracking, token: states_token } });
  expect(body.results.shippings[0]?.steps[0]?.states.at(-1)?.desde).toBe(since);
  expect(await counted()).toBe(before + 1);
  expect(await gateway.owner('SELECT updated_at FROM orders WHERE id = $1', [id])).toEqual([
    { updated_at: new Date(moment) },
  ]);
  expect(await miscounted(gateway.owner)).toEqual([]);
});
