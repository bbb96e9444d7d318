import { afterEach, beforeAll, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { listActivity } from '#shared/people/activity.ts';
import { listAllActivity } from '#shared/people/staff-activity.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient, keyName } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { hire, type StaffBrowser } from '#test/fixtures/staff-fixture.ts';

const { app, mail } = await sharedApp();
afterEach(() => app.setTime(null));
const staff = createStaffClient(app);

let clerk: StaffBrowser;
beforeAll(async () => {
  clerk = (await hire(app, mail, 'operations')).browser;
});

/** Creates orders of one shipment. @returns the labels */
async function shipments({ token }: Sender, n: number): Promise<string[]> {
  const labels: string[] = [];
  while (labels.length < n) {
    const { body } = await app.call(createOrder, { token, body: newOrder() });
    labels.push(`${body.results.tracking_id}-1`);
  }
  return labels;
}

const collected = (label: string) => providerEvent(label, 'retirado', new Date());

const send = async (...events: unknown[]) => (await clerk.call(recordEvents, { body: { events } })).body;

const FILTER = { action: 'ops.event.record' };

/** Reads the rows of recorded events that a company reads, newest first: the target and what was counted. */
const ownRows = async ({ token }: Sender) =>
  (await app.call(listActivity, { token, query: { filter: FILTER } })).body.results.map(({ target, details }) => ({
    target,
    ...details,
  }));

/** Reads the rows of recorded events that the provider finds by a client. */
const rowsOf = async (sender: Sender) => {
  const filter = { ...FILTER, client: String(await clientIdOf(app, sender)) };
  return (await staff(listAllActivity, { query: { filter } })).body.results;
};

test('events that a person records are acts upon the shipments’ company, which reads them, and by which the provider finds them', async () => {
  const sender = await signUp(app, mail);
  const [label = ''] = await shipments(sender, 1);
  const event = collected(label);
  await send(event, providerEvent(label, 'en_curso', new Date()));
  expect(await ownRows(sender)).toEqual([{ target: label, events: 2, recorded: 2 }]);
  expect(await rowsOf(sender)).toMatchObject([{ target: label, nombre_empresa: 'Mates del Sur' }]);
  await send(event);
  expect(await ownRows(sender), 'after an event that was known').toHaveLength(1);
});

test('a call about several companies has a row for each, which counts and names no shipment of another', async () => {
  const [one, other, third] = [await signUp(app, mail), await signUp(app, mail), await signUp(app, mail)];
  const [[first = '', second = ''], [foreign = ''], [known = '']] = [
    await shipments(one, 2),
    await shipments(other, 1),
    await shipments(third, 1),
  ];
  const repeated = collected(known);
  await send(repeated);
  const events = [collected(first), collected(foreign), repeated, collected(second), { event_id: 7 }];
  const refused = providerEvent(second, 'entregado en la luna', new Date());
  expect(await send(...events, refused)).toMatchObject({ recorded: 3, repeated: 1, refused: 2 });
  expect(await ownRows(one)).toEqual([{ target: null, events: 3, recorded: 2 }]);
  expect(await ownRows(other)).toEqual([{ target: foreign, events: 1, recorded: 1 }]);
  expect(await ownRows(third), 'a company whose events were known').toHaveLength(1);
  const requests = [...(await rowsOf(one)), ...(await rowsOf(other))].map(({ request_id }) => request_id);
  expect(new Set(requests).size, 'the request that the rows share').toBe(1);
});

test('events that a program records fill no company’s activity: their call has one row', async () => {
  const [one, other] = [await signUp(app, mail), await signUp(app, mail)];
  const [[first = ''], [second = '']] = [await shipments(one, 1), await shipments(other, 1)];
  const name = keyName();
  const { key } = (await staff(createKey, { body: { name } })).body.results;
  const { body } = await createStaffClient(app, key)(recordEvents, {
    body: { events: [first, second].map(collected) },
  });
  expect(body).toMatchObject({ recorded: 2 });
  expect([await ownRows(one), await ownRows(other)]).toEqual([[], []]);
  const rows = (await staff(listAllActivity, { query: { filter: { ...FILTER, actor: name } } })).body.results;
  expect(rows).toMatchObject([{ client_id: null, target: null, details: { events: 2, recorded: 2 } }]);
});

test('more events of a company than a transaction takes are counted in the row of each transaction', async () => {
  const sender = await signUp(app, mail);
  const [label = ''] = await shipments(sender, 1);
  const at = new Date();
  const events = Array.from({ length: 501 }, () => providerEvent(label, 'demorado', at));
  await send(providerEvent(label, 'retirado', at), ...events);
  expect(await ownRows(sender)).toEqual([
    { target: label, events: 2, recorded: 2 },
    { target: label, events: 500, recorded: 500 },
  ]);
});

test('a program’s call has one row, which names no company and no shipment', async () => {
  const [label = '', other = ''] = await shipments(await signUp(app, mail), 2);
  const name = keyName();
  const { key } = (await staff(createKey, { body: { name } })).body.results;
  const program = createStaffClient(app, key);
  const sent = (...events: unknown[]) => program(recordEvents, { body: { events } });
  await sent(collected(label), providerEvent(label, 'en_curso', new Date()));
  await sent(providerEvent(label, 'entregado', new Date()), collected(other), { event_id: 7 });
  const rows = (await staff(listAllActivity, { query: { filter: { ...FILTER, actor: name } } })).body.results;
  expect(rows.map(({ target, details, nombre_empresa }) => ({ target, details, nombre_empresa }))).toEqual([
    { target: null, details: { events: 3, recorded: 2 }, nombre_empresa: null },
    { target: null, details: { events: 2, recorded: 2 }, nombre_empresa: null },
  ]);
});

test('scans that a program sends one by one are added up by the minute, and those of somebody else apart', async () => {
  const scannedAt = new Date('2026-12-01T12:00:10Z');
  app.setTime(scannedAt);
  const labels = await shipments(await signUp(app, mail), 12);
  const programs = await Promise.all(
    [keyName(), keyName()].map(async (name) => {
      const { key } = (await staff(createKey, { body: { name } })).body.results;
      return { name, call: createStaffClient(app, key) };
    }),
  );
  const scan = (label: string, n: number) =>
    programs[n % 2]?.call(recordEvents, { body: { events: [providerEvent(label, 'retirado', scannedAt)] } });
  for (const [n, label] of labels.slice(0, 8).entries()) await scan(label, n);
  app.setTime(new Date('2026-12-01T12:01:00Z'));
  await Promise.all(labels.slice(8).map(scan));
  for (const { name } of programs) {
    const rows = (await staff(listAllActivity, { query: { filter: { ...FILTER, actor: name } } })).body.results;
    const times = rows.map((row) => row.times);
    // Calls at the same time may count in rows of their own.
    expect(times.at(-1)).toBe(4);
    expect(times.reduce((sum, one) => sum + one)).toBe(6);
  }
});
