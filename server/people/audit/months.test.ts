import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listActivity } from '#shared/people/activity.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import type { ChainProblem } from './audit-chain.store.ts';
import { makeAuditMonths, pruneAuditTrail, sealAuditTrail, verifyAuditTrail } from './audit-chain.ts';

let mail: FakeMailServer;
let app: TestApp;
let sender: Sender;
let neighbour: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  [sender, neighbour] = [await signUp(app, mail), await signUp(app, mail)];
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const running = new AbortController().signal;

async function clientOf({ username }: Sender): Promise<number> {
  const [row] = await app.owner<{ id: number }>('SELECT client_id AS id FROM users WHERE username = $1', [username]);
  return row?.id ?? 0;
}

/** Sets the clock of the gateway and the database. */
async function at(moment: string): Promise<void> {
  app.setTime(new Date(moment));
  // Queries of the owner wait until the database has the new time.
  await app.owner('SELECT');
}

const make = (...months: string[]) =>
  Promise.all(months.map((month) => app.owner('SELECT make_audit_month($1)', [`${month}-01`])));

/** Adds rows of a client at given moments, as a call would have done. */
async function addRows(client: number, ...moments: string[]): Promise<void> {
  await app.owner(
    `INSERT INTO audit_log (client_id, at, actor_kind, actor_name, action, network, request_id)
     SELECT $1, m, 'anonymous', '', 'order.create', '', '' FROM unnest($2::timestamptz[]) m`,
    [client, moments],
  );
}

/** Replaces the audit trail by rows of these moments, and seals them. */
async function beginWith(rows: [client: number, moments: string[]][]): Promise<void> {
  for (const table of ['audit_log', 'audit_seals', 'audit_heads', 'audit_checkpoints'])
    await app.owner(`DELETE FROM ${table}`);
  for (const [client, moments] of rows) await addRows(client, ...moments);
  await sealAuditTrail(app.server.deps, running);
}

/** Returns the partitions of a table with rows. */
async function partsOf(table: string): Promise<string[]> {
  const rows = await app.owner<{ part: string }>(
    `SELECT DISTINCT tableoid::regclass::text AS part FROM ${table} ORDER BY 1`,
  );
  return rows.map(({ part }) => part);
}

const problemsOf = async (client: number) =>
  (await app.owner<{ problem: string }>('SELECT problem FROM verify_audit_chain($1)', [client])).map(
    ({ problem }) => problem,
  );

test.each(['2031-07-09T12:00:00Z', '2028-02-29T23:59:59Z', '2026-12-31T23:59:59.999Z', '2019-05-05T00:00:00Z'])(
  'a call at any time adds its row, which the company reads: %s',
  async (moment) => {
    await at(moment);
    const visitor = await signUp(app, mail);
    await app.call(createOrder, { token: visitor.token, body: newOrder() });
    const { body } = await app.call(listActivity, {
      token: visitor.token,
      query: { filter: { action: 'order.create' } },
    });
    expect(body.results).toHaveLength(1);
  },
);

test('two nodes make the same months at once, and rows that came before move there', async () => {
  const client = await clientOf(sender);
  await at('2033-01-31T12:00:00Z');
  await beginWith([[client, ['2033-01-05T00:00:00Z', '2033-01-30T00:00:00Z']]]);
  expect(await partsOf('audit_log')).toEqual(['audit_log_default']);
  const made = await Promise.all(Array.from({ length: 4 }, () => makeAuditMonths(app.server.deps)));
  expect(made.toSorted()).toEqual([0, 0, 0, 4]);
  expect([await partsOf('audit_log'), await partsOf('audit_seals')]).toEqual([
    ['audit_log_2033_01'],
    ['audit_seals_2033_01'],
  ]);
  expect(await problemsOf(client)).toEqual([]);
  await addRows(client, '2033-04-30T23:59:59Z', '2033-05-01T00:00:00Z');
  expect(await partsOf('audit_log')).toEqual(['audit_log_2033_01', 'audit_log_2033_04', 'audit_log_default']);
});

test('rows of a new month are sealed a quarter of an hour after its beginning, behind all of the month before', async () => {
  const client = await clientOf(sender);
  await at('2034-04-01T00:14:00Z');
  await beginWith([[client, ['2034-03-31T23:58:00Z', '2034-04-01T00:01:00Z']]]);
  await addRows(client, '2034-03-31T23:59:00Z');
  expect(await sealAuditTrail(app.server.deps, running)).toBe(1);
  await at('2034-04-01T00:15:00Z');
  expect(await sealAuditTrail(app.server.deps, running)).toBe(1);
  const sealed = await app.owner<{ at: string }>('SELECT to_char(at, $1) AS at FROM audit_seals ORDER BY n', ['MM']);
  expect(sealed.map(({ at: month }) => month)).toEqual(['03', '03', '04']);
  expect(await app.owner('SELECT n FROM audit_checkpoints')).toEqual([{ n: 2 }]);
});

