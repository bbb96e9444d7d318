import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { hire, type StaffBrowser } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

/** A company with two shipments, of an order each. */
interface Company {
  id: number;
  labels: [string, string];
}

let mail: FakeMailServer;
let app: TestApp;
let clerk: StaffBrowser;
let companies: Company[];

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  clerk = (await hire(app, mail, 'operations')).browser;
  companies = await Promise.all(Array.from({ length: 8 }, newCompany));
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

async function newCompany(): Promise<Company> {
  const sender = await signUp(app, mail);
  const label = async () => {
    const { body } = await app.call(createOrder, { token: sender.token, body: newOrder() });
    return `${body.results.tracking_id}-1`;
  };
  return { id: await clientIdOf(app, sender), labels: [await label(), await label()] };
}

const event = (label: string, state: string) => providerEvent(label, state, new Date());

/** Sends events as a person of the staff, so that each company has a row in the audit trail. @returns the status and each result */
async function send(events: unknown[]) {
  const { status, body } = await clerk.call(recordEvents, { body: { events } });
  return { status, results: status === 200 ? body.results.map(({ reason, result }) => reason ?? result) : [] };
}

/** Returns what events leave in a company: rows of histories, states, versions of orders, rows of the audit trail. */
async function traces({ id }: Company) {
  const [row] = await app.owner<{ events: number; states: string[]; versions: number; acts: number }>(
    `SELECT (SELECT count(*)::int FROM shipment_events WHERE client_id = $1) AS events,
       (SELECT array_agg(state_code ORDER BY order_pk) FROM shipments WHERE client_id = $1) AS states,
       (SELECT sum(version)::int FROM orders WHERE client_id = $1) AS versions,
       (SELECT count(*)::int FROM audit_log WHERE client_id = $1 AND action = 'ops.event.record') AS acts`,
    [id],
  );
  return row as NonNullable<typeof row>;
}

const recorded = (events: readonly unknown[]) => events.map(() => 'recorded');

describe('a call about many companies', () => {
  test('records events of all of them, and nothing twice when it is repeated', async () => {
    const before = await Promise.all(companies.map(traces));
    const events = companies.flatMap(({ labels }) => labels.map((label) => event(label, 'retirado')));
    expect(await send(events)).toEqual({ status: 200, results: recorded(events) });
    const after = await Promise.all(companies.map(traces));
    for (const [n, { events, states, versions, acts }] of after.entries()) {
      expect(states).toEqual(['retirado', 'retirado']);
      expect(events).toBe((before[n]?.events ?? 0) + 2);
      expect(versions, 'each order changed once').toBe((before[n]?.versions ?? 0) + 2);
      expect(acts).toBe((before[n]?.acts ?? 0) + 1);
    }
    expect(await send(events)).toEqual({ status: 200, results: events.map(() => 'repeated') });
    expect(await Promise.all(companies.map(traces))).toEqual(after);
    expect(await counterDrift(app.owner)).toEqual([]);
  });

  test('records those of the others if one company’s fail, which leave nothing, and the rest when it is repeated', async () => {
    const [failing, ...others] = companies as [Company, ...Company[]];
    await app.owner(
      `CREATE FUNCTION fail_on_purpose() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = 'check_violation'; END $$`,
    );
    await app.owner(
      `CREATE TRIGGER fails AFTER UPDATE ON orders FOR EACH ROW WHEN (new.client_id = ${failing.id})
       EXECUTE FUNCTION fail_on_purpose()`,
    );
    const published: (number | null)[] = [];
    const stop = app.server.deps.bus.subscribe((clientId) => published.push(clientId));
    const before = await traces(failing);
    const events = companies.flatMap(({ labels }) => labels.map((label) => event(label, 'recibido_cd')));
    expect((await send(events)).status).toBe(500);
    stop();
    await app.owner('DROP TRIGGER fails ON orders');
    expect(await traces(failing)).toEqual(before);
    expect(new Set(published)).toEqual(new Set(others.map(({ id }) => id)));
    for (const company of others) expect((await traces(company)).states).toEqual(['recibido_cd', 'recibido_cd']);
    expect(await counterDrift(app.owner)).toEqual([]);
    const results = companies.flatMap((company) =>
      company.labels.map(() => (company === failing ? 'recorded' : 'repeated')),
    );
    expect(await send(events)).toEqual({ status: 200, results });
    expect(await counterDrift(app.owner)).toEqual([]);
  });

  test('records those of the others while somebody changes an order of one company', async () => {
    const [busy, ...others] = companies as [Company, ...Company[]];
    const events = companies.map(({ labels: [label] }) => event(label, 'controlado'));
    let sending: ReturnType<typeof send> | null = null;
    await app.server.deps.db.withClient(busy.id, async (trx) => {
      const locked = 'SELECT FROM orders o JOIN shipments s ON s.order_pk = o.id WHERE s.label = $1 FOR UPDATE OF o';
      await runText(trx, locked, [busy.labels[0]]);
      sending = send(events);
      const moved = async () =>
        (await Promise.all(others.map(traces))).every(({ states }) => states.includes('controlado'));
      await expect.poll(moved).toBe(true);
      expect((await traces(busy)).states).not.toContain('controlado');
    });
    expect(await sending).toEqual({ status: 200, results: recorded(events) });
  });

  test('finishes beside one with the same shipments in the opposite order, again and again', async () => {
    const labels = companies.flatMap((company) => company.labels);
    const before = await Promise.all(companies.map(traces));
    for (const state of ['procesado', 'controlado', 'procesado']) {
      const calls = [labels, labels.toReversed(), labels, labels.toReversed()].map((all) =>
        send(all.map((label) => event(label, state))),
      );
      for (const answer of await Promise.all(calls)) expect(answer).toEqual({ status: 200, results: recorded(labels) });
    }
    const after = await Promise.all(companies.map(traces));
    expect(after.map(({ events }) => events)).toEqual(before.map(({ events }) => events + 3 * 4 * 2));
    expect(await counterDrift(app.owner)).toEqual([]);
  });

  test('has one row without a company if a program makes it, even if a company’s events fail', async () => {
    const [failing] = companies as [Company, ...Company[]];
    const rows = () =>
      app.owner<{ details: unknown }>(
        `SELECT details FROM audit_log WHERE client_id = 0 AND action = 'ops.event.record' ORDER BY id`,
      );
    const before = (await rows()).length;
    await app.owner(
      `CREATE TRIGGER fails AFTER UPDATE ON orders FOR EACH ROW WHEN (new.client_id = ${failing.id})
       EXECUTE FUNCTION fail_on_purpose()`,
    );
    const body = { events: companies.map(({ labels: [label] }) => event(label, 'descargado')) };
    const { status } = await createStaffClient(app)(recordEvents, { body });
    await app.owner('DROP TRIGGER fails ON orders');
    expect(status).toBe(500);
    expect((await rows()).slice(before)).toEqual([
      { details: { events: companies.length, recorded: companies.length - 1 } },
    ]);
  });
});
