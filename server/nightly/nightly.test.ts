import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { maskStep } from '#server/people/personal-data/mask-receivers.ts';
import { exportFailedRows, readBatch } from '#shared/bulk/batches.ts';
import { DAY_MS, HOUR_MS } from '#shared/kit/time-units.ts';
import { orderLabels } from '#shared/orders/labels.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import { tablesThatContain } from '#test/app/tables-that-contain.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { type ProviderClient, providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, receiver } from '#test/fixtures/order-factory.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { bulkCells, bulkText, finished, upload } from '#test/texts/bulk-file-factory.ts';
import { nightly, runNightlyMaintenance } from './nightly.ts';

const THEN = new Date(Date.now() - 500 * DAY_MS);
const later = (days: number) => new Date(THEN.getTime() + days * DAY_MS);

/** Markers in every personal field, which occur nowhere else. */
const PERSON = ['Quetzalcoatl', '31987654', '2215550199', 'Xochimilco', '98765'];

const person = () =>
  receiver(
    {
      first_name: 'Quetzalcoatl',
      last_name: 'Quetzalcoatl',
      receiver_name: 'Quetzalcoatl Quetzalcoatl',
      document: '31987654',
      email: 'quetzalcoatl@example.com',
      receiver_phone: '2215550199',
    },
    {
      street_name: 'Xochimilco',
      street_number: '98765',
      floor: '98765',
      apartment: 'Xochimil',
      between_1: 'Xochimilco',
      between_2: 'Xochimilco',
      neighborhood_name: 'Xochimilco',
      other_info: 'Preguntar por Quetzalcoatl',
    },
  );

