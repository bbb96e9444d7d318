import { expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { sharedApp } from '#test/app/shared-app.ts';

const { app } = await sharedApp();

/** Tables that are read before the client is known: a few unique keys, unreadable for the role app. */
const DIRECTORY = [
  'merchant_order_directory',
  'provider_payment_directory',
  'session_directory',
  'token_directory',
  'tracking_directory',
  'user_directory',
];

/** The provider's own tables, shared by all clients. */
const PROVIDERS = [
  'calendar_days',
  'demonstration',
  'dev_checkout_payments',
  'dev_checkouts',
  'dev_mailbox',
  'manifest_numbers',
  'provider_keys',
  'pickup_points',
  'product_categories',
  'reference_version',
  'schema_functions',
  'schema_migrations',
  'setup_checks',
  'staff',
  'staff_backup_codes',
  'staff_factors',
  'staff_invitations',
  'staff_sessions',
  'staff_tokens',
  'tariffs',
  'terms',
  'rate_limits',
  'zip_codes',
];

const tables = () =>
  app.owner<{ name: string; owned: boolean; forced: boolean; policies: number }>(`
    SELECT c.relname AS name,
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'client_id') AS owned,
      c.relrowsecurity AND c.relforcerowsecurity AS forced,
      (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`);

test('every table belongs to clients, to the directory or to the provider', async () => {
  const all = await tables();
  const known = [...DIRECTORY, ...PROVIDERS];
  expect(all.filter(({ owned, name }) => !owned && !known.includes(name))).toEqual([]);
});

/** Tables of which the provider reads all clients' rows: its clients, its pending work, their payments. */
const SEEN_BY_PROVIDER = [
  'clients',
  'fulfillment_orders',
  'merchant_orders',
  'modification_requests',
  'reschedule_requests',
  'users',
  'orders',
  'shipments',
  'shipment_items',
  'queue_marks',
  'staff_notes',
  'client_tariffs',
  'sender_addresses',
  'manifests',
  'manifest_shipments',
  'stock_lots',
  'stock_skus',
];

test('row-level security is forced on every table of a client', async () => {
  const owned = (await tables()).filter(({ owned, name }) => owned && !DIRECTORY.includes(name));
  expect(owned.length).toBeGreaterThan(10);
  // Calls without a session add to the audit trail of the account that they found.
  const expected = (name: string) => (name === 'audit_log' ? 4 : SEEN_BY_PROVIDER.includes(name) ? 3 : 2);
  expect(owned.filter(({ name, forced, policies }) => !forced || policies !== expected(name))).toEqual([]);
});

test('the role app has no access to the staff', async () => {
  const granted = await app.owner(
    `SELECT FROM information_schema.column_privileges WHERE grantee = 'app' AND table_name LIKE 'staff%'`,
  );
  expect(granted).toEqual([]);
});

test('the role app can’t read the directory, can’t change counters and owns nothing', async () => {
  const grants = await app.owner<{ name: string; privilege: string }>(`
    SELECT table_name AS name, privilege_type AS privilege FROM information_schema.table_privileges
    WHERE grantee = 'app' AND table_schema = 'public'`);
  expect(grants.filter(({ name }) => DIRECTORY.includes(name))).toEqual([]);
  expect(grants.filter(({ name, privilege }) => name.endsWith('_counts') && privilege !== 'SELECT')).toEqual([]);
  const owned = await app.owner(`SELECT FROM pg_class WHERE relowner = 'app'::regrole`);
  expect(owned).toEqual([]);
});

test('client_id comes first in every key and index of a client’s table', async () => {
  const late = await app.owner(
    `
    SELECT t.relname AS "table", i.relname AS index
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'client_id'
    WHERE t.relnamespace = 'public'::regnamespace AND NOT t.relispartition AND x.indkey[0] <> a.attnum AND t.relname <> ALL ($1)
    ORDER BY 1, 2`,
    [DIRECTORY],
  );
  // One job seals the new rows of all clients, and the provider counts the clients with one CUIT. Its queues and its search
  // of shipments go over all clients, as do its activity and the numbers of its manifests.
  expect(late).toEqual([
    { table: 'audit_log', index: 'audit_by_actor' },
    { table: 'audit_log', index: 'audit_by_actor_name' },
    { table: 'audit_log', index: 'audit_by_time' },
    { table: 'audit_log', index: 'audit_of_all_by_action' },
    { table: 'audit_seals', index: 'audit_seals_by_time' },
    { table: 'clients', index: 'clients_cuit' },
    { table: 'fulfillment_orders', index: 'fulfillment_orders_waiting_all' },
    { table: 'manifests', index: 'manifests_number' },
    { table: 'merchant_orders', index: 'merchant_orders_attention_all' },
    { table: 'modification_requests', index: 'modification_requests_waiting' },
    { table: 'orders', index: 'orders_any_document' },
    { table: 'orders', index: 'orders_any_number' },
    { table: 'orders', index: 'orders_any_phone' },
    { table: 'orders', index: 'orders_email' },
    { table: 'queue_marks', index: 'queue_marks_assigned' },
    { table: 'queue_marks', index: 'queue_marks_old' },
    { table: 'reschedule_requests', index: 'reschedule_requests_waiting' },
    { table: 'shipments', index: 'shipments_in_trouble' },
    { table: 'shipments', index: 'shipments_measured_doubt' },
    { table: 'shipments', index: 'shipments_moving' },
    { table: 'shipments', index: 'shipments_promised' },
    { table: 'stock_lots', index: 'stock_lots_dated' },
    { table: 'users', index: 'users_by_email' },
  ]);
});

test('nobody but the owner changes or deletes a row of the audit trail', async () => {
  const grants = await app.owner(`
    SELECT grantee, privilege_type FROM information_schema.table_privileges
    WHERE table_name LIKE 'audit%' AND grantee <> current_user AND privilege_type NOT IN ('SELECT', 'INSERT')`);
  expect(grants).toEqual([]);
});

test('every index of orders and shipments has a comment with its query', async () => {
  const unread = await app.owner(`
    SELECT indexrelid::regclass::text AS name FROM pg_index
    WHERE indrelid IN ('orders'::regclass, 'shipments'::regclass)
      AND coalesce(obj_description(indexrelid, 'pg_class'), '') !~ '^(Finds|Serves) '`);
  expect(unread).toEqual([]);
});

test('a reference between clients’ tables contains the client on both sides', async () => {
  const loose = await app.owner(`
    SELECT c.conname FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attname = 'client_id'
    JOIN pg_attribute f ON f.attrelid = c.confrelid AND f.attname = 'client_id'
    WHERE c.contype = 'f' AND (c.conkey[1] <> a.attnum OR c.confkey[1] <> f.attnum)`);
  expect(loose).toEqual([]);
});

test('every client’s table has a key, and can be distributed by client', async () => {
  // Requirements of a distributed database (Citus): the provider's tables can be copied to each machine; the directory
  // can't be between two rows of a client.
  const keyless = await app.owner(
    `SELECT c.relname AS "table" FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'client_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary AND x.indkey[0] = a.attnum)`,
    [DIRECTORY],
  );
  expect(keyless).toEqual([]);
  const references = await app.owner<{ from: string; to: string; action: string }>(`
    SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to", confdeltype::text || confupdtype::text AS action
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  const isShared = (name: string) => PROVIDERS.includes(name);
  const isClients = (name: string) => !isShared(name) && !DIRECTORY.includes(name);
  expect(references.length).toBeGreaterThan(30);
  expect(references.filter(({ from, to }) => !isShared(to) && !(isClients(from) && isClients(to)))).toEqual([]);
  // SET NULL and SET DEFAULT would also change the client.
  expect(references.filter(({ action }) => /[nd]/.test(action))).toEqual([]);
});

test('functions that run as their owner set their search path', async () => {
  const open = await app.owner(`
    SELECT proname FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
      AND NOT coalesce(proconfig::text LIKE '%search_path=public, pg_temp%', false)`);
  expect(open).toEqual([]);
});

/** SQLSTATE of a refused access. */
const NOT_PERMITTED = '42501';

test.each([
  'UPDATE clients SET approved_at = current_moment()',
  'UPDATE clients SET blocked_at = NULL, blocked_reason = NULL',
  'UPDATE clients SET prepago = false',
  'UPDATE users SET blocked_at = NULL, blocked_reason = NULL',
  "UPDATE users SET email = 'x@example.com'",
  'SELECT revoke_sessions(2, NULL, current_moment())',
  'SELECT revoke_links(2, 1, current_moment())',
  'SELECT stop_recovery(2, 1, current_moment())',
  'UPDATE users SET email_corrected_at = NULL',
])('a client can’t decide for the provider: %s', async (statement) => {
  const work = app.server.deps.db.withClient(1, (trx) => runText(trx, statement));
  await expect(work).rejects.toMatchObject({ code: NOT_PERMITTED });
});
