import { expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { sharedApp } from '#test/app/shared-app.ts';

const { app } = await sharedApp();

test('the role provider reads no password or session of a client', async () => {
  const granted = await app.owner<{ name: string }>(`
    SELECT DISTINCT table_name AS name FROM information_schema.column_privileges
    WHERE grantee = 'provider' AND table_schema = 'public' ORDER BY 1`);
  expect(granted.map(({ name }) => name)).toEqual([
    'audit_log',
    'calendar_days',
    'client_tariffs',
    'clients',
    'fulfillment_orders',
    'manifest_shipments',
    'manifests',
    'merchant_orders',
    'modification_requests',
    'orders',
    'pickup_points',
    'product_categories',
    'provider_keys',
    'queue_marks',
    'rate_limits',
    'reference_version',
    'reschedule_requests',
    'sender_addresses',
    'setup_checks',
    'shipment_items',
    'shipments',
    'staff',
    'staff_backup_codes',
    'staff_factors',
    'staff_invitations',
    'staff_notes',
    'staff_sessions',
    'staff_tokens',
    'stock_lots',
    'stock_skus',
    'tariffs',
    'terms',
    'users',
    'zip_codes',
  ]);
  const secrets = await app.owner(`
    SELECT FROM information_schema.column_privileges
    WHERE grantee = 'provider'
      AND (column_name LIKE 'password%' AND table_name NOT LIKE 'staff%' OR privilege_type = 'DELETE')`);
  expect(secrets).toEqual([]);
});

/** Tables whose rows contain receivers, or texts that may name one. */
const WITH_PERSONS = `('orders', 'shipments', 'modification_requests', 'reschedule_requests')`;

test('the role provider reads no person outside a client’s transaction but by the search function', async () => {
  const columns = await app.owner<{ name: string; columns: string }>(`
    SELECT table_name AS name, string_agg(column_name, ' ' ORDER BY column_name) AS columns
    FROM information_schema.column_privileges
    WHERE grantee = 'provider' AND table_name IN ${WITH_PERSONS} AND privilege_type = 'SELECT' GROUP BY 1 ORDER BY 1`);
  expect(columns).toEqual([
    {
      name: 'modification_requests',
      columns: 'client_id decided_at decided_by decided_by_staff id order_id order_pk requested_at state tracking_id',
    },
    { name: 'orders', columns: 'city client_id created_at id order_id pickup_address_id state tariff_id tracking_id' },
    {
      name: 'reschedule_requests',
      columns: 'client_id decided_at decided_by decided_by_staff id label order_id requested_at shipment_id state',
    },
    {
      name: 'shipments',
      columns:
        'adjustment_cents client_id collected_on cost_cents created_at delivery_mode due_on id label label_outdated measured_adjustment_cents measured_doubt_at n order_pk printed promise_after promise_days promised_on state state_at state_code weight_g',
    },
  ]);
  const writes = await app.owner(`
    SELECT FROM information_schema.column_privileges
    WHERE grantee = 'provider' AND table_name IN ${WITH_PERSONS} AND privilege_type <> 'SELECT'`);
  expect(writes).toEqual([]);
  const functions = await app.owner<{ name: string }>(`
    SELECT proname AS name FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
      AND prorettype <> 'trigger'::regtype AND has_function_privilege('provider', oid, 'EXECUTE')
      AND prosrc ~* '(FROM|JOIN|UPDATE)\\s+(orders|shipments|shipment_events|batch_rows)\\M' ORDER BY 1`);
  expect(functions.map(({ name }) => name)).toEqual(['find_shipments']);
});

test.each(['app', 'public'])('the search over all clients is refused to the role %s', async (role) => {
  const granted = await app.owner(
    `SELECT FROM information_schema.routine_privileges WHERE routine_name = 'find_shipments' AND lower(grantee) = $1`,
    [role],
  );
  expect(granted).toEqual([]);
});

/** Runs a statement as the role provider with a client set. Returns its SQLSTATE. */
async function asProvider(statement: string): Promise<string> {
  const work = app.server.deps.db.withProvider(async (trx) => {
    await runText(trx, "SELECT set_config('app.client_id', '1', true)");
    await runText(trx, statement);
    // Rolls back: other tests use the database, too.
    throw new Permitted();
  });
  return work.catch((error: { code?: string }) =>
    error instanceof Permitted ? 'done' : (error.code ?? String(error)),
  );
}

class Permitted extends Error {}

/** SQLSTATE of a refused access. */
const NOT_PERMITTED = '42501';

test('the role provider is refused all other access, for any client', async () => {
  const readable = [
    'audit_log',
    'calendar_days',
    'client_tariffs',
    'fulfillment_orders',
    'manifests',
    'merchant_orders',
    'provider_keys',
    'pickup_points',
    'product_categories',
    'queue_marks',
    'rate_limits',
    'reference_version',
    'setup_checks',
    'staff',
    'staff_backup_codes',
    'staff_factors',
    'staff_invitations',
    'staff_notes',
    'staff_sessions',
    'staff_tokens',
    'stock_lots',
    'stock_skus',
    'tariffs',
    'terms',
    'zip_codes',
  ];
  const tables = await app.owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  for (const { name } of tables) {
    const expected = readable.includes(name) || name === 'clients' ? 'done' : NOT_PERMITTED;
    expect(await asProvider(`SELECT * FROM ${name} LIMIT 1`), name).toBe(expected);
    const own = ['staff_backup_codes', 'staff_factors', 'staff_tokens'];
    const open = ['calendar_days', 'queue_marks', 'rate_limits', 'staff_notes', 'zip_codes', ...own];
    const deletes = open.includes(name) ? 'done' : NOT_PERMITTED;
    expect(await asProvider(`DELETE FROM ${name}`), name).toBe(deletes);
    expect(await asProvider(`TRUNCATE ${name}`), name).toBe(NOT_PERMITTED);
  }
});

test.each([
  'SELECT password_hash FROM users',
  'SELECT password_epoch FROM users',
  'SELECT u FROM users u',
  "UPDATE users SET username = 'x'",
  "UPDATE users SET role = 'owner', suspended_at = NULL",
  "UPDATE users SET password_hash = 'x'",
  'UPDATE clients SET created_at = current_moment()',
  'UPDATE clients SET terms_accepted = 1',
  'UPDATE calendar_days SET works = NOT works',
  'UPDATE reference_version SET version = gen_random_uuid()',
  "UPDATE tariffs SET valid_from = '2000-01-01'",
  "UPDATE terms SET text = ''",
  "UPDATE audit_log SET action = ''",
  'SELECT FROM audit_seals',
  "UPDATE provider_keys SET hash = '', name = ''",
  "UPDATE staff SET email = 'x@example.com'",
  'UPDATE staff_sessions SET staff_id = 1, expires_at = current_moment()',
  'UPDATE staff_invitations SET staff_id = 1, expires_at = current_moment()',
  "UPDATE staff_backup_codes SET hash = ''",
  'UPDATE staff_tokens SET staff_id = 1, expires_at = current_moment()',
  "UPDATE staff_factors SET public_key = '', staff_id = 1",
  "UPDATE modification_requests SET state = 'Aprobado'",
  "UPDATE reschedule_requests SET state = 'Aprobado'",
  "UPDATE staff_notes SET text = 'x', author_staff = 1",
  'UPDATE merchant_orders SET state = 56',
  "UPDATE fulfillment_orders SET status = 'Cancelado'",
  'SELECT receiver_name, receiver_phone, document, email FROM orders',
  'SELECT name_norm FROM orders',
  'SELECT before, after FROM modification_requests',
  'SELECT reason FROM modification_requests',
  'SELECT note FROM reschedule_requests',
  'SELECT o FROM orders o',
  'SELECT value_cents FROM shipments',
  'SELECT FROM shipment_events',
  'SELECT FROM tracking_directory',
  'SELECT FROM merchant_order_lines',
  'SELECT FROM dev_checkouts',
  'SELECT FROM find_session(gen_random_uuid()) f JOIN sessions s ON s.client_id = f',
  'CREATE TABLE mine (a integer)',
  'SET LOCAL ROLE remito_owner',
])('the role provider may not: %s', async (statement) => {
  expect(await asProvider(statement)).toBe(NOT_PERMITTED);
});
