import { afterAll, beforeAll, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type ScanFixture, scan, startScanFixture } from '#test/fixtures/scan-fixture.ts';
import { hire } from '#test/fixtures/staff-fixture.ts';
import { AT_ONCE } from './record-together.ts';

let world: ScanFixture;
beforeAll(async () => {
  world = await startScanFixture();
});
afterAll(() => world?.stop());

const RECORDED = { status: 200, results: ['recorded'] };
const REPEATED = { status: 200, results: ['repeated'] };

/** Returns what is stored of events: the shipment, the program that reported it, the transaction that recorded it. */
const stored = (events: readonly { event_id: string }[]) =>
  world.app.owner<{ label: string; by: string; transaction: string }>(
    `SELECT s.label, e.actor_name AS by, e.xmin::text AS transaction FROM shipment_events e
     JOIN shipments s ON s.id = e.shipment_id WHERE e.event_id = ANY($1) ORDER BY array_position($1, e.event_id)`,
    [events.map(({ event_id }) => event_id)],
  );

test('fifty scans of several companies at once are recorded in the name of their programs', async () => {
  const programs = [await world.newProgram(), await world.newProgram()];
  const labels = world.shipmentsOfAll(10);
  for (const state of ['retirado', 'en_curso', 'no_entregado']) {
    const scans = labels.map((label) => scan(label, state));
    const answers = await Promise.all(scans.map((event, n) => programs[n % 2]?.send(event)));
    expect(answers).toEqual(labels.map(() => RECORDED));
    const expected = labels.map((label, n) => ({ label, by: programs[n % 2]?.name }));
    expect((await stored(scans)).map(({ label, by }) => ({ label, by }))).toEqual(expected);
  }
  for (const { name } of programs) {
    expect(await world.callsOf(name)).toBe(75);
    const row = { client_id: 0, details: { events: 1, recorded: 1 } };
    expect(await world.rowsOf(name)).toContainEqual(expect.objectContaining(row));
  }
  await world.expectConsistent();
});

/** Lets scans of shipments of different companies be in progress. */
const whileRecording: <T>(send: () => Promise<T>) => Promise<T> = async (send) => {
  const program = await world.newProgram();
  const first = world.companies.slice(0, AT_ONCE).map((company) => company.labels.at(-1));
  return world.whileRecording(
    first.map((label) => () => program.send(scan(label, 'demorado'))),
    send,
  );
};

test('scans that arrive while others are being recorded share transactions, and each call has its row', async () => {
  const program = await world.newProgram();
  const scans = world.shipmentsOfAll(4).map((label) => scan(label, 'demorado'));
  const answers = await whileRecording(() => Promise.all(scans.map((event) => program.send(event))));
  expect(answers).toEqual(scans.map(() => RECORDED));
  const transactions = (await stored(scans)).map(({ transaction }) => transaction);
  expect(transactions.length).toBe(scans.length);
  // One transaction, unless some scans arrive only after the others were released.
  expect(new Set(transactions).size).toBeLessThan(scans.length / 2);
  expect(await world.callsOf(program.name)).toBe(scans.length);
});

test('the same scan in two calls is recorded once', async () => {
  const program = await world.newProgram();
  const events = world.shipmentsOfAll(4).map((label) => scan(label, 'demorado'));
  const answers = await whileRecording(() => Promise.all([...events, ...events].map((event) => program.send(event))));
  for (const nth of events.keys()) {
    const both = [answers[nth], answers[nth + events.length]];
    expect(both).toEqual(expect.arrayContaining([RECORDED, REPEATED]));
  }
  expect(await world.callsOf(program.name)).toBe(events.length);
  await world.expectConsistent();
});

test('scans of one shipment are recorded in the order of their times', async () => {
  const program = await world.newProgram();
  const [, label = ''] = world.companies[0].labels;
  const now = Date.now();
  const states = ['en_curso', 'no_entregado', 'devolucion', 'devuelto'];
  const events = states.map((state, nth) => providerEvent(label, state, new Date(now + nth)));
  const answers = await whileRecording(() => Promise.all(events.toReversed().map((event) => program.send(event))));
  expect(answers).toEqual(events.map(() => RECORDED));
  const [shipment] = await world.app.owner('SELECT state_code FROM shipments WHERE label = $1', [label]);
  expect(shipment).toEqual({ state_code: 'devuelto' });
  await world.expectConsistent();
});

test('if the rows of scans can’t be added together, each call adds its own', async () => {
  const program = await world.newProgram();
  const labels = world.shipmentsOfAll(4).slice(10);
  const scans = labels.map((label) => scan(label, 'demorado'));
  const answers = await world.whileFirstRowFails(() => Promise.all(scans.map((event) => program.send(event))));
  expect(answers).toEqual(scans.map(() => RECORDED));
  expect(await world.callsOf(program.name)).toBe(scans.length);
});