let mail: FakeMailServer;
let app: TestApp;
let provider: ProviderClient;
const log: string[] = [];
beforeAll(async () => {
  mail = await startFakeMailServer();
  const settings = { SMTP_URL: mail.url, RETENTION_DAYS: '90', LOG_LEVEL: 'info' };
  app = await startTestApp(settings, { onLog: (line) => log.push(line), keepsSchedules: true });
  provider = await startProviderClient(app.server.deps, app);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const night = () => runNightlyMaintenance(app.server.deps, new AbortController().signal);

async function order({ token }: Sender, changes: Record<string, unknown> = {}) {
  const body = newOrder({ receiver: person(), ...changes });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await app.call(createOrder, { token, body, headers });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.results;
}

/** Records the events of a shipment up to its delivery at a time, with a free-text reason. */
async function deliver(tracking: string, at: Date): Promise<void> {
  const hours = (n: number) => new Date(at.getTime() - n * HOUR_MS);
  const label = `${tracking}-1`;
  const reason = 'Lo recibió Quetzalcoatl';
  const outcomes = await provider.sendEvents(
    providerEvent(label, 'retirado', hours(3)),
    providerEvent(label, 'en_curso', hours(2.5)),
    providerEvent(label, 'no_entregado', hours(2), { reason: 'Destinatario ausente' }),
    providerEvent(label, 'en_curso', hours(1)),
    providerEvent(label, 'entregado', at, { reason }),
  );
  expect(new Set(outcomes)).toEqual(new Set(['recorded']));
}

const tablesThatKnow = (clientId?: number) => tablesThatContain(app, PERSON, clientId);

test('the nightly job deletes expired rows and keeps valid ones', async () => {
  app.setTime(null);
  const sender = await signUp(app, mail);
  await order(sender, { receiver: receiver() });
  const counts = async () =>
    (
      await app.owner<Record<string, number>>(`SELECT
        (SELECT count(*)::int FROM idempotency_keys) AS keys, (SELECT count(*)::int FROM sessions) AS sessions,
        (SELECT count(*)::int FROM session_directory) AS session_ids,
        (SELECT count(*)::int FROM one_time_tokens) AS tokens, (SELECT count(*)::int FROM token_directory) AS token_ids`)
    )[0];
  await night();
  const now = await counts();
  expect(now).toMatchObject({ sessions: 1, session_ids: 1 });
  expect(now?.keys).toBeGreaterThan(0);
  expect((await app.call(listOrders, { token: sender.token })).status).toBe(200);
  await app.owner("INSERT INTO rate_limits VALUES ('x', 1, current_moment(), current_moment())");
  app.setTime(new Date(Date.now() + 40 * DAY_MS));
  await night();
  expect(await counts()).toEqual({ keys: 0, sessions: 0, session_ids: 0, tokens: 0, token_ids: 0 });
  expect(await app.owner("SELECT FROM rate_limits WHERE key = 'x'")).toEqual([]);
});

test('an order is masked with all its copies 90 days after its end, and later orders are not', async () => {
  app.setTime(THEN);
  const sender = await signUp(app, mail);
  const [old, young, open] = [await order(sender), await order(sender), await order(sender)];
  const edit = orderEdit({ receiver_name: 'Quetzalcoatl', email: 'q@example.com', address_street_name: 'Xochimilco' });
  const changed = await app.call(requestModification, { token: sender.token, params: { id: old.id }, body: edit });
  expect(changed.body.results.state).toBe('Aprobado');
  const rows = [bulkCells(1, { nombre: 'Quetzalcoatl', email: 'mal', documento: '31987654', calle: 'Xochimilco' })];
  const { body: sent } = await upload(app, sender.token, bulkText(rows));
  await finished(app, sender.token, sent.results.id);
  await app.owner(
    "INSERT INTO dev_mailbox (recipient, subject, text, html, sent_at) VALUES ('a', 'b', 'Quetzalcoatl', '', $1)",
    [THEN],
  );
  app.setTime(later(2));
  await deliver(old.tracking_id, later(1));
  app.setTime(later(40));
  await deliver(young.tracking_id, later(39));
  const [{ client_id: clientId = 0 } = {}] = await app.owner<{ client_id: number }>(
    'SELECT client_id FROM orders WHERE id = $1',
    [old.id],
  );
  await app.owner(
    `INSERT INTO reschedule_requests (client_id, shipment_id, label, order_id, state, wanted_on, note, reason, requested_by,
       requested_at, decided_at)
     SELECT s.client_id, s.id, s.label, '', 'Rechazado', '2026-03-10', 'Tocar a Quetzalcoatl', 'Quetzalcoatl no está', u.id, $2, $2
     FROM shipments s JOIN users u USING (client_id) WHERE s.order_pk = $1`,
    [old.id, later(1)],
  );
  expect(await tablesThatKnow()).toEqual(
    expect.arrayContaining([
      'orders',
      'modification_requests',
      'reschedule_requests',
      'batch_rows',
      'shipment_events',
      'dev_mailbox',
    ]),
  );

  // Just before masking is due: the last event was recorded on the second day.
  app.setTime(later(92));
  await night();
  let token = await logIn(app, sender.username, sender.password);
  const read = async (id: number) => (await app.call(readOrder, { token, params: { id } })).body.results;
  expect((await read(old.id)).receiver.receiver_name).toBe('Quetzalcoatl');

  app.setTime(later(93));
  log.length = 0;
  const { jobs, db } = app.server.deps;
  await db.withoutClient((trx) => jobs.enqueue(trx, nightly, {}));
  await expect.poll(() => log.filter((line) => line.includes('"event":"nightly"')).length).toBe(1);
  expect(log.at(-1)).toMatch(/"masked":1,"corrected":0,.*"complete":true/);

  token = await logIn(app, sender.username, sender.password);
  expect((await read(old.id)).receiver).toMatchObject({
    receiver_name: 'Dato borrado',
    first_name: 'Dato borrado',
    last_name: '',
    email: '',
    receiver_phone: '',
    document: '',
    address_street_name: 'Dato borrado',
    address_zip_code: '1059',
    address_city: 'CABA',
  });
  for (const { id } of [young, open]) {
    expect((await read(id)).receiver).toMatchObject({ document: '31987654', address_street_name: 'Xochimilco' });
  }
  const found = await app.call(listOrders, { token, query: { filter: { client: 'quetzal' } } });
  expect(found.body.results.map(({ id }) => id).sort()).toEqual([young.id, open.id].sort());
  const path = orderLabels.path.replace(':id', String(old.id)).replace(':orderId', old.order_id);
  expect((await app.fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status).not.toBe(200);
  const batch = (await app.call(readBatch, { token, params: { id: sent.results.id } })).body;
  expect(batch).toMatchObject({ filas: 1, errores: 1 });
  const failed = await app.fetch(`/api${exportFailedRows.path.replace(':id', String(sent.results.id))}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([failed.status, PERSON.filter((word) => JSON.stringify(batch).includes(word))]).toEqual([200, []]);
  // A known reason isn't personal data, so it is kept.
  const reasons = await app.owner<{ reason: string }>(
    `SELECT e.reason FROM shipment_events e JOIN shipments s ON s.id = e.shipment_id
     WHERE s.order_pk = $1 AND e.reason IS NOT NULL ORDER BY e.at`,
    [old.id],
  );
  expect(reasons.map(({ reason }) => reason)).toEqual(['Destinatario ausente', 'Dato borrado']);
  expect(await findInconsistencies(app.owner, [clientId])).toEqual([]);
  expect(await counterDrift(app.owner)).toEqual([]);

  // Once the other orders are due too, no table contains a marker.
  const stands = () => app.owner('SELECT xmin::text, id FROM orders WHERE id = $1', [old.id]);
  const before = await stands();
  app.setTime(later(95));
  await deliver(open.tracking_id, later(94));
  app.setTime(later(200));
  await night();
  expect(await stands()).toEqual(before);
  expect(await tablesThatKnow()).toEqual([]);
});

test('masking affects one client at a time and skips an order with a pending modification request', async () => {
  app.setTime(later(300));
  const [mine, theirs] = [await signUp(app, mail), await signUp(app, mail)];
  const [first, second] = [await order(mine), await order(theirs)];
  app.setTime(later(301));
  for (const { tracking_id } of [first, second]) await deliver(tracking_id, later(301));
  const ids = await app.owner<{ id: number; client_id: number }>(
    'SELECT id, client_id FROM orders WHERE id = ANY($1)',
    [[first.id, second.id]],
  );
  const clientOf = (id: number) => ids.find((one) => one.id === id)?.client_id ?? 0;
  app.setTime(later(400));
  const { db } = app.server.deps;
  const due = { before: later(399), now: later(400) };
  const masked = await db.withClient(clientOf(first.id), (trx) => maskStep(trx, due));
  expect(masked).toBe(1);
  expect(await tablesThatKnow(clientOf(first.id))).toEqual([]);
  expect(await tablesThatKnow(clientOf(second.id))).toContain('orders');
  // Simulates a pending request that was added in the meantime.
  await app.owner(
    `INSERT INTO modification_requests (client_id, order_pk, order_id, tracking_id, state, before, after,
       cost_before_cents, cost_after_cents, requested_by, requested_at)
     SELECT o.client_id, o.id, o.order_id, o.tracking_id, 'Pendiente', '{}', '{}', o.rate_cents, o.rate_cents, u.id, $2
     FROM orders o JOIN users u USING (client_id) WHERE o.id = $1`,
    [second.id, later(399)],
  );
  await night();
  expect(await tablesThatKnow(clientOf(second.id))).toContain('orders');
});

test('counter drift is corrected at night and logged', async () => {
  app.setTime(null);
  await app.owner("UPDATE order_counts SET n = n + 7 WHERE day = '-infinity'");
  await app.owner('DELETE FROM shipment_state_counts');
  expect(await counterDrift(app.owner)).not.toEqual([]);
  await night();
  expect(await counterDrift(app.owner)).toEqual([]);
  expect(log.filter((line) => line.includes('"event":"counter_drift"')).length).toBeGreaterThan(0);
});

test('the nightly job and the seals of the audit trail are scheduled once per cluster', async () => {
  expect(await app.owner('SELECT name, cron, timezone FROM pgboss.schedule ORDER BY name')).toEqual([
    { name: 'audit-seal', cron: '* * * * *', timezone: 'America/Argentina/Buenos_Aires' },
    { name: 'nightly', cron: '30 3 * * *', timezone: 'America/Argentina/Buenos_Aires' },
  ]);
});
