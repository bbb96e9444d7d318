import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Query } from '#server/db/statement.ts';
import {
  type ActivityCriteria,
  activityCount,
  activityRows,
  providerActivityCount,
  providerActivityRows,
} from '#server/people/audit/activity.store.ts';
import { userActions } from '#server/people/personal-data/user-data.store.ts';
import { createLog } from '#server/platform/log.ts';
import { DAY_MS, HOUR_MS } from '#shared/kit/time-units.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { fillDatabase } from '#tools/bench/prepare.ts';
import { readScans, readsWhole, rowsOf, visitedRows } from './query-plan.ts';

let server: TestDatabase;
let db: Database;
let client: number;
/** A user with few actions in the audit trail. */
let auditedUser: number;
/** The user with nearly all of them. */
let owner: number;

beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  [client = 0] = await fillDatabase(server.owner, { orders: 1000, clients: 1 });
  await addActivity();
  db = openDatabase({ connection: server.login, size: 2, prepare: true }, createLog('silent'));
});

afterAll(async () => {
  await db?.close();
  await server?.stop();
});

/** Adds a year of activity of the client: nearly all of it are orders of the owner, with a few other actions of another user. */
async function addActivity(): Promise<void> {
  const database = new pg.Client(server.owner);
  await database.connect();
  const added = await database.query<{ id: number }>(
    `INSERT INTO users (client_id, username, email, first_name, last_name, phone, password_hash)
     VALUES ($1, 'auditada', 'auditada@example.com', 'Ana', 'Paz', '', '-') RETURNING id`,
    [client],
  );
  auditedUser = Number(added.rows[0]?.id);
  await database.query(
    `SELECT make_audit_month(month::date)
     FROM generate_series(date_trunc('month', current_moment()) - interval '1 year', current_moment(), '1 month') month`,
  );
  await database.query(
    `INSERT INTO audit_log (client_id, at, actor_kind, actor_id, actor_name, action, target, network, request_id)
     SELECT $1, current_moment() - n * interval '5 minutes', 'user', u.id, u.username, CASE WHEN rare THEN 'user.role' ELSE 'order.create' END,
       'T' || n, '', ''
     FROM generate_series(1, 100000) n, LATERAL (SELECT n % 5000 = 0 AS rare) r,
       LATERAL (SELECT id, username FROM users WHERE client_id = $1 AND (username = 'auditada') = rare ORDER BY id LIMIT 1) u`,
    [client],
  );
  const most = await database.query<{ id: string }>(
    'SELECT actor_id AS id FROM audit_log WHERE client_id = $1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    [client],
  );
  owner = Number(most.rows[0]?.id);
  await database.query('ANALYZE audit_log');
  await database.end();
}

const activity = (criteria: Omit<ActivityCriteria, 'clientId'>) => ({ clientId: client, ...criteria });
const someRows = { limit: 50 };

/** Lists of a company. */
const ofCompany: [string, () => Query][] = [
  ['the activity', () => activityRows(activity({}), someRows)],
  ['activity of a rare action', () => activityRows(activity({ action: 'user.role' }), someRows)],
  ['activity of the commonest action', () => activityRows(activity({ action: 'order.create' }), someRows)],
  [
    'activity of a user who does little',
    () => activityRows(activity({ actor: { users: [auditedUser], provider: false } }), someRows),
  ],
  ['activity of a number', () => activityRows(activity({ target: 'T99' }), someRows)],
  ['the number of rare actions', () => activityCount(activity({ action: 'user.role' }), 10_000)],
  [
    'the number of a user’s actions',
    () => activityCount(activity({ actor: { users: [auditedUser], provider: false } }), 10_000),
  ],
];

/** Rows that a company's list may visit. The client has 100,000. */
const MOST_ROWS = 1500;

/** A moment within the year of activity, in microseconds. */
const midyear = () => (Date.now() - 180 * DAY_MS) * 1000;

test.each(['auditada', 'the owner'])('the export of a user’s data reads the next rows alone: %s', async (who) => {
  const user = who === 'auditada' ? auditedUser : owner;
  const statement = userActions(client, user, { after: { at_us: midyear(), id: 0 }, limit: 1000 });
  const { readWhole, rows } = await visitedRows(db, client, statement, 'custom');
  expect(readWhole).toEqual([]);
  expect(rows).toBeLessThan(MOST_ROWS);
});

test.each(ofCompany)('with a plan of its own %s visits few rows', async (_name, statement) => {
  const { readWhole, rows } = await visitedRows(db, client, statement(), 'custom');
  expect(readWhole).toEqual([]);
  expect(rows).toBeLessThan(MOST_ROWS);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const everybody = (criteria: Omit<ActivityCriteria, 'clientId'>) => ({ clientId: null, ...criteria });
const byName = (name: string) => ({ actor: { anyOf: [{ name }, { kind: 'user', id: auditedUser }] } });

const byDigits = { actor: { anyOf: [{ name: '70' }, ...['user', 'staff', 'key'].map((kind) => ({ kind, id: 70 }))] } };

const ofAll: [string, () => ActivityCriteria][] = [
  ['everything', () => everybody({})],
  ['a day', () => everybody({ from: hoursAgo(48), before: hoursAgo(24) })],
  ['a rare action', () => everybody({ action: 'user.role' })],
  ['an action that nobody did', () => everybody({ action: 'terms.accept' })],
  ['an everyday action that nobody did', () => everybody({ action: 'label.print' })],
  ['an everyday action that nobody of a client did', () => ({ clientId: client, action: 'label.print' })],
  ['an everyday action of long ago', () => everybody({ action: 'label.print', before: hoursAgo(24 * 300) })],
  ['the commonest action', () => everybody({ action: 'order.create' })],
  ['an actor by name or e-mail', () => everybody(byName('auditada'))],
  ['an actor by digits, a name or an id', () => everybody(byDigits)],
  ['an actor who did nothing', () => everybody(byName('nadie'))],
  ['an actor by id', () => everybody({ actor: { id: auditedUser } })],
  ['a key that did nothing', () => everybody({ actor: { kind: 'key', id: 5 } })],
];

test.each(ofAll)('the provider’s activity of all clients visits few rows: %s', async (_name, criteria) => {
  const { text, values } = providerActivityRows(criteria(), someRows);
  const scans = await db.withProvider((trx) => readScans(trx, text, values));
  expect(scans.filter(readsWhole)).toEqual([]);
  expect(scans.reduce((sum, node) => sum + rowsOf(node), 0)).toBeLessThanOrEqual(4 * someRows.limit);
});

test.each(ofAll)('the provider’s activity counts no more rows than pages reach: %s', async (_name, criteria) => {
  const { text, values } = providerActivityCount(criteria(), 1000);
  const scans = await db.withProvider((trx) => readScans(trx, text, values));
  expect(scans.reduce((sum, node) => sum + rowsOf(node), 0)).toBeLessThanOrEqual(2000);
});
