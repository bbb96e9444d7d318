import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { publicStates } from '#shared/orders/shipments.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { DELIVERED, startCorrections } from '#test/fixtures/correction-fixture.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { on } from '#test/fixtures/shipment-fixture.ts';

type Fixture = Awaited<ReturnType<typeof startCorrections>>;

let fixture: Fixture;
let client: TestClient;
beforeAll(async () => {
  fixture = await startCorrections();
});
beforeEach(async () => {
  fixture.gateway.setTime(on(2));
  client = await fixture.gateway.addClient({ logistica_inversa: true });
});
afterAll(() => fixture?.gateway.stop());

const shipment = (states: string[], changes: Record<string, unknown> = {}, by = client) =>
  fixture.shipment(by, states, changes);
const send: Fixture['send'] = (...sent) => fixture.send(...sent);
const correct: Fixture['correct'] = (...correction) => fixture.correct(...correction);
const history: Fixture['history'] = (label) => fixture.history(label);
const order = async (id: number) =>
  (await fixture.gateway.call(readOrder, { by: client, params: { id: String(id) } })).body.results;
const expectRecounted = () => fixture.expectRecounted(client);

describe('a wrong delivery', () => {
  test('is superseded by the state before it; both stay in the history, and everything else is as before it', async () => {
    const { label, id, last } = await shipment(DELIVERED);
    expect(await order(id)).toMatchObject({ order_state: { name: 'Entregado' }, can_request_edit: false });
    const { status, body } = await correct(label, last);
    expect([status, body.message, body.results.state]).toEqual([200, 'El evento se corrigió', 'En Curso']);
    expect((await history(label)).map((one) => [one.state, one.superseded, one.correction])).toEqual([
      ['Registrado', false, null],
      ['Retirado', false, null],
      ['En Curso', false, null],
      ['Entregado', true, null],
      [
        'En Curso',
        false,
        {
          corrects: last,
          by: expect.any(String),
          at: '2026-03-20T09:00:00-03:00',
          reason: 'Escaneo equivocado',
        },
      ],
    ]);
    const after = await order(id);
    expect(after).toMatchObject({ order_state: { name: 'En Curso' }, can_request_edit: true });
    expect(after.shippings[0]).toMatchObject({ state: 'En Curso' });
    const [row] = await fixture.gateway.owner(
      'SELECT delivery_date, return_requested_at FROM shipments WHERE label = $1',
      [label],
    );
    expect(row).toEqual({ delivery_date: null, return_requested_at: null });
    await expectRecounted();
    // The shipment goes on as usual.
    const event = providerEvent(label, 'entregado', on(8));
    expect((await fixture.staff(recordEvents, { body: { events: [event] } })).body.recorded).toBe(1);
    expect(await order(id)).toMatchObject({ order_state: { name: 'Entregado' } });
    await expectRecounted();
  });

  test('is superseded by another state, with its time and reason', async () => {
    const { label, id, last } = await shipment(DELIVERED);
    const { body } = await correct(label, last, {
      state: 'No Entregado',
      at: on(6).toISOString(),
      reason: 'Destinatario ausente',
    });
    expect(body.results.history.at(-1)).toMatchObject({
      at: '2026-03-06T09:00:00-03:00',
      state: 'No Entregado',
      reason: 'Destinatario ausente',
    });
    expect(await order(id)).toMatchObject({ order_state: { name: 'Con Incidencia' } });
    await expectRecounted();
  });

  test('is marked for the sender and the buyer, without the internal reason', async () => {
    const { label, id, last } = await shipment(DELIVERED);
    await correct(label, last);
    const { tracking_id, states_token } = await order(id);
    const { body } = await fixture.gateway.call(publicStates, {
      params: { trackingId: tracking_id, token: states_token ?? '' },
    });
    expect(body.results.shippings[0]?.steps.map(({ name, states }) => [name, states])).toEqual([
      [
        'Ingreso',
        [
          expect.objectContaining({ state: 'Registrado', corrected: null }),
          expect.objectContaining({ state: 'Retirado' }),
        ],
      ],
      [
        'Entrega',
        [
          expect.objectContaining({ state: 'En Curso', corrected: null }),
          expect.objectContaining({ state: 'Entregado', corrected: '20/03/2026 09:00' }),
          expect.objectContaining({ state: 'En Curso', corrected: null }),
        ],
      ],
    ]);
    expect(JSON.stringify(body)).not.toContain('Escaneo');
    Object.assign(fixture.gateway.deps.config, { STRICT_CONTRACT: true });
    const params = { trackingId: tracking_id, token: states_token ?? '' };
    const specified = (await fixture.gateway.call(publicStates, { params })).body.results;
    Object.assign(fixture.gateway.deps.config, { STRICT_CONTRACT: false });
    expect(JSON.stringify(specified)).not.toContain('Entregado');
  });
});

