import { describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { decideModification, listModifications, readModification } from '#shared/orders/staff-modifications.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import {
  client,
  collected,
  decide,
  detail,
  edit,
  other,
  receiverOf,
  setUpModificationTests,
  waiting,
  world,
} from '#test/fixtures/modification-fixture.ts';
import { NOW } from '#test/fixtures/shipment-fixture.ts';

setUpModificationTests();

describe('once a shipment is collected', () => {
  test('a change waits for the provider, and no other change can be requested meanwhile', async () => {
    const { id, order_id, tracking_id } = await collected();
    const before = await receiverOf(tracking_id);
    const { body } = await edit(tracking_id, { address_street_number: '1300', receiver_phone: '1155556666' });
    expect(body).toMatchObject({
      message: `La modificación de la orden ${order_id} quedó pendiente de aprobación`,
      results: { state: 'Pendiente' },
    });
    expect(await receiverOf(tracking_id)).toEqual(before);
    const shown = await detail(tracking_id);
    expect(shown).toMatchObject({ last_modification_incidence_state: 'Pendiente', can_request_edit: false });
    const again = await edit(tracking_id, { address_street_number: '1400' });
    expect([again.status, again.body.message]).toEqual([422, 'Ya hay una modificación pendiente de aprobación']);
    expect((await waiting()).find((request) => request.id === body.results.id)).toEqual({
      client_id: client.clientId,
      id: body.results.id,
      order_id,
      tracking_id,
      state: 'Pendiente',
      changes: [
        { field: 'receiver_phone', before: '11 4444-5555', after: '1155556666' },
        { field: 'address_street_number', before: '1234', after: '1300' },
      ],
      cost_before: shown.rate_value,
      cost_after: shown.rate_value,
      reason: null,
      requested_at: '2026-03-20T09:00:00-03:00',
      decided_at: null,
    });
    const [row] = await world.gateway.owner('SELECT updated_at FROM orders WHERE id = $1', [id]);
    expect(row).toEqual({ updated_at: NOW });
  });

  test('an approval applies the change, including province and counters', async () => {
    const { id, tracking_id } = await collected();
    const { body } = await edit(tracking_id, {
      address_state: 'Salta',
      address_zip_code: '4400',
      address_city: 'Salta',
    });
    world.gateway.setTime(new Date('2026-03-21T12:00:00Z'));
    const decided = await decide(client.clientId, body.results.id, { approved: true });
    expect(decided.status).toBe(200);
    expect(decided.body.results).toMatchObject({ state: 'Aprobado', decided_at: '2026-03-21T09:00:00-03:00' });
    expect(await receiverOf(tracking_id)).toMatchObject({ address_city: 'Salta', address_state: 'Salta' });
    expect(await detail(tracking_id)).toMatchObject({
      last_modification_incidence_state: 'Aprobado',
      can_request_edit: true,
    });
    const [row] = await world.gateway.owner(
      `SELECT o.province, o.updated_at, m.decided_by IS NOT NULL AS signed FROM orders o
       JOIN modification_requests m ON m.order_pk = o.id WHERE o.id = $1`,
      [id],
    );
    expect(row).toEqual({ province: 'A', updated_at: new Date('2026-03-21T12:00:00Z'), signed: true });
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
  });

  test('a rejection changes nothing, and the change can be requested again', async () => {
    const { tracking_id } = await collected();
    const before = await receiverOf(tracking_id);
    const { body } = await edit(tracking_id);
    const silent = await decide(client.clientId, body.results.id, { approved: false, reason: ' ' });
    expect([silent.status, silent.body.errors]).toEqual([
      422,
      [{ field: 'reason', message: 'Escribí el motivo del rechazo' }],
    ]);
    const decided = await decide(client.clientId, body.results.id, { approved: false, reason: 'Ya está en reparto' });
    expect(decided.body.results).toMatchObject({ state: 'Rechazado', reason: 'Ya está en reparto' });
    expect(await receiverOf(tracking_id)).toEqual(before);
    expect(await detail(tracking_id)).toMatchObject({
      last_modification_incidence_state: 'Rechazado',
      can_request_edit: true,
    });
    expect((await edit(tracking_id)).body.results.state).toBe('Pendiente');
  });

  test('a request is decided once, even by two people at the same time', async () => {
    const { tracking_id } = await collected();
    const { body } = await edit(tracking_id);
    const answers = await Promise.all([
      decide(client.clientId, body.results.id, { approved: true }),
      decide(client.clientId, body.results.id, { approved: false, reason: 'No' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await decide(client.clientId, body.results.id, { approved: true });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(/^Esta modificación ya fue decidida: (Aprobado|Rechazado)$/);
  });

  test('a request whose order has ended can only be rejected', async () => {
    const { tracking_id, labels } = await collected();
    const { body } = await edit(tracking_id);
    const params = { clientId: client.clientId, id: body.results.id };
    const refusal = async () =>
      (await world.gateway.call(readModification, { headers: world.provider.headers, params })).body.results
        .approval_refusal;
    expect(await refusal()).toBeNull();
    await world.provider.sendEvents(...labels.map((label) => providerEvent(label, 'extraviado', NOW)));
    expect(await refusal()).toBe('No se puede editar: los envíos de la orden ya finalizaron');
    const approved = await decide(client.clientId, body.results.id, { approved: true });
    expect([approved.status, approved.body.message]).toEqual([
      422,
      'No se puede editar: los envíos de la orden ya finalizaron',
    ]);
    expect((await decide(client.clientId, body.results.id, { approved: false, reason: 'Se perdió' })).status).toBe(200);
    expect(await refusal()).toBeNull();
  });

  test('a request with another client’s id is not found', async () => {
    const { tracking_id } = await collected();
    const { body } = await edit(tracking_id);
    for (const id of [other.clientId, 1, 999_999_999_999]) {
      expect((await decide(id, body.results.id, { approved: true })).status).toBe(404);
    }
    expect((await decide(client.clientId, 1, { approved: true })).status).toBe(404);
    expect((await detail(tracking_id)).last_modification_incidence_state).toBe('Pendiente');
  });
});

describe('the provider’s list', () => {
  test('contains the requests of all clients, oldest first, and can be filtered by state and client', async () => {
    const [mine, theirs] = [await collected(), await collected(other)];
    const first = (await edit(mine.tracking_id)).body.results.id;
    world.gateway.setTime(new Date('2026-03-20T12:00:01Z'));
    const second = (await edit(theirs.tracking_id, {}, other)).body.results.id;
    const ids = (await waiting()).map(({ id }) => id).filter((id) => id === first || id === second);
    expect(ids).toEqual([first, second]);
    expect((await waiting({ client: String(other.clientId) })).map(({ id }) => id)).toEqual([second]);
    expect((await waiting({ client: 'tienda' })).length).toBeGreaterThan(1);
    expect(await waiting({ client: 'nadie' })).toEqual([]);
    expect((await waiting({ state: 'aprobado' })).every(({ state }) => state === 'Aprobado')).toBe(true);
    expect(await waiting({ state: 'otro' })).toEqual([]);
  });

  test('needs a provider key', async () => {
    for (const asked of [{}, { by: client }, { headers: { 'x-api-key': 'ops_wrong' } }]) {
      expect((await world.gateway.call(listModifications, asked)).status).toBe(401);
      const decision = { params: { clientId: client.clientId, id: 1 }, body: { approved: true } };
      expect((await world.gateway.call(decideModification, { ...asked, ...decision })).status).toBe(401);
    }
  });
});
