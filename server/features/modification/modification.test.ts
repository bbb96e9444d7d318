import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { orderRoutes } from '#server/features/order/order.routes.ts';
import { shipmentRoutes } from '#server/features/shipment/shipment.routes.ts';
import { requestModification } from '#shared/modifications.ts';
import { decideModification, listModifications } from '#shared/ops/modifications.ts';
import { cancelOrder, listOrders, readOrder } from '#shared/orders.ts';
import { cancelShipment } from '#shared/shipments.ts';
import { orderEdit } from '#test/order-factory.ts';
import { parcelEvent } from '#test/provider-client.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/shipment-fixture.ts';
import type { TestClient } from '#test/test-gateway.ts';
import { modificationRoutes } from './modification.routes.ts';

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, modificationRoutes]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

const order = async (by = client, changes: Record<string, unknown> = {}) => {
  const { labels, ...made } = await world.order(by, 2, changes);
  return { ...made, labels, label: labels[0] ?? '' };
};

async function collected(by = client) {
  const made = await order(by);
  await world.provider.tell(parcelEvent(made.label, 'retirado', NOW));
  return made;
}

const edit = (id: string, changes: Record<string, unknown> = {}, by = client) =>
  world.gateway.call(requestModification, { by, params: { id }, body: orderEdit(changes) as never });
const detail = async (id: string) => (await world.gateway.call(readOrder, { by: client, params: { id } })).body.results;
const receiverOf = async (id: string) => (await detail(id)).shippings[0]?.receiver;
const decide = (clientId: number, id: number, body: object) =>
  world.gateway.call(decideModification, { headers: world.provider.headers, params: { clientId, id }, body });
const waiting = async (filter: Record<string, string> = {}) =>
  (await world.gateway.call(listModifications, { headers: world.provider.headers, query: { limit: 1000, filter } }))
    .body.results;

describe('while nothing is collected', () => {
  test('a change applies at once, has the state Aprobado and moves the order up in the list', async () => {
    const { id, order_id, tracking_id } = await order();
    const before = await detail(tracking_id);
    const { status, body } = await edit(tracking_id, {
      receiver_name: 'Lucía Paz',
      receiver_phone: '+54 351 555-1234',
      email: 'lucia@example.com',
      address_street_name: 'Colón',
      address_street_number: 'S/N',
      address_zip_code: '5000',
      address_city: 'Córdoba',
      address_state: 'cordoba',
      address_neighborhood_name: 'Centro',
      address_floor: '2',
      address_apartment: 'B',
      address_other_info: 'Timbre roto',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: `La orden ${order_id} se modificó correctamente`,
      results: { state: 'Aprobado' },
    });
    const after = await detail(tracking_id);
    expect(after.last_modification_incidence_state).toBe('Aprobado');
    expect(after.rate_value).toBeGreaterThan(before.rate_value);
    expect(after.can_request_edit).toBe(true);
    expect(await receiverOf(tracking_id)).toEqual({
      ...before.shippings[0]?.receiver,
      receiver_name: 'Lucía Paz',
      address_between_1: '',
      receiver_phone: '+54 351 555-1234',
      email: 'lucia@example.com',
      address_street_name: 'Colón',
      address_street_number: 'S/N',
      address_zip_code: '5000',
      address_city: 'Córdoba',
      address_state: 'cordoba',
      address_neighborhood_name: 'Centro',
      address_floor: '2',
      address_apartment: 'B',
      address_other_info: 'Timbre roto',
    });
    const [row] = await world.gateway.owner('SELECT province, updated_at FROM orders WHERE id = $1', [id]);
    expect(row).toEqual({ province: 'X', updated_at: NOW });
    const provinces = await world.gateway.owner('SELECT DISTINCT province FROM shipments WHERE order_pk = $1', [id]);
    expect(provinces).toEqual([{ province: 'X' }]);
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
    const found = await world.gateway.call(listOrders, { by: client, query: { filter: { client: 'lucia paz' } } });
    expect(found.body.results.map((one) => one.tracking_id)).toContain(tracking_id);
  });

  test('a province that doesn’t match the postal code is refused; a stored mismatch doesn’t block other changes', async () => {
    const { id, tracking_id } = await order();
    const { status, body } = await edit(tracking_id, { address_zip_code: '9410' });
    const message = 'El código postal 9410 es de Tierra del Fuego';
    expect([status, body.errors]).toEqual([422, [{ field: 'receiver.address_state', message }]]);
    await world.gateway.owner(`UPDATE orders SET zip_code = '9410' WHERE id = $1`, [id]);
    const other = { address_zip_code: '9410', receiver_phone: '1155556666' };
    expect((await edit(tracking_id, other)).status).toBe(200);
  });

  test('a province that is sent as a code is stored by its name, in order and request', async () => {
    const { id, tracking_id } = await order();
    await edit(tracking_id, { address_zip_code: '9400', address_state: 'ar-z' });
    expect((await receiverOf(tracking_id))?.address_state).toBe('Santa Cruz');
    const requests = await world.gateway.owner(
      `SELECT after->>'address_state' AS state FROM modification_requests WHERE order_pk = $1`,
      [id],
    );
    expect(requests).toEqual([{ state: 'Santa Cruz' }]);
  });

  test('given coordinates are stored; a new location without coordinates clears them', async () => {
    const { id, tracking_id } = await order();
    const coordinates = async () =>
      (await world.gateway.owner('SELECT longitude, latitude FROM orders WHERE id = $1', [id]))[0];
    await edit(tracking_id, { address_longitude: -58.3816, address_latitude: '-34.6037' });
    expect(await coordinates()).toEqual({ longitude: -58.3816, latitude: -34.6037 });
    await edit(tracking_id, { receiver_phone: '1155556666' });
    expect(await coordinates()).toEqual({ longitude: -58.3816, latitude: -34.6037 });
    await edit(tracking_id, { address_street_number: '99' });
    expect(await coordinates()).toEqual({ longitude: null, latitude: null });
  });

  test('a request without a change is refused', async () => {
    const { tracking_id } = await order();
    const { status, body } = await edit(tracking_id, { address_street_number: '1234' });
    expect([status, body.message]).toEqual([422, 'No hay cambios para guardar']);
    expect((await detail(tracking_id)).last_modification_incidence_state).toBeNull();
  });

  test.each([
    ['receiver_name', '', 'Este dato es obligatorio'],
    ['email', 'nadie', 'El email es inválido'],
    ['receiver_phone', '123456', 'El número es muy corto'],
    ['receiver_phone', 'abcdefgh', 'El número de teléfono no es válido'],
    ['address_street_number', '0', 'El número es inválido'],
    ['address_zip_code', 'x', 'El código postal no es válido'],
    ['address_state', 'Narnia', 'Elegí una provincia de la lista'],
    ['address_latitude', '91', 'El valor no es válido'],
  ])('%s as %j is a field error', async (field, value, message) => {
    const { tracking_id } = await order();
    const { status, body } = await edit(tracking_id, { [field]: value });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field: `receiver.${field}`, message }]);
  });

  test('another client’s order is not found', async () => {
    const { id, tracking_id } = await order(other);
    for (const foreign of [tracking_id, String(id)]) expect((await edit(foreign)).status).toBe(404);
  });

  test('a cancelled order can’t be changed', async () => {
    const { tracking_id } = await order();
    await world.gateway.call(cancelOrder, { by: client, params: { id: tracking_id } });
    const { status, body } = await edit(tracking_id);
    expect([status, body.message]).toEqual([422, 'No se puede editar: la orden está cancelada']);
  });
});

