import { beforeAll, describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { cancelShipment, publicStates, readShipment } from '#shared/orders/shipments.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createPaymentClient } from '#test/callers/payment-client.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { createPopulatedClient, createStockedClient, type PopulatedClient } from '#test/fixtures/client-factory.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';
import { startFakePaymentServer } from '#test/services/fake-payment-server.ts';

const { app, mail } = await sharedApp();

let client: PopulatedClient;
let label: string;
let person: Person;
let keys: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  client = await createPopulatedClient(app, mail, 'autores');
  label = client.ids.label;
  person = await hire(app, mail, 'operations');
  keys = createStaffClient(app);
});

const reportedBy = async (of = label) =>
  (await keys(readStaffShipment, { params: { label: of } })).body.results.history.map(({ state_code, reported_by }) => [
    state_code,
    reported_by,
  ]);

describe('the provider reads who reported each event', () => {
  test('the portal, a key by its name, a person of the staff, and the person of a correction', async () => {
    const before = await reportedBy();
    expect(before[0]).toEqual([expect.any(String), { kind: 'portal', name: null }]);
    await keys(recordEvents, { body: { events: [providerEvent(label, 'retirado', new Date())] } });
    const event = providerEvent(label, 'en_transito', new Date());
    await person.browser.call(recordEvents, { body: { events: [event] } });
    const body = {
      corrects: event.event_id,
      event_id: 'autor-c',
      state: 'demorado',
      correction_reason: 'Otro envío',
    };
    expect((await person.browser.call(correctEvent, { params: { label }, body })).status).toBe(200);
    const byPerson = { kind: 'staff', name: person.name };
    expect((await reportedBy()).slice(before.length)).toEqual([
      ['retirado', { kind: 'key', name: expect.stringMatching(/./) }],
      ['en_transito', byPerson],
      ['demorado', byPerson],
    ]);
  });

  test('the portal, for what the sender does', async () => {
    const { token } = client;
    const created = (await app.call(createOrder, { token, body: newOrder() })).body.results;
    const another = `${created.tracking_id}-1`;
    expect((await app.call(cancelShipment, { token, params: { id: another } })).status).toBe(200);
    expect(await reportedBy(another)).toEqual([
      [expect.any(String), { kind: 'portal', name: null }],
      ['cancelado', { kind: 'portal', name: null }],
    ]);
  });

  test('the warehouse, for what follows from a preparation', async () => {
    const keeper = await createStockedClient(app, mail, 'autoresdeposito');
    const id = await keeper.packing();
    const [shipment] = await app.owner<{ label: string; sku: string }>(
      `SELECT s.label, i.sku FROM fulfillment_orders f JOIN shipments s ON s.client_id = f.client_id AND s.order_pk = f.order_pk
       JOIN shipment_items i ON i.client_id = s.client_id AND i.shipment_id = s.id WHERE f.id = $1`,
      [id],
    );
    const params = { clientId: keeper.clientId, id };
    const body = { items: [{ sku: shipment?.sku ?? '', quantity: 1 }], close: false };
    expect((await keys(prepareFulfillment, { params, body })).status).toBe(200);
    expect((await reportedBy(shipment?.label)).at(-1)).toEqual([expect.any(String), { kind: 'warehouse', name: null }]);
  });

  test('nobody for an event that was recorded before it was kept', async () => {
    await app.owner(
      `UPDATE shipment_events e SET actor_kind = NULL FROM shipments s WHERE s.id = e.shipment_id AND s.label = $1
         AND e.state_code = 'retirado'`,
      [label],
    );
    expect(await reportedBy()).toContainEqual(['retirado', null]);
  });
});

test('neither the sender nor the buyer reads who reported an event', async () => {
  const { token, ids } = client;
  const order = (await app.call(readOrder, { token, params: { id: ids.tracking } })).body;
  const answers = [
    order,
    (await app.call(readShipment, { token, params: { id: label } })).body,
    (await app.call(publicStates, { params: { trackingId: ids.tracking, token: order.results.states_token } })).body,
    await (await app.fetch(`/seguimiento/${label}`)).text(),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/Ana Paz|reported_by|actor_/);
});

test('a confirmed payment reports the event that follows from it', async () => {
  const server = await startFakePaymentServer();
  const world = await startPrepaidFixture(server.settings);
  const by = await world.client();
  const [order] = await world.orders(by, 1);
  const id = await world.begin(by, [order ?? 0]);
  const { notify } = createPaymentClient(
    () => world,
    () => by,
  );
  await notify(server.pay(id, 'approved').id);
  await world.work();
  const stored = await world.gateway.owner(
    `SELECT e.actor_kind, e.actor_name FROM shipment_events e JOIN shipments s ON s.id = e.shipment_id
     WHERE s.order_pk = $1 ORDER BY e.at, e.recorded_at`,
    [order],
  );
  expect(stored).toEqual([
    { actor_kind: 'portal', actor_name: null },
    { actor_kind: 'payment', actor_name: null },
  ]);
  await world.stop();
  await server.stop();
});