describe('after 13 months', () => {
  const HISTORY = [
    '2035-01-10T00:00:00Z',
    '2035-01-31T23:59:59Z',
    '2035-02-01T00:00:00Z',
    '2035-02-20T00:00:00Z',
    '2036-02-10T00:00:00Z',
  ];
  let client: number;
  let other: number;
  beforeAll(async () => {
    [client, other] = [await clientOf(sender), await clientOf(neighbour)];
    await at('2036-03-20T12:00:00Z');
    // Without months of other tests.
    await beginWith([]);
    await pruneAuditTrail(app.server.deps);
    await make('2035-01', '2035-02', '2036-02');
    // The other company has done nothing since January.
    await beginWith([
      [client, HISTORY],
      [other, ['2034-12-31T00:00:00Z', '2035-01-20T00:00:00Z']],
    ]);
  });
  const left = (table: string) => app.owner(`SELECT client_id AS client FROM ${table} ORDER BY at`);

  test('a month is kept as long as one of its rows waits for its seal', async () => {
    await app.owner('DELETE FROM audit_seals WHERE at > $1', ['2035-01-30T00:00:00Z']);
    await app.owner('DELETE FROM audit_heads');
    expect(await pruneAuditTrail(app.server.deps)).toMatchObject({ months: 0 });
    await beginWith([
      [client, HISTORY],
      [other, ['2034-12-31T00:00:00Z', '2035-01-20T00:00:00Z']],
    ]);
  });

  test('it is dropped, with what other partitions have of the time before, and all chains that remain are complete', async () => {
    expect(await pruneAuditTrail(app.server.deps)).toEqual({ months: 1, deleted: 1 });
    expect(
      await app.owner(`SELECT to_regclass('audit_log_2035_01') AS log, to_regclass('audit_seals_2035_01') AS seals`),
    ).toEqual([{ log: null, seals: null }]);
    expect(await left('audit_log')).toEqual([{ client }, { client }, { client }]);
    expect(await left('audit_seals')).toEqual([{ client }, { client }, { client }]);
    expect([await problemsOf(client), await problemsOf(other)]).toEqual([[], []]);
    expect(await pruneAuditTrail(app.server.deps)).toEqual({ months: 0, deleted: 0 });
  });

  test('a company that comes back continues its chain', async () => {
    await addRows(other, '2036-03-20T11:00:00Z');
    await sealAuditTrail(app.server.deps, running);
    expect(await app.owner('SELECT n FROM audit_seals WHERE client_id = $1', [other])).toEqual([{ n: 3 }]);
    expect([await problemsOf(client), await problemsOf(other)]).toEqual([[], []]);
  });

  test('a clock that was ahead for a while leaves no gap when the months around it are dropped', async () => {
    await beginWith([[client, ['2036-03-01T00:00:00Z']]]);
    await at('2036-08-01T12:00:00Z');
    await addRows(client, '2036-08-01T10:00:00Z');
    await sealAuditTrail(app.server.deps, running);
    await at('2036-03-21T12:00:00Z');
    await addRows(client, '2036-03-21T11:00:00Z');
    expect(await sealAuditTrail(app.server.deps, running)).toBe(1);
    await at('2036-04-21T12:00:00Z');
    await addRows(client, '2036-04-21T11:00:00Z');
    await sealAuditTrail(app.server.deps, running);
    expect(await problemsOf(client)).toEqual([]);
    await make('2036-03');
    await at('2037-05-02T12:00:00Z');
    expect(await pruneAuditTrail(app.server.deps)).toEqual({ months: 3, deleted: 1 });
    expect(await problemsOf(client)).toEqual([]);
    expect(await app.owner('SELECT n FROM audit_seals')).toEqual([{ n: 4 }]);
  });
});

