import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder } from '#shared/orders/orders.ts';
import { login } from '#shared/people/access.ts';
import { exportActivity, listActivity } from '#shared/people/activity.ts';
import { listAllActivity } from '#shared/people/staff-activity.ts';
import { changeClient } from '#shared/people/staff-clients.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';
import { addUser } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { pruneAuditTrail, sealAuditTrail } from './audit-chain.ts';

let mail: FakeMailServer;
let app: TestApp;
let sender: Sender;
let other: Sender;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  staff = createStaffClient(app);
  [sender, other] = [await signUp(app, mail), await signUp(app, mail)];
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const running = new AbortController().signal;
const clientId = async (username: string) => {
  const [row] = await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE username = $1', [username]);
  return row?.client_id ?? 0;
};
const activity = async (who: Sender, filter: Record<string, string> = {}) =>
  (await app.call(listActivity, { token: who.token, query: { limit: '100', filter } })).body.results;

describe('the activity of a company', () => {
  test('names who did what, on what and from where, newest first', async () => {
    const { body } = await app.call(createOrder, { token: sender.token, body: newOrder() });
    const target = body.results.tracking_id;
    await app.call(cancelOrder, { token: sender.token, params: { id: target } });
    const rows = await activity(sender, { target });
    expect(rows.map(({ action }) => action)).toEqual(['order.cancel', 'order.create']);
    expect(rows[0]).toMatchObject({
      actor: { kind: 'user', name: sender.username },
      target,
      network: '127.0.0.1',
      times: 1,
    });
    expect(rows[0]?.request_id).not.toBe('');
  });

  test('contains the changes that the provider made to its account, and nothing of another company', async () => {
    await staff(changeClient, {
      params: { clientId: await clientId(sender.username) },
      body: { fulfillment: true },
    });
    const [change] = await activity(sender, { action: 'ops.client.change' });
    expect(change).toMatchObject({ actor: { kind: 'key' }, fields: ['fulfillment'], details: { fulfillment: true } });
    // Where the provider's people and systems are is not the company's business.
    expect([change?.network, change?.actor.name]).toEqual(['', 'Proveedor']);
    expect(await activity(other, { action: 'ops.client.change' })).toEqual([]);
    const others = await activity(other);
    expect(others.every(({ actor }) => actor.name === other.username || actor.kind === 'anonymous')).toBe(true);
  });

  test('is filtered by a user in any case, and by the provider only as the company reads it', async () => {
    const by = (actor: string) => activity(sender, { actor });
    const own = await by(sender.username.toUpperCase());
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ actor }) => actor.name))).toEqual(new Set([sender.username]));
    expect((await by('proveedor')).map(({ action }) => action)).toEqual(['ops.client.change']);
    const [key] = await app.owner<{ name: string }>(
      `SELECT actor_name AS name FROM audit_log WHERE action = 'ops.client.change'`,
    );
    expect(await by(key?.name ?? '')).toEqual([]);
    expect(await by(other.username)).toEqual([]);
  });

  test('is read page by page to its end', async () => {
    const everything = await activity(sender);
    const pages: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: ReplyOf<typeof listActivity> } = await app.call(listActivity, {
        token: sender.token,
        query: { limit: '2', ...(cursor && { cursor }) },
      });
      pages.push(...body.results.map(({ id }) => id));
      cursor = body.cursor;
    }
    expect(pages).toEqual(everything.map(({ id }) => id));
    const wrong = await app.call(listActivity, { token: sender.token, query: { cursor: 'x' } });
    expect(wrong.status).toBe(422);
  });

  test('is paged like other lists, and a page past the end is the last', async () => {
    const everything = await activity(sender);
    const page = async (query: Record<string, string>) =>
      (await app.call(listActivity, { token: sender.token, query: { limit: '2', ...query } })).body;
    const pages = Math.ceil(everything.length / 2);
    const second = await page({ page: '2' });
    expect(second.results).toEqual(everything.slice(2, 4));
    expect(second.pagination).toEqual({ page: 2, pages, total: everything.length, limit: 2 });
    expect((await page({ page: '9999' })).pagination?.page).toBe(pages);
    expect((await page({ filter: { action: 'order.cancel' } } as never)).pagination?.total).toBe(1);
    expect((await page({ cursor: second.cursor ?? '' })).pagination).toBeNull();
  });

  test('is exported as CSV in Spanish, and the export is part of it', async () => {
    const { bytes } = await app.call(exportActivity, { token: sender.token });
    expect(new TextDecoder().decode(bytes)).toContain('Canceló una orden');
    expect((await activity(sender))[0]?.action).toBe('export.activity');
  });

  test('counts refused logins and calls without permission by the minute', async () => {
    const wrong = { _username: sender.username, _password: 'otra clave' };
    for (let n = 0; n < 3; n++) await app.call(login, { body: wrong });
    const reader = await addUser(app, mail, sender, 'viewer');
    for (let n = 0; n < 2; n++) {
      expect((await app.call(createOrder, { token: reader.token, body: newOrder() })).status).toBe(403);
    }
    await app.server.deps.refusals.flush();
    expect(await activity(sender, { action: 'session.refused' })).toMatchObject([{ times: 3 }]);
    expect(await activity(sender, { action: 'call.refused' })).toMatchObject([
      { times: 2, target: 'POST /v1/client/order/', actor: { name: reader.username } },
    ]);
  });
});