describe('a correction', () => {
  test('is idempotent, and another one comes too late', async () => {
    const { label, last } = await shipment(DELIVERED);
    const fixed = { event_id: 'fixed-once', state: 'en_curso' };
    expect((await correct(label, last, fixed)).body.message).toBe('El evento se corrigió');
    const again = await correct(label, last, fixed);
    expect([again.status, again.body.message]).toEqual([200, 'El evento ya estaba corregido así']);
    for (const different of [{ state: 'no_entregado' }, { correction_reason: 'Otro' }, { reason: 'Otro' }]) {
      const { status, body } = await correct(label, last, { ...fixed, ...different });
      expect([status, body.message]).toEqual([409, 'Ese event_id ya se usó para otro evento']);
    }
    const late = await correct(label, last, { state: 'en_curso' });
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^Ese evento ya lo corrigió ./)]);
    expect(await history(label)).toHaveLength(5);
    // The wrong event may be sent again, and stays superseded.
    const repeated = providerEvent(label, 'entregado', on(5), { event_id: last });
    expect((await fixture.staff(recordEvents, { body: { events: [repeated] } })).body.repeated).toBe(1);
  });

  test('of two people at once the first wins', async () => {
    for (let round = 0; round < 50; round++) {
      const { label, last } = await shipment(DELIVERED);
      const replies = await Promise.all([correct(label, last), correct(label, last, { state: 'no_entregado' })]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await history(label)).filter(({ correction }) => correction !== null)).toHaveLength(1);
    }
    await expectRecounted();
  });

  test('and a concurrent event leave a consistent history', async () => {
    for (let round = 0; round < 50; round++) {
      const { label, last } = await shipment(DELIVERED);
      const event = providerEvent(label, 'no_entregado', on(7));
      await Promise.all([correct(label, last), fixture.staff(recordEvents, { body: { events: [event] } })]);
    }
    await expectRecounted();
  });

  test('can be corrected itself', async () => {
    const { label, last } = await shipment(DELIVERED);
    await correct(label, last, { event_id: 'second-thoughts', state: 'no_entregado' });
    const { body } = await correct(label, 'second-thoughts', { state: 'entregado' });
    expect(body.results.state).toBe('Entregado');
    expect(body.results.history.map(({ superseded }) => superseded)).toEqual([false, false, false, true, true, false]);
    await expectRecounted();
  });

  test('in the middle of a history must fit its neighbours', async () => {
    const { label, ids } = await shipment(DELIVERED);
    const [, middle = ''] = ids;
    const refused = await correct(label, middle);
    expect([refused.status, refused.body.message]).toEqual([422, 'No encaja entre Retirado y Entregado']);
    expect((await correct(label, middle, { state: 'notificado' })).status).toBe(200);
    await expectRecounted();
  });

  test('to the second of the creation is repeated without an error', async () => {
    const created = new Date(on(2).getTime() + 500);
    fixture.gateway.setTime(created);
    const { body } = await fixture.gateway.call(createOrder, { by: client, body: newOrder() });
    const label = `${body.results.tracking_id}-1`;
    fixture.gateway.setTime(on(20));
    const [wrong = ''] = await send(label, 'retirado');
    const changes = { event_id: `segundo-${label}`, state: 'retirado', at: on(2).toISOString() };
    expect((await correct(label, wrong, changes)).status).toBe(200);
    expect((await correct(label, wrong, changes)).status).toBe(200);
    expect((await correct(label, wrong, { ...changes, at: on(3).toISOString() })).status).toBe(409);
    expect((await history(label)).filter(({ state }) => state === 'Retirado')).toHaveLength(2);
  });

  test('may only move away if its neighbours follow each other without it', async () => {
    const later = { at: on(9).toISOString(), state: 'en_curso' };
    const stuck = await shipment(['retirado', 'disponible_retiro', 'redespacho', 'en_transito']);
    const refused = await correct(stuck.label, stuck.ids[1] ?? '', later);
    const reason = 'Sin ese evento el envío no puede pasar de Retirado a Redespacho';
    expect([refused.status, refused.body.message]).toEqual([422, reason]);
    const free = await shipment(['retirado', 'en_curso', 'notificado']);
    expect((await correct(free.label, free.ids[1] ?? '', later)).status).toBe(200);
    expect((await history(free.label)).at(-1)?.state).toBe('En Curso');
    await expectRecounted();
  });

  test('restores the state that a return request followed, and permits another request', async () => {
    const { label, last } = await shipment(['retirado', 'devolucion_solicitada']);
    await correct(label, last);
    const [row] = await fixture.gateway.owner<{ can_return: boolean }>(
      'SELECT can_return FROM shipments WHERE label = $1',
      [label],
    );
    expect(row?.can_return).toBe(true);
    await expectRecounted();
  });

  test('names a known state, unless an unknown one is accepted', async () => {
    const { label, last } = await shipment(DELIVERED);
    const { status, body } = await correct(label, last, { state: 'No Entergado' });
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: 'state',
          message:
            'El estado «No Entergado» no existe. ¿Quisiste decir «No Entregado»? Para registrarlo igual, enviá accept_unknown',
        },
      ],
    ]);
    expect((await correct(label, last, { state: 'No Entergado', accept_unknown: true })).body.results.state).toBe(
      'No Entergado',
    );
  });

  test('needs a shipment, an event of the provider, another content and a reason', async () => {
    const { label, last } = await shipment(DELIVERED);
    const other = await shipment(DELIVERED);
    expect((await correct('00000000000-1', last)).status).toBe(404);
    for (const unknown of [other.last, 'x'])
      expect(await correct(label, unknown)).toMatchObject({
        status: 404,
        body: { message: 'El envío no tiene ese evento. Sólo se corrigen los que informó el proveedor' },
      });
    const same = await correct(label, last, { state: 'entregado' });
    expect([same.status, same.body.message]).toEqual([422, 'La corrección es igual al evento']);
    const { body } = await correct(label, last, { event_id: '', correction_reason: ' ' });
    expect(body.errors).toEqual([
      { field: 'event_id', message: 'Falta event_id' },
      { field: 'correction_reason', message: 'Falta correction_reason' },
    ]);
    const own = (await history(label)).find(({ event_id }) => event_id !== null && event_id !== last);
    expect((await correct(label, last, { event_id: own?.event_id ?? '' })).status).toBe(409);
  });

  test('changes only its own client’s shipment, even with equal ids of events', async () => {
    const otherClient = await fixture.gateway.addClient();
    const [mine, theirs] = [await shipment([]), await shipment([], {}, otherClient)];
    for (const { label } of [mine, theirs]) {
      const events = DELIVERED.map((state, n) => providerEvent(label, state, on(3 + n), { event_id: `same-${n}` }));
      expect((await fixture.staff(recordEvents, { body: { events } })).body.recorded).toBe(3);
    }
    expect((await correct(mine.label, 'same-2')).body.results.state).toBe('En Curso');
    expect((await history(theirs.label)).at(-1)).toMatchObject({ state: 'Entregado', superseded: false });
    await expectRecounted();
  });
});