describe('an altered row is found', () => {
  const IN_MONTH = '2038-06-05T00:00:00Z';
  const IN_DEFAULT = '2038-07-06T00:00:00Z';
  const NEW = '2038-07-19T00:00:00Z';
  let client: number;
  let other: number;
  beforeAll(async () => {
    [client, other] = [await clientOf(sender), await clientOf(neighbour)];
    await at('2038-07-20T12:00:00Z');
    await make('2038-06');
  });
  const begin = async () => {
    const rows = ['2038-05-03T00:00:00Z', IN_MONTH, '2038-06-10T00:00:00Z', IN_DEFAULT, '2038-07-10T00:00:00Z', NEW];
    await at('2038-07-20T12:00:00Z');
    await beginWith([
      [client, rows],
      [other, rows],
    ]);
  };

  test.each([
    ['changed', IN_MONTH, "UPDATE audit_log SET actor_name = 'nadie' WHERE client_id = $1 AND at = $2", 'row changed'],
    [
      'changed',
      IN_DEFAULT,
      "UPDATE audit_log SET actor_name = 'nadie' WHERE client_id = $1 AND at = $2",
      'row changed',
    ],
    ['removed', IN_MONTH, 'DELETE FROM audit_log WHERE client_id = $1 AND at = $2', 'row missing'],
    ['removed', IN_DEFAULT, 'DELETE FROM audit_log WHERE client_id = $1 AND at = $2', 'row missing'],
    [
      'removed with its seal',
      IN_MONTH,
      'WITH gone AS (DELETE FROM audit_log WHERE client_id = $1 AND at = $2) DELETE FROM audit_seals WHERE client_id = $1 AND at = $2',
      'seal missing before',
    ],
    [
      'removed with its seal as the newest one',
      NEW,
      'WITH gone AS (DELETE FROM audit_log WHERE client_id = $1 AND at = $2) DELETE FROM audit_seals WHERE client_id = $1 AND at = $2',
      'seal missing',
    ],
    [
      'removed with the seals of all of its month',
      IN_MONTH,
      `WITH gone AS (DELETE FROM audit_log WHERE client_id = $1 AND at < $2::timestamptz + interval '20 days' AND at >= $2)
       DELETE FROM audit_seals WHERE client_id = $1 AND at < $2::timestamptz + interval '20 days' AND at >= $2`,
      'seal missing',
    ],
  ])('if it was %s: %s', async (_, moment, statement, problem) => {
    await begin();
    await app.owner(statement, [client, moment]);
    expect([await problemsOf(client), await problemsOf(other)]).toEqual([[problem], []]);
  });

  test('within 14 nights, however old it is, and each night if it is new', async () => {
    await begin();
    const change = "UPDATE audit_log SET actor_name = 'nadie' WHERE client_id = $1 AND at = ANY ($2)";
    await app.owner(change, [client, [IN_MONTH, IN_DEFAULT, NEW]]);
    const found: number[] = [];
    const log = { ...app.server.deps.log, error: ({ clientId, n }: ChainProblem) => void found.push(clientId, n ?? 0) };
    for (let night = 0; night < 14; night++) {
      await at(`2038-07-${20 + (night % 12)}T06:30:00Z`);
      if (night > 11) await at(`2038-08-0${night - 11}T06:30:00Z`);
      await verifyAuditTrail({ ...app.server.deps, log: log as never }, running);
    }
    // The new one in two nights and then after 14 days.
    expect(found.toSorted((a, b) => a - b)).toEqual([2, 4, 6, 6, ...Array(4).fill(client)].toSorted((a, b) => a - b));
  });
});

test('the night makes the next months', async () => {
  await at('2039-11-30T12:00:00Z');
  await beginWith([]);
  await runNightlyMaintenance(app.server.deps, running);
  const made = await app.owner(`SELECT FROM pg_class WHERE relname ~ '^audit_(log|seals)_(2039_1[12]|2040_0[12])$'`);
  expect(made).toHaveLength(8);
});

test.each(['app', 'provider'])('the role %s reaches no partition directly, nor the ends of chains', async (role) => {
  const { db } = app.server.deps;
  const parts = await app.owner<{ name: string; isolated: boolean }>(
    `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS isolated FROM pg_class
     WHERE relkind = 'r' AND (relispartition OR relname = 'audit_heads') AND relname LIKE 'audit%'`,
  );
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.filter(({ isolated }) => !isolated)).toEqual([]);
  for (const { name } of parts)
    for (const statement of [
      `SELECT FROM ${name}`,
      `DELETE FROM ${name}`,
      `UPDATE ${name} SET at = at`,
      `INSERT INTO ${name} DEFAULT VALUES`,
    ]) {
      const work = (trx: Parameters<typeof runText>[0]) => runText(trx, statement);
      const done = role === 'app' ? db.withClient(1, work) : db.withProvider(work);
      await expect(done, statement).rejects.toMatchObject({ code: '42501' });
    }
});