test('the provider reads the activity of all companies and of what concerns none', async () => {
  const { body } = await staff(listAllActivity, { query: { limit: '500' } });
  const clients = new Set(body.results.map(({ client_id }) => client_id));
  expect(clients.has(await clientId(sender.username)) && clients.has(await clientId(other.username))).toBe(true);
  const { body: one } = await staff(listAllActivity, {
    query: { limit: '500', filter: { client: String(await clientId(other.username)) } },
  });
  expect(new Set(one.results.map(({ client_id }) => client_id))).toEqual(new Set([await clientId(other.username)]));
});

test('the provider’s list has the company’s name, and pages like other lists', async () => {
  const client = String(await clientId(sender.username));
  const page = async (query: Record<string, string>) =>
    (await staff(listAllActivity, { query: { limit: '2', filter: { client }, ...query } })).body;
  const everything = (await page({ limit: '500' })).results;
  expect(new Set(everything.map(({ nombre_empresa }) => nombre_empresa))).toEqual(new Set(['Mates del Sur']));
  const second = await page({ page: '2' });
  expect(second.results).toEqual(everything.slice(2, 4));
  const pages = Math.ceil(everything.length / 2);
  expect(second.pagination).toEqual({ page: 2, pages, total: everything.length, limit: 2 });
  expect((await page({ page: '9999' })).pagination?.page).toBe(pages);
  expect(await page({ cursor: second.cursor ?? '' })).toMatchObject({
    results: everything.slice(4, 6),
    pagination: null,
  });
});

describe('the provider finds who acted', () => {
  const changed = async (filter: Record<string, string>) =>
    (await staff(listAllActivity, { query: { limit: '500', filter: { ...filter, action: 'ops.key.create' } } })).body
      .results;
  let person: Person;
  beforeAll(async () => {
    person = await hire(app, mail, 'admin');
    await person.browser.call(createKey, { body: { name: 'Depósito norte' } });
    await staff(createKey, { body: { name: 'Depósito sur' } });
  });

  test('by name, e-mail in any case, or kind and id', async () => {
    const [row] = await changed({ actor: person.email.toUpperCase() });
    expect(row?.actor).toEqual({ kind: 'staff', id: person.id, name: person.name, email: person.email });
    const others = { actor: person.name.toLowerCase(), actor_id: String(person.id), actor_kind: 'staff' };
    for (const filter of [{ actor: others.actor }, others]) expect(await changed(filter)).toEqual([row]);
    const keys = await changed({ actor_kind: 'key' });
    expect(keys.map(({ actor }) => [actor.name, actor.email])).toEqual([['OPS_API_KEY', null]]);
    const unknown: Record<string, string>[] = [
      { actor_id: 'x' },
      { actor_id: String(person.id), actor_kind: 'user' },
      { actor: 'nadie' },
    ];
    for (const filter of unknown) expect(await changed(filter)).toEqual([]);
  });

  test('by digits alone, which are an id or a name', async () => {
    const [row] = await changed({ actor: String(person.id), actor_kind: 'staff' });
    expect(row?.actor.id).toBe(person.id);
    await signUp(app, mail, { username: '20123456789' });
    const { results } = (await staff(listAllActivity, { query: { filter: { actor: '20123456789' } } })).body;
    expect(results.length).toBeGreaterThan(0);
    for (const { actor } of results) expect(actor.name).toBe('20123456789');
  });

  test('a user by the e-mail', async () => {
    const { results } = (await staff(listAllActivity, { query: { filter: { actor: sender.email } } })).body;
    expect(results.length).toBeGreaterThan(0);
    for (const { actor } of results) expect(actor).toMatchObject({ name: sender.username, email: sender.email });
  });

  test('and a company reads neither id nor e-mail of the provider’s people', async () => {
    const [row] = await activity(sender, { action: 'ops.client.change' });
    expect(row?.actor).toEqual({ kind: 'key', id: null, name: 'Proveedor' });
  });
});

