import { beforeAll, describe, expect, test } from 'vitest';
import { limitKey } from '#server/cluster/rate-limit.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { printShipmentZpl } from '#shared/orders/staff-shipment/staff-label.ts';
import { searchShipments, showReceiverContact } from '#shared/orders/staff-shipment/staff-search.ts';
import { clientShipments, readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { STAFF_ROLES } from '#shared/people/rules/staff-permissions.ts';
import { clientFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { createPopulatedClient, type PopulatedClient } from '#test/fixtures/client-factory.ts';
import { hire, type StaffBrowser } from '#test/fixtures/staff-fixture.ts';

const { app, mail } = await sharedApp();

let client: PopulatedClient;
let label: string;
let staff: StaffBrowser;
let keys: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  client = await createPopulatedClient(app, mail, 'contacto');
  label = client.ids.label;
  staff = (await hire(app, mail, 'operations')).browser;
  keys = createStaffClient(app);
});

const stored = async () => {
  const [row] = await app.owner<{ receiver_phone: string; document: string; email: string }>(
    'SELECT receiver_phone, document, email FROM orders WHERE tracking_id = $1',
    [client.ids.tracking],
  );
  if (!row) throw new Error('the order is missing');
  return row;
};

const events = () =>
  app.owner<{ client_id: number; actor_kind: string; target: string | null }>(
    `SELECT client_id, actor_kind, target FROM audit_log WHERE action = 'ops.person.show' AND client_id = $1 ORDER BY at`,
    [client.clientId],
  );

describe('a member of the staff', () => {
  test('reads shipments with the receiver’s contact masked; a key reads it as before', async () => {
    const contact = await stored();
    const event = providerEvent(label, 'retirado', new Date());
    await keys(recordEvents, { body: { events: [event] } });
    const params = { clientId: client.clientId };
    const body = { corrects: event.event_id, event_id: 'c-1', correction_reason: 'Otro envío' };
    const answers = [
      (await staff.call(readStaffShipment, { params: { label } })).body.results,
      (await staff.call(clientShipments, { params })).body.results[0],
      (await staff.call(correctEvent, { params: { label }, body })).body.results,
    ];
    const masked = {
      receiver_phone: `•••${contact.receiver_phone.slice(-3)}`,
      document: `•••${contact.document.slice(-3)}`,
    };
    for (const one of answers) {
      expect(one?.receiver).toMatchObject(masked);
      expect(one?.receiver.email).toMatch(/^.•••@/);
      const text = JSON.stringify(one);
      for (const value of Object.values(contact)) expect(text).not.toContain(value);
    }
    expect((await keys(readStaffShipment, { params: { label } })).body.results.receiver).toMatchObject(contact);
    expect((await keys(clientShipments, { params })).body.results[0]?.receiver).toMatchObject(contact);
  });

  test('reads fulfillment orders with the receiver’s contact masked; a key reads it as before', async () => {
    const contact = await stored();
    const [order] = await app.owner<{ id: number }>(
      `INSERT INTO fulfillment_orders (client_id, order_pk, order_id, tracking_id, delivery_mode, created_at, status_at)
       SELECT client_id, id, order_id, tracking_id, 3, current_moment(), current_moment() FROM orders WHERE tracking_id = $1 RETURNING id`,
      [client.ids.tracking],
    );
    const params = { clientId: client.clientId, id: order?.id };
    const { receiver } = (await staff.call(clientFulfillment, { params })).body.results;
    expect(receiver.receiver_phone).toBe(`•••${contact.receiver_phone.slice(-3)}`);
    expect(receiver.email).toMatch(/^.•••@/);
    expect((await keys(clientFulfillment, { params })).body.results.receiver).toMatchObject({
      receiver_phone: contact.receiver_phone,
      email: contact.email,
    });
  });

  test('reads the contact on purpose, which the company’s activity names', async () => {
    const before = await events();
    const { status, body } = await staff.call(showReceiverContact, { params: { label: label.toLowerCase() } });
    expect([status, body.results]).toEqual([200, { ...(await stored()), requested: null }]);
    expect((await events()).slice(before.length)).toEqual([
      { client_id: client.clientId, actor_kind: 'staff', target: label },
    ]);
  });

  test('of any role finds shipments and reads contacts', async () => {
    for (const role of STAFF_ROLES) {
      const { browser } = await hire(app, mail, role);
      expect((await browser.call(searchShipments, { body: { text: label } })).body.results).toMatchObject([
        { shipment_id: label, client_id: client.clientId },
      ]);
      expect((await browser.call(showReceiverContact, { params: { label } })).status, role).toBe(200);
    }
  });
});

test('a contact of an unknown shipment isn’t found, and nothing is recorded', async () => {
  const before = await events();
  for (const unknown of [label.replace('-1', '-2'), '00000000000-1', 'x']) {
    expect((await staff.call(showReceiverContact, { params: { label: unknown } })).status).toBe(404);
  }
  expect(await events()).toEqual(before);
});

test('a sender can’t read contacts by the provider’s call', async () => {
  expect((await app.call(showReceiverContact, { token: client.token, params: { label } })).status).toBe(401);
});

test('contacts that a person sees and labels that they print share a limit; others have their own', async () => {
  const { id, browser } = await hire(app, mail, 'support');
  Object.assign(app.server.deps.config, { THROTTLE: 'normal' });
  const show = () => browser.call(showReceiverContact, { params: { label } });
  const print = () => browser.call(printShipmentZpl, { params: { label } });
  const seen = (count: number) =>
    app.owner('UPDATE rate_limits SET failures = $2 WHERE key = $1 RETURNING 1', [
      limitKey('receiver seen', `staff ${id}`),
      count,
    ]);
  expect((await show()).status).toBe(200);
  expect(await seen(299)).toHaveLength(1);
  expect((await print()).status).toBe(200);
  expect([(await show()).status, (await print()).status]).toEqual([429, 429]);
  expect((await staff.call(showReceiverContact, { params: { label } })).status).toBe(200);
  expect((await keys(printShipmentZpl, { params: { label } })).status).toBe(200);
  Object.assign(app.server.deps.config, { THROTTLE: 'off' });
});