describe('an order with some final shipments', () => {
  const salta = { address_state: 'Salta', address_zip_code: '4400', address_city: 'Salta' };
  const provinces = async (id: number) =>
    (
      await world.gateway.owner<{ province: string }>('SELECT province FROM shipments WHERE order_pk = $1 ORDER BY n', [
        id,
      ])
    ).map(({ province }) => province);

  test('can be edited, and only its other shipments get the new province', async () => {
    const { id, tracking_id, label } = await order();
    await world.gateway.call(cancelShipment, { by: client, params: { id: label } });
    const { status, body } = await edit(tracking_id, salta);
    expect([status, body.results?.state]).toEqual([200, 'Aprobado']);
    expect(await provinces(id)).toEqual(['C', 'A']);
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
  });

  test('needs approval only if one of its other shipments is collected', async () => {
    const { id, tracking_id, label } = await order();
    await world.provider.tell(
      parcelEvent(label, 'retirado', new Date(NOW.getTime() - 1000)),
      parcelEvent(label, 'extraviado', NOW),
    );
    expect((await edit(tracking_id, salta)).body.results.state).toBe('Aprobado');
    expect(await provinces(id)).toEqual(['C', 'A']);
  });
});

describe('once a parcel is collected', () => {
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

  test('a request is decided once, even by two operators at the same time', async () => {
    const { tracking_id } = await collected();
    const { body } = await edit(tracking_id);
    const answers = await Promise.all([
      decide(client.clientId, body.results.id, { approved: true }),
      decide(client.clientId, body.results.id, { approved: false, reason: 'No' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const late = await decide(client.clientId, body.results.id, { approved: true });
    expect(late.status).toBe(422);
    expect(late.body.message).toMatch(/^Esta modificación ya fue decidida: (Aprobado|Rechazado)$/);
  });

  test('a request whose order has ended can only be rejected', async () => {
    const { tracking_id, labels } = await collected();
    const { body } = await edit(tracking_id);
    await world.provider.tell(...labels.map((label) => parcelEvent(label, 'extraviado', NOW)));
    const approved = await decide(client.clientId, body.results.id, { approved: true });
    expect([approved.status, approved.body.message]).toEqual([
      422,
      'No se puede editar: los envíos de la orden ya finalizaron',
    ]);
    expect((await decide(client.clientId, body.results.id, { approved: false, reason: 'Se perdió' })).status).toBe(200);
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

  test('needs an operator key', async () => {
    for (const asked of [{}, { by: client }, { headers: { 'x-api-key': 'ops_wrong' } }]) {
      expect((await world.gateway.call(listModifications, asked)).status).toBe(401);
      const decision = { params: { clientId: client.clientId, id: 1 }, body: { approved: true } };
      expect((await world.gateway.call(decideModification, { ...asked, ...decision })).status).toBe(401);
    }
  });
});
