import { describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { cancelOrder, listOrders } from '#shared/orders/orders.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import {
  client,
  detail,
  edit,
  order,
  other,
  receiverOf,
  setUpModificationTests,
  world,
} from '#test/fixtures/modification-fixture.ts';
import { NOW } from '#test/fixtures/shipment-fixture.ts';

setUpModificationTests();

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

  test('a new name or street that a label can’t print is stored, and the reply says so until it stays the same', async () => {
    const { tracking_id } = await order();
    const unprinted = (letters: string) =>
      `La etiqueta no puede imprimir todas las letras ${letters}: saldrían signos de pregunta.`;
    const doubtsOf = async (changes: Parameters<typeof edit>[1]) => {
      const { status, body } = await edit(tracking_id, changes);
      expect(status, body.message).toBe(200);
      return body.results.doubts;
    };
    const unprintable = { receiver_name: '王小明', address_street_name: '長安街' };
    expect(await doubtsOf(unprintable)).toEqual([
      { field: 'receiver.receiver_name', message: unprinted('del nombre') },
      { field: 'receiver.address_street_name', message: unprinted('de la calle') },
    ]);
    expect(await doubtsOf({ ...unprintable, receiver_phone: '1155556666' })).toEqual([]);
    expect(await doubtsOf({ ...unprintable, receiver_phone: '1155556666 1155557777' })).toEqual([
      { field: 'receiver.receiver_phone', message: 'Parecen dos teléfonos. Dejá uno solo' },
    ]);
    expect(
      await doubtsOf({ ...unprintable, address_street_number: 'dic-10', email: 'ana@gm\u0430il.com' }),
    ).toMatchObject([{ field: 'receiver.address_street_number' }, { field: 'receiver.email' }]);
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
    await world.provider.sendEvents(
      providerEvent(label, 'retirado', new Date(NOW.getTime() - 1000)),
      providerEvent(label, 'extraviado', NOW),
    );
    expect((await edit(tracking_id, salta)).body.results.state).toBe('Aprobado');
    expect(await provinces(id)).toEqual(['C', 'A']);
  });
});
