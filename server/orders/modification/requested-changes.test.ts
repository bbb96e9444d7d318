import { beforeAll, expect, test } from 'vitest';
import { limitKey } from '#server/cluster/rate-limit.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import * as calls from '#shared/orders/staff-modifications.ts';
import { showReceiverContact } from '#shared/orders/staff-shipment/staff-search.ts';
import { STAFF_ROLES } from '#shared/people/rules/staff-permissions.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { createPopulatedClient, type PopulatedClient } from '#test/fixtures/client-factory.ts';
import { newOrder, orderEdit } from '#test/fixtures/order-factory.ts';
import { hire, type StaffBrowser } from '#test/fixtures/staff-fixture.ts';

const { app, mail } = await sharedApp();

let client: PopulatedClient;
let keys: ReturnType<typeof createStaffClient>;
let staff: StaffBrowser;
let asked: { tracking: string; params: { clientId: number; id: number } };
beforeAll(async () => {
  client = await createPopulatedClient(app, mail, 'pedido');
  keys = createStaffClient(app);
  staff = (await hire(app, mail, 'support')).browser;
  asked = await askForChange();
});

const WHOLE = [
  { field: 'receiver_phone', before: '11 4444-5555', after: '+54 9 11 5555-6666' },
  { field: 'email', before: 'ana@example.com', after: 'nueva@example.org' },
  { field: 'address_street_name', before: 'Av. Santa Fe', after: 'Av. Callao' },
  { field: 'address_street_number', before: '1234', after: '990' },
  { field: 'address_floor', before: '', after: '7' },
  { field: 'address_neighborhood_name', before: 'Retiro', after: 'Recoleta' },
  { field: 'address_other_info', before: '', after: 'Tocar a Marta' },
  { field: 'receiver_name', before: 'Ana Gómez', after: 'Ana María Gómez' },
].sort((one, other) => one.field.localeCompare(other.field));

const HIDDEN = [
  { field: 'receiver_phone', before: '•••555', after: '•••666' },
  { field: 'email', before: 'a•••@example.com', after: 'n•••@example.org' },
  { field: 'address_street_name', before: '•••', after: '•••' },
  { field: 'address_street_number', before: '•••', after: '•••' },
  { field: 'address_floor', before: '', after: '•••' },
  { field: 'address_neighborhood_name', before: '•••', after: '•••' },
  { field: 'address_other_info', before: '', after: '•••' },
  { field: 'receiver_name', before: 'Ana Gómez', after: 'Ana María Gómez' },
].sort((one, other) => one.field.localeCompare(other.field));

/** Asks for a change of a collected shipment. */
async function askForChange() {
  const { token, clientId } = client;
  const { body } = await app.call(createOrder, { token, body: newOrder() });
  const tracking = body.results.tracking_id;
  await keys(recordEvents, { body: { events: [providerEvent(`${tracking}-1`, 'retirado', new Date())] } });
  const after = Object.fromEntries(WHOLE.map(({ field, after }) => [field, after]));
  const request = { token, params: { id: tracking }, body: orderEdit(after) as never };
  return { tracking, params: { clientId, id: (await app.call(requestModification, request)).body.results.id } };
}

const sorted = (changes: calls.StaffModification['changes'] | undefined) =>
  changes?.toSorted((one, other) => one.field.localeCompare(other.field));

const shown = () =>
  app.owner(
    `SELECT client_id, actor_kind, target, details FROM audit_log WHERE action = 'ops.person.show' AND client_id = $1
     ORDER BY at`,
    [client.clientId],
  );

/** Returns the changes of a request in the list. */
const listed = async (call: StaffBrowser['call'], { id }: { id: number }, state = 'Pendiente') => {
  const query = { limit: 200, filter: { state, client: String(client.clientId) } };
  const { body } = await call(calls.listModifications, { query });
  return body.results.find((one) => one.id === id)?.changes;
};

