import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { CREATED, NOW, on, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient({ prepago: true });
});
afterAll(() => world?.gateway.stop());
beforeEach(() => world.gateway.setTime(NOW));

const history = (label: string) =>
  world.gateway.owner<{ state: string; state_code: string | null; reason: string | null }>(
    `SELECT e.state, e.state_code, e.reason FROM shipment_events e
     JOIN shipments s ON s.id = e.shipment_id WHERE s.label = $1 ORDER BY e.at, e.recorded_at`,
    [label],
  );
const row = async (label: string) =>
  (
    await world.gateway.owner<Record<string, unknown>>(
      `SELECT s.state, s.state_code, s.state_at, s.updated_at, s.return_requested_at, s.delivery_date::text,
         o.order_state, o.updated_at AS order_updated_at
       FROM shipments s JOIN orders o ON o.id = s.order_pk WHERE s.label = $1`,
      [label],
    )
  )[0];

describe('an event', () => {
  test('with the labels of two companies moves neither shipment', async () => {
    const [mine, theirs] = [await world.shipment(client), await world.shipment(other)];
    const texts = [`${mine} http://x/${theirs}`, `http://x/${theirs} y ${mine}`, `http://x/${mine}/${theirs}`];
    const events = texts.map((text) => providerEvent(text.slice(-40), 'retirado', on(3)));
    expect(await world.provider.sendEvents(...events)).toEqual(events.map(() => 'No existe ese envío'));
    expect([await history(mine), await history(theirs)]).toMatchObject([[{}], [{}]]);
  });

  test('is answered with the label that was read in its text', async () => {
    const label = await world.shipment(client);
    const { body } = await world.gateway.call(recordEvents, {
      headers: world.provider.headers,
      body: { events: [providerEvent(`Etiqueta: ${label.toLowerCase()} v2.`, 'retirado', on(3))] as never },
    });
    expect(body.results).toMatchObject([{ shipment_id: label, result: 'recorded' }]);
  });

  test('moves its shipment by a state’s text or code, and updates the order', async () => {
    const label = await world.shipment(client);
    const outcomes = await world.provider.sendEvents(
      providerEvent(label, 'retirado', on(3)),
      providerEvent(label, 'EN TRANSITO', on(4)),
      providerEvent(label, 'En Curso', on(5)),
      providerEvent(label, 'no_entregado', on(5, 30), { reason: 'Destinatario ausente' }),
    );
    expect(outcomes).toEqual(['recorded', 'recorded', 'recorded', 'recorded']);
    expect(await row(label)).toMatchObject({
      state: 'No Entregado',
      state_code: 'no_entregado',
      state_at: on(5, 30),
      updated_at: NOW,
      order_state: 'con_incidencia',
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

  test('of a delivery sets the delivery date in Buenos Aires', async () => {
    const label = await world.shipment(client);
    await world.provider.sendEvents(
      providerEvent(label, 'retirado', on(3)),
      providerEvent(label, 'en_curso', on(4)),
      providerEvent(label, 'entregado', '2026-03-06T02:59:00Z'),
    );
    expect(await row(label)).toMatchObject({ order_state: 'entregado', delivery_date: '2026-03-05' });
  });

  test('that arrives late is inserted at its time and doesn’t change the shipment’s state', async () => {
    const label = await world.shipment(client);
    await world.provider.sendEvents(providerEvent(label, 'retirado', on(3)), providerEvent(label, 'descargado', on(6)));
    expect(await world.provider.sendEvents(providerEvent(label, 'recibido_cd', on(4)))).toEqual(['recorded']);
    expect(await world.statesOf(label)).toEqual(['Registrado', 'Retirado', 'Recibido en CD', 'Descargado']);
    expect(await row(label)).toMatchObject({ state: 'Descargado', state_at: on(6) });
    expect(await world.provider.sendEvents(providerEvent(label, 'entregado', on(5)))).toEqual([
      'Llegó tarde y no encaja entre Recibido en CD y Descargado',
    ]);
  });

  test('may come in any sequence within a call, and the results keep that sequence', async () => {
    const label = await world.shipment(client);
    const events = [
      providerEvent(label, 'entregado', on(9)),
      providerEvent(label, 'devuelto', on(8)),
      providerEvent(label, 'retirado', on(3)),
      providerEvent(label, 'en_curso', on(5)),
    ];
    expect(await world.provider.sendEvents(...events)).toEqual([
      'recorded',
      'No puede pasar de En Curso a Devuelto al Remitente',
      'recorded',
      'recorded',
    ]);
    expect(await world.statesOf(label)).toEqual(['Registrado', 'Retirado', 'En Curso', 'Entregado']);
  });

  test('of the same time as another stays after it, also across calls, with a distinct recording time', async () => {
    const label = await world.shipment(client);
    await world.provider.sendEvents(
      providerEvent(label, 'retirado', on(3)),
      providerEvent(label, 'recibido_cd', on(3)),
    );
    await world.provider.sendEvents(
      providerEvent(label, 'controlado', on(3)),
      providerEvent(label, 'procesado', on(3)),
    );
    expect(await world.statesOf(label)).toEqual([
      'Registrado',
      'Retirado',
      'Recibido en CD',
      'Controlado',
      'Procesado',
    ]);
    expect((await row(label))?.state).toBe('Procesado');
    const [{ rising } = { rising: false }] = await world.gateway.owner<{ rising: boolean }>(
      `SELECT bool_and(after) AS rising FROM (
         SELECT recorded_at > lag(recorded_at) OVER (ORDER BY at, recorded_at) AS after FROM shipment_events e
         JOIN shipments s ON s.id = e.shipment_id WHERE s.label = $1) t`,
      [label],
    );
    expect(rising).toBe(true);
  });

  test('of an unknown state is stored as received, and any state may follow', async () => {
    const label = await world.shipment(client);
    const events = [providerEvent(label, 'EN UN LUGAR NUEVO', on(3)), providerEvent(label, 'en_curso', on(4))];
    expect(await world.provider.sendEvents(events[0])).toEqual(['recorded']);
    expect(await row(label)).toMatchObject({ state: 'EN UN LUGAR NUEVO', state_code: null, order_state: 'en_curso' });
    expect(await world.provider.sendEvents(events[1])).toEqual(['recorded']);
    expect((await row(label))?.state).toBe('En Curso');
  });

  test('that requests a return is stored as a return request', async () => {
    const [returned, rescued] = [await world.shipment(client), await world.shipment(client)];
    for (const label of [returned, rescued]) await world.provider.sendEvents(providerEvent(label, 'retirado', on(3)));
    await world.provider.sendEvents(
      providerEvent(returned, 'Devolución Solicitada', on(4)),
      providerEvent(rescued, 'rescate_solicitado', on(5)),
    );
    expect((await row(returned))?.return_requested_at).toEqual(on(4));
    expect((await row(rescued))?.return_requested_at).toEqual(on(5));
  });

  test('of reverse logistics follows the transitions of that mode', async () => {
    world.gateway.setTime(CREATED);
    // Turns an order of another mode into a reverse order.
    const label = await world.shipment(client);
    await world.gateway.owner(
      `WITH s AS (UPDATE shipments SET delivery_mode = 4, state = 'Logística Inversa Registrada',
         state_code = 'li_registrada' WHERE label = $1 RETURNING id)
       UPDATE shipment_events SET state = 'Logística Inversa Registrada', state_code = 'li_registrada'
       WHERE shipment_id = (SELECT id FROM s)`,
      [label],
    );
    const outcomes = await world.provider.sendEvents(
      providerEvent(label, 'retirado', on(3)),
      providerEvent(label, 'transito_remitente', on(4)),
      providerEvent(label, 'entregado', on(5)),
    );
    expect(outcomes).toEqual(['recorded', 'recorded', 'recorded']);
  });
});

describe('an event is refused', () => {
  test('if its label is unknown or malformed', async () => {
    const { tracking_id: tracking } = await world.order(client);
    const labels = ['0000000000-1', 'nada', `${tracking}-2`, `${tracking}-0`, tracking];
    const outcomes = await world.provider.sendEvents(...labels.map((label) => providerEvent(label, 'retirado', on(3))));
    expect(outcomes).toEqual(labels.map(() => 'No existe ese envío'));
  });

  test('if its time is before the shipment’s creation or in the future', async () => {
    const label = await world.shipment(client);
    const minutes = (n: number) => new Date(NOW.getTime() + n * MINUTE_MS);
    expect(
      await world.provider.sendEvents(
        providerEvent(label, 'retirado', new Date(CREATED.getTime() - 1000)),
        providerEvent(label, 'retirado', minutes(6)),
        providerEvent(label, 'retirado', minutes(4)),
      ),
    ).toEqual(['La fecha es anterior a la creación del envío', 'La fecha está en el futuro', 'recorded']);
  });

  test('if its order isn’t paid', async () => {
    const label = await world.shipment(other);
    const outcomes = await world.provider.sendEvents(
      providerEvent(label, 'registrado', on(3)),
      providerEvent(label, 'CUALQUIERA', on(4)),
    );
    expect(outcomes).toEqual(['Falta pagar la orden', 'Falta pagar la orden']);
    expect(await world.statesOf(label)).toEqual(['Pendiente de Pago']);
  });

  test('if the shipment is in a final state', async () => {
    const label = await world.shipment(client);
    await world.gateway.call(cancelShipment, { by: client, params: { id: label } });
    const later = new Date(NOW.getTime() + MINUTE_MS);
    expect(
      await world.provider.sendEvents(
        providerEvent(label, 'retirado', later),
        providerEvent(label, 'cancelado', later),
      ),
    ).toEqual(['El envío ya finalizó: Cancelado', 'El envío ya finalizó: Cancelado']);
  });

  test('if it is invalid, while the other events are recorded', async () => {
    const label = await world.shipment(client);
    const wrong = [
      null,
      7,
      'x',
      [],
      {},
      providerEvent(label, '', on(3)),
      providerEvent(label, 'retirado', '2026-03-03 12:00'),
    ];
    const answer = await world.gateway.call(recordEvents, {
      headers: world.provider.headers,
      body: { events: [...wrong, providerEvent(label, 'retirado', on(3))] as never },
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