describe('the hash chain', () => {
  const verify = async (username: string) =>
    app.owner<{ n: number | null; problem: string }>('SELECT * FROM verify_audit_chain($1)', [
      await clientId(username),
    ]);

  /** Seals the rows of now, some minutes later. @returns how many */
  const seal = async () => {
    app.setTime(new Date(Date.now() + 5 * MINUTE_MS));
    // Queries of the owner wait until the database has the new time.
    await app.owner('SELECT');
    const sealed = await sealAuditTrail(app.server.deps, running);
    app.setTime(null);
    await app.owner('SELECT');
    return sealed;
  };

  test('seals each row once, and is complete while nobody alters a row', async () => {
    await seal();
    expect(await app.owner('SELECT FROM audit_seals')).not.toEqual([]);
    expect(await seal()).toBe(0);
    await app.call(createOrder, { token: other.token, body: newOrder() });
    // Equal acts may still be counted in the new row.
    expect(await sealAuditTrail(app.server.deps, running)).toBe(0);
    expect(await seal()).toBe(1);
    expect(await verify(other.username)).toEqual([]);
  });

  test.each([
    ['changed', "UPDATE audit_log SET actor_name = 'nadie' WHERE id = $1", 'row changed'],
    ['removed', 'DELETE FROM audit_log WHERE id = $1', 'row missing'],
    [
      'removed with its seal',
      'WITH gone AS (DELETE FROM audit_log WHERE id = $1) DELETE FROM audit_seals WHERE audit_id = $1',
      'seal missing before',
    ],
  ])('reports a row that was %s by the database’s owner', async (_, statement, problem) => {
    const company = await signUp(app, mail);
    for (let n = 0; n < 3; n++) await app.call(createOrder, { token: company.token, body: newOrder() });
    await seal();
    const [, row] = await activity(company, { action: 'order.create' });
    await app.owner(statement, [row?.id]);
    expect((await verify(company.username)).map((found) => found.problem)).toEqual([problem]);
  });

  test('is verified at night, and an altered row is an error in the log', async () => {
    const company = await signUp(app, mail);
    await app.call(createOrder, { token: company.token, body: newOrder() });
    await seal();
    const client = await clientId(company.username);
    const altered = async () => {
      const errors: object[] = [];
      const log = { ...app.server.deps.log, info() {}, error: (fields: object) => void errors.push(fields) };
      await runNightlyMaintenance({ ...app.server.deps, log: log as never }, running);
      return errors.filter((fields) => 'clientId' in fields && fields.clientId === client);
    };
    expect(await altered()).toEqual([]);
    await app.owner(`UPDATE audit_log SET target = 'otra' WHERE client_id = $1 AND action = 'order.create'`, [client]);
    expect(await altered()).toMatchObject([{ event: 'security', problem: 'row changed' }]);
  });

  test('stays verifiable after rows of more than 13 months were deleted', async () => {
    const company = await signUp(app, mail);
    const client = await clientId(company.username);
    await app.owner('DELETE FROM audit_log WHERE client_id = $1', [client]);
    for (const days of [450, 449, 380]) {
      await app.owner(
        `INSERT INTO audit_log (client_id, at, actor_kind, actor_name, action, network, request_id)
         VALUES ($1, current_moment() - $2 * interval '1 day', 'anonymous', '', 'order.create', '', '')`,
        [client, days],
      );
    }
    // Without seals the job begins with the oldest rows.
    await app.owner('DELETE FROM audit_seals');
    await app.owner('DELETE FROM audit_heads');
    await seal();
    expect(await verify(company.username)).toEqual([]);
    await pruneAuditTrail(app.server.deps);
    expect(await app.owner('SELECT n FROM audit_seals WHERE client_id = $1', [client])).toEqual([{ n: 3 }]);
    expect(await verify(company.username)).toEqual([]);
  });
});