test('if a company’s events fail, the calls with one of them fail, and no others', async () => {
  const program = await world.newProgram();
  const { companies } = world;
  const failing = companies[2];
  const labels = world.shipmentsOfAll(4).filter((label) => label !== companies[0].labels[1]);
  const isFailing = (label: string) => failing.labels.includes(label);
  const scans = labels.map((label) => scan(label, 'en_curso'));
  const mixed = [scan(companies[0].labels[5], 'en_curso'), scan(failing.labels[5], 'en_curso')];
  const [both, ...answers] = await world.whileFailing(failing, () =>
    Promise.all([program.send(...mixed), ...scans.map((event) => program.send(event))]),
  );
  expect(both?.status).toBe(500);
  expect(answers.map(({ status }) => status)).toEqual(labels.map((label) => (isFailing(label) ? 500 : 200)));
  expect(await world.callsOf(program.name)).toBe(labels.filter((label) => !isFailing(label)).length + 1);
  const details = { events: 2, recorded: 1 };
  expect(await world.rowsOf(program.name)).toContainEqual(expect.objectContaining({ details }));
  await world.expectConsistent();
  expect(await Promise.all(scans.map((event) => program.send(event)))).toEqual(
    labels.map((label) => (isFailing(label) ? RECORDED : REPEATED)),
  );
  expect((await program.send(...mixed)).results).toEqual(['repeated', 'recorded']);
});

test('scans of other companies are answered while somebody changes orders of one', async () => {
  const program = await world.newProgram();
  const [busy, ...others] = world.companies;
  const locked = busy.labels.slice(2, 6);
  let waiting: Promise<unknown> = Promise.resolve();
  await world.app.server.deps.db.withClient(busy.id, async (trx) => {
    const lock = 'SELECT FROM orders o JOIN shipments s ON s.order_pk = o.id WHERE s.label = ANY($1) FOR UPDATE OF o';
    await runText(trx, lock, [locked]);
    waiting = Promise.all(locked.map((label) => program.send(scan(label, 'demorado'))));
    const answers = others.map(({ labels: [label] }) => program.send(scan(label, 'demorado')));
    expect(await Promise.all(answers)).toEqual(others.map(() => RECORDED));
    expect(await world.callsOf(program.name)).toBe(others.length);
  });
  expect(await waiting).toEqual(locked.map(() => RECORDED));
  expect(await world.callsOf(program.name)).toBe(others.length + locked.length);
});

test('an invalid scan, an unknown one, and one whose caller disconnects change nothing for the others', async () => {
  const program = await world.newProgram();
  const [[left, ...labels], leave] = [world.shipmentsOfAll(6).slice(10), new AbortController()];
  const [answers, wrong] = await whileRecording(async () => {
    const disconnected = world.app
      .fetch(`/api${recordEvents.path}`, {
        method: recordEvents.method,
        headers: { 'content-type': 'application/json', 'x-api-key': program.key },
        body: JSON.stringify({ events: [scan(left, 'demorado')] }),
        signal: leave.signal,
      })
      .catch((error: Error) => error.name);
    const wrong = [program.send(scan(labels[0], '')), program.send(scan('0000000000-1', 'demorado'))];
    const sent = labels.map((label) => program.send(scan(label, 'demorado')));
    // By then the others wait.
    await Promise.all(wrong);
    leave.abort();
    expect(await disconnected).toBe('AbortError');
    return [await Promise.all(sent), await Promise.all(wrong)];
  });
  expect(answers).toEqual(labels.map(() => RECORDED));
  expect(wrong.map(({ results }) => results)).toEqual([['Falta state'], ['No existe ese envío']]);
  await world.expectConsistent();
});

test('a person’s call beside scans has a row of its own for each company, in the person’s name', async () => {
  const program = await world.newProgram();
  const clerk = await hire(world.app, world.mail, 'operations');
  const scans = world
    .shipmentsOfAll(6)
    .slice(10)
    .map((label) => scan(label, 'demorado'));
  const byHand = world.companies.map(({ labels }) => scan(labels[8], 'demorado'));
  const [{ status }, ...answers] = await Promise.all([
    clerk.browser.call(recordEvents, { body: { events: byHand } }),
    ...scans.map((event) => program.send(event)),
  ]);
  expect([status, ...answers]).toEqual([200, ...scans.map(() => RECORDED)]);
  const rows = await world.rowsOf(clerk.name);
  expect(rows.map(({ client_id }) => client_id).sort()).toEqual(world.companies.map(({ id }) => id).sort());
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(1);
  expect(await world.callsOf(program.name)).toBe(scans.length);
});
