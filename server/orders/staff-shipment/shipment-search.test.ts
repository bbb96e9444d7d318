import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import type { SearchKind } from '#shared/orders/rules/code/shipment-search.ts';
import { type StaffFoundShipment, searchShipments } from '#shared/orders/staff-shipment/staff-search.ts';
import { MASKED } from '#shared/people/rules/masked.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { receiver } from '#test/fixtures/order-factory.ts';
import { type CreatedOrder, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { staffShipmentRoutes } from './staff-shipment.routes.ts';

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
let lucia: CreatedOrder;
let theirs: CreatedOrder;
let masked: CreatedOrder;

/** Creates an order of two shipments for a person. */
const order = (by: TestClient, order_id: string, name: string, changes: object = {}) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return world.order(by, 2, {
    order_id,
    receiver: receiver({ first_name, last_name, receiver_name: name, ...changes }),
  });
};

beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, staffShipmentRoutes]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient();
  const contact = { receiver_phone: '(011) 15 4321-8765', document: '31.222.333', email: 'Lucia@Correo.example' };
  lucia = await order(client, 'PED-900', 'Lucía Ñandubay', contact);
  theirs = await order(other, 'PED-900', 'Lucía Quebracho', { document: '40111222', email: 'otra@correo.example' });
  masked = await order(other, 'PED-901', 'Olvidada Ñandubay', { ...contact, document: '31222333' });
  await world.gateway.owner(
    `UPDATE orders SET masked_at = current_moment(), receiver_name = $2, first_name = $2, last_name = '', document = '',
       receiver_phone = '', email = '' WHERE id = $1`,
    [masked.id, MASKED],
  );
});
afterAll(() => world?.gateway.stop());

const search = (text: string, kind?: SearchKind) =>
  world.gateway.call(searchShipments, { headers: world.provider.headers, body: { text, ...(kind && { kind }) } });
const found = async (text: string, kind?: SearchKind) => {
  const { status, body } = await search(text, kind);
  expect([status, text]).toEqual([200, text]);
  return body.results;
};
const labels = (rows: StaffFoundShipment[]) => rows.map(({ shipment_id }) => shipment_id);

describe('shipments of all clients are found', () => {
  test('by label, as scanned from its code or typed', async () => {
    const [, second = ''] = theirs.labels;
    for (const text of [second, second.toLowerCase(), ` https://remito.example/s/${second}?x=1 `]) {
      const rows = await found(text);
      expect(rows).toMatchObject([{ found_by: 'label', shipment_id: second, client_id: other.clientId }]);
    }
  });

  test('by tracking id: all shipments of the order', async () => {
    expect(labels(await found(lucia.tracking_id))).toEqual(lucia.labels);
    expect(labels(await found(`${lucia.tracking_id}-1`, 'tracking'))).toEqual(lucia.labels);
  });

  test('by the client’s number, which several clients may use, each with its company', async () => {
    const rows = await found('ped-900');
    expect(await found('PED\u2011900\u200b')).toEqual(rows);
    expect(new Set(labels(rows))).toEqual(new Set([...lucia.labels, ...theirs.labels]));
    const companies = await world.gateway.owner<{ client_id: number; company: string }>(
      'SELECT client_id, nombre_empresa AS company FROM clients',
    );
    for (const { client_id, company } of rows) {
      expect(companies).toContainEqual({ client_id, company });
    }
    expect(await found('PED-90')).toEqual([]);
  });

  test.each([
    ['document', '31222333'],
    ['document', '31.222.333'],
    ['email', 'lucia@correo.example'],
    ['phone', '011 15 4321-8765'],
    ['phone', '+54 9 11 4321-8765'],
    ['phone', '4321-8765'],
    ['name', 'ñandubay'],
    ['name', 'LUCIA ÑAN'],
  ] as const)('by %s: %s', async (kind, text) => {
    const rows = await found(text);
    expect(labels(rows)).toEqual(lucia.labels);
    expect(rows[0]).toMatchObject({
      found_by: kind,
      order_id: 'PED-900',
      tracking_id: lucia.tracking_id,
      client_id: client.clientId,
      receiver_name: 'Lucía Ñandubay',
      receiver_phone: '•••765',
      document: '•••333',
      state: 'Registrado',
    });
    expect(labels(await found(text, kind))).toEqual(lucia.labels);
  });
});

test('a masked receiver is found by its order, not by person', async () => {
  expect(await found(masked.tracking_id)).toMatchObject(
    masked.labels.map((shipment_id) => ({ shipment_id, receiver_name: MASKED, receiver_phone: '', document: '' })),
  );
  for (const text of ['olvidada', MASKED]) expect(await found(text, 'name')).toEqual([]);
});

test.each([
  ['name', 'ab', 'Escribí al menos 3 letras seguidas del nombre'],
  ['name', '%%%', 'Escribí al menos 3 letras seguidas del nombre'],
  ['phone', '12', 'Escribí el teléfono completo, con al menos 7 números'],
  ['document', 'hola', 'Escribí el documento completo: un DNI o un CUIT'],
  ['email', 'ana', 'Escribí el email completo, por ejemplo ana@ejemplo.com'],
  ['label', 'PED-900', 'Escribí una etiqueta completa, por ejemplo 7K3MQ9XW2RM-1'],
] as const)('a %s can’t be %s', async (kind, text, message) => {
  const { status, body } = await search(text, kind);
  expect([status, body.errors]).toEqual([422, [{ field: 'text', message }]]);
});

test('signs are searched as they are', async () => {
  for (const text of ['%', '_____', '%ubay', "'; --", '\\']) expect(await found(text), text).toEqual([]);
});

test('at most 50 shipments are returned, and the answer marks that there are more', async () => {
  for (let n = 0; n < 26; n++) await order(client, `MUCHAS-${n}`, 'Marciana Repetida');
  const { body } = await search('marciana');
  expect([body.results.length, body.more]).toEqual([50, true]);
  expect((await search('ñandubay')).body.more).toBe(false);
});

test('each search is in the audit trail with its kinds, without its text', async () => {
  await search('31222333');
  const rows = await world.gateway.owner<{ client_id: number; target: string; details: object; all: string }>(
    `SELECT client_id, target, details, a::text AS all FROM audit_log a WHERE action = 'ops.search'
     ORDER BY xmin::text::bigint DESC LIMIT 1`,
  );
  expect(rows).toMatchObject([
    { client_id: 0, target: null, details: { kind: ['number', 'document', 'phone'], found: 2 } },
  ]);
  expect(rows[0]?.all).not.toContain('31222333');
});

test('a sender can’t search over all clients', async () => {
  expect((await world.gateway.call(searchShipments, { by: client, body: { text: 'lucía' } })).status).toBe(401);
});
