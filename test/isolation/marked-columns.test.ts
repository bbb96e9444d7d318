import { expect, test } from 'vitest';
import { sharedApp } from '#test/app/shared-app.ts';
import { MARKED_COLUMNS } from './marked-data.ts';

const { app } = await sharedApp();

/** Columns of texts that need no mark in answers to the public and the provider, by reason and table. */
const UNMARKED: Record<string, Record<string, string>> = {
  'of the company and its goods': {
    clients: 'razon_social nombre_empresa cuit buyer_email buyer_phone',
    users: 'username email',
    user_invitations: 'email',
    email_changes: 'email',
    sender_addresses: 'street_name street_number floor apartment neighborhood_name zip_code city state other_info',
    manifests: 'sender_address',
    orders: 'sender_name sender_address',
    products: 'sku sku_key barcode description search_norm',
    package_presets: 'name',
    shipment_items: 'sku name',
    stock_skus: 'sku sku_key description shelf',
    stock_lots: 'lot',
    stock_receipts: 'receipt_id sent',
    stock_returns: 'units',
    batches: 'file_name mapping',
    batch_mappings: 'headers_key mapping',
    user_factors: 'name',
  },
  'read by no call of the public and the provider': {
    batch_rows: 'outcome problems doubts cells',
    idempotency_keys: 'key call response',
    modification_requests: 'replaced',
    orders: 'name_norm',
    users: 'password_hash',
    user_factors: 'kind credential_id transports',
    sessions: 'device network',
    one_time_tokens: 'purpose',
  },
  'without personal data, which response-shapes.test.ts tests': {
    audit_log: 'actor_kind actor_name action target fields details network request_id',
  },
  'a town, or the number of a house, which names nobody alone': {
    orders: 'street_number zip_code state province city',
    manifest_shipments: 'zip_code city',
    shipments: 'province',
    shipment_counts: 'province',
    delivery_results: 'province',
  },
  'ids, states and the provider’s names': {
    orders: 'tracking_id order_id order_norm pickup_point order_state state_group init_point last_modification_state',
    order_counts: 'state_group',
    order_updated_counts: 'state_group',
    modification_requests: 'order_id tracking_id state',
    reschedule_requests: 'label order_id state',
    shipments: 'label state_code pickup_point_code',
    shipment_events: 'state_code event_id actor_kind actor_name',
    shipment_state_counts: 'state_code',
    event_corrections: 'corrected_by',
    delivery_results: 'ended failure',
    label_deliveries: 'format',
    provider_prints: 'format printed_by',
    print_configs: 'default_format',
    manifests: 'state created_by closed_by',
    manifest_shipments: 'label order_id',
    fulfillment_orders: 'order_id tracking_id status labels',
    merchant_orders: 'preference_id init_point payment_id provider_status attention attention_closed',
    merchant_order_lines: 'order_id tracking_id',
    provider_payments: 'payment_id status currency',
    payment_closures: 'attention closed_by',
    client_tariffs: 'created_by',
    queue_marks: 'queue',
    open_items: 'kind',
    batches: 'state',
    users: 'role',
    user_invitations: 'role',
  },
};

test('every stored text of a client is marked where leaks are looked for, or is listed with a reason', async () => {
  const columns = await app.owner<{ name: string }>(
    `SELECT relname || '.' || attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity AND NOT relispartition AND attnum > 0 AND NOT attisdropped
       AND atttypid = ANY ('{text,varchar,bpchar,jsonb,json,text[]}'::regtype[])`,
  );
  const listed = Object.values(UNMARKED).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
  );
  expect([...MARKED_COLUMNS, ...listed].sort()).toEqual(columns.map(({ name }) => name).sort());
});