test('every role of the staff sees which fields change, and the receiver’s contact and address masked', async () => {
  for (const role of STAFF_ROLES) {
    const { browser } = await hire(app, mail, role);
    expect(sorted(await listed(browser.call, asked.params)), role).toEqual(HIDDEN);
    const { body } = await browser.call(calls.readModification, { params: asked.params });
    expect(sorted(body.results.changes), role).toEqual(HIDDEN);
  }
});

test('a decision and its undoing answer with masked values, and the decided request stays masked', async () => {
  const { params } = await askForChange();
  const decided = await staff.call(calls.decideModification, { params, body: { approved: true } });
  expect(sorted(decided.body.results.changes)).toEqual(HIDDEN);
  expect(sorted(await listed(staff.call, params, 'Aprobado'))).toEqual(HIDDEN);
  const undone = await staff.call(calls.undoModification, { params });
  expect(sorted(undone.body.results.changes)).toEqual(HIDDEN);
});

test('a key and the client itself read whole values', async () => {
  expect(sorted(await listed(keys as StaffBrowser['call'], asked.params))).toEqual(WHOLE);
  const own = await app.call(readOrder, { token: client.token, params: { id: asked.tracking } });
  expect(sorted(own.body.results.last_modification?.changes)).toEqual(WHOLE);
});

test('whole values are shown on request, which the company’s activity names', async () => {
  const before = await shown();
  const { status, body } = await staff.call(calls.showRequestedChanges, { params: asked.params });
  expect([status, sorted(body.results.changes)]).toEqual([200, WHOLE]);
  expect((await shown()).slice(before.length)).toEqual([
    {
      client_id: client.clientId,
      actor_kind: 'staff',
      target: asked.tracking,
      details: { modification: asked.params.id },
    },
  ]);
});

test('the contact of a shipment comes with the waiting change of its order, in one act that names the shipment', async () => {
  const { params, tracking } = await askForChange();
  const label = `${tracking}-1`;
  const before = await shown();
  const { status, body } = await staff.call(showReceiverContact, { params: { label } });
  const { requested, ...contact } = body.results;
  expect([status, requested?.id, sorted(requested?.changes)]).toEqual([200, params.id, WHOLE]);
  expect(contact).toMatchObject({ receiver_phone: '11 4444-5555', email: 'ana@example.com' });
  expect((await shown()).slice(before.length)).toEqual([
    { client_id: client.clientId, actor_kind: 'staff', target: label, details: { modification: params.id } },
  ]);
  await keys(calls.decideModification, { params, body: { approved: false, reason: 'Ya está en reparto' } });
  expect((await staff.call(showReceiverContact, { params: { label } })).body.results.requested).toBeNull();
});

test('under another client the request is unknown, a sender has no such call, and nothing is recorded', async () => {
  const before = await shown();
  for (const params of [
    { ...asked.params, clientId: 1 },
    { ...asked.params, id: 1 },
  ]) {
    expect((await staff.call(calls.showRequestedChanges, { params })).status).toBe(404);
  }
  const { token } = client;
  expect((await app.call(calls.showRequestedChanges, { token, params: asked.params })).status).toBe(401);
  expect(await shown()).toEqual(before);
});

test('requests and contacts that a person sees share a limit', async () => {
  const { id, browser } = await hire(app, mail, 'finance');
  Object.assign(app.server.deps.config, { THROTTLE: 'normal' });
  const show = () => browser.call(calls.showRequestedChanges, { params: asked.params });
  expect((await show()).status).toBe(200);
  const key = limitKey('receiver seen', `staff ${id}`);
  const seen = await app.owner('UPDATE rate_limits SET failures = 300 WHERE key = $1 RETURNING 1', [key]);
  expect(seen).toHaveLength(1);
  const contact = await browser.call(showReceiverContact, { params: { label: `${asked.tracking}-1` } });
  expect([(await show()).status, contact.status]).toEqual([429, 429]);
  Object.assign(app.server.deps.config, { THROTTLE: 'off' });
});
