import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchOrderLabels, batchOrderZpl, batchShipmentLabels, batchShipmentZpl } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { publicStates } from '#shared/orders/shipments.ts';
import { clientShipments } from '#shared/orders/staff-shipments.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { openStream } from '#test/callers/change-stream.ts';
import { CLIENT_READS } from '#test/callers/client-reads.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { contractFields } from '#test/sources/contract-fields.ts';
import { scaled } from '#test/test-scale.ts';
import { type IsolationFixture, startIsolationFixture } from './isolation-fixture.ts';
import { ownPath } from './isolation-slots.ts';
import { markerOrder } from './marker-factory.ts';

// The leak check covers every response in this file (leak-check.ts).
let world: IsolationFixture;
beforeAll(async () => {
  world = await startIsolationFixture(scaled(2, 8));
});
afterAll(() => world?.stop());

/** Calls whose responses contain none of the client’s own texts. */
const WITHOUT_CLIENT_TEXT = [
  'newestTerms',
  'readPrintConfig',
  'countOrders',
  'testLabel',
  'testLabelZpl',
  'productCategories',
  'findZipCodes',
  'listedZipCodes',
  'provincesOfZipCode',
  'deliveryModes',
  'shipmentStateList',
  'shipmentTotals',
  'findPickupPoints',
  'readDeliveryResults',
  'listSessions',
  'readEmailChange',
  'readFactor',
  'listPasskeys',
];

test.each(CLIENT_READS)('%s returns nothing about other clients for any search', async (call) => {
  for (const me of world.clients) {
    const queries = world.clients.map(({ marker, ids }) => `q=${marker}&by=name&external_reference=${ids.payment}`);
    for (const query of ['q=canario&by=name', ...queries]) {
      const path = `${ownPath(call, me)}?limit=1000&zip_code=1425&${query}`;
      const { status } = await world.app.fetch(path, { headers: { authorization: `Bearer ${me.token}` } });
      expect(status, path).toBe(200);
    }
    const spoken = [...world.leaks.own].some((where) => where.startsWith(`GET ${ownPath(call, me)}?`));
    expect(spoken, 'its own words').toBe(!WITHOUT_CLIENT_TEXT.includes(call));
  }
});

/** Calls of the provider about one client, by their path or by a filter. */
const narrowed = new Set(contractFields().flatMap(({ call, field }) => (field === '?filter[client]' ? [call] : [])));
const opsGets = Object.entries(staffContract).filter(
  ([call, { method, path }]) => method === 'GET' && (/:(clientId|label)/.test(path) || narrowed.has(call)),
);

test.each(opsGets)('%s about one client returns nothing about another', async (call, { path }) => {
  for (const me of world.clients) {
    const ids = { label: me.ids.label };
    const filter = narrowed.has(call) ? `&filter%5Bclient%5D=${me.clientId}` : '';
    const answer = await world.app.fetch(`${ownPath(call, me, ids)}?limit=500${filter}`, {
      headers: { 'x-api-key': PROVIDER_KEY },
    });
    expect(answer.status, path).toBe(200);
  }
});

test('a cursor of one client’s shipments is invalid for another client', async () => {
  const staff = createStaffClient(world.app);
  for (const [mine, theirs] of world.pairs) {
    const first = await staff(clientShipments, { params: { clientId: theirs.clientId }, query: { limit: 1 } });
    const cursor = first.body.cursor ?? '';
    const { status } = await staff(clientShipments, { params: { clientId: mine.clientId }, query: { cursor } });
    expect(status).toBe(200);
  }
});

test('labels contain only their sender’s data, in PDF and ZPL', async () => {
  for (const { token, ids, marker } of world.clients) {
    const printed = [
      await world.app.call(batchShipmentLabels, { token, body: { shippings_id: [ids.label] } }),
      await world.app.call(batchOrderLabels, { token, body: { orders_id: [ids.tracking] } }),
      await world.app.call(batchShipmentZpl, { token, body: { shippings_id: [ids.label] } }),
      await world.app.call(batchOrderZpl, { token, body: { orders_id: [ids.order] } }),
    ];
    expect(printed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const zpl = new TextDecoder().decode(printed[3]?.bytes);
    expect(zpl).toContain(marker);
  }
  const papers = [...world.leaks.own].filter((where) => /^POST .*batch_printing.*\.pdf$/.test(where));
  expect(papers).toHaveLength(2);
});

test('a buyer sees one order and no data of other orders or clients', async () => {
  for (const { ids, marks } of world.clients) {
    const { status } = await world.app.call(publicStates, {
      params: { trackingId: ids.tracking, token: ids.statesToken },
    });
    expect(status).toBe(200);
    expect((await world.app.fetch(ids.picture)).status).toBe(200);
    for (const id of [ids.tracking, ids.label]) {
      const page = await (await world.app.fetch(`/seguimiento/${id}`)).text();
      // The seller published its contact.
      const [seller] = /<section class="card seller".*?<\/section>/s.exec(page) ?? [];
      expect(seller).toContain('@compras.example');
      expect(marks.filter((mark) => mark !== ids.tracking && page.replace(seller ?? '', '').includes(mark))).toEqual(
        [],
      );
    }
  }
});

test('a client’s live events contain only its own ids', async () => {
  const streams = await Promise.all(
    world.clients.map(async (client) => ({ client, stream: await openStream(world.app.server.url, client.token) })),
  );
  for (const { token, marker } of world.clients)
    await world.app.call(createOrder, { token, body: markerOrder(marker) });
  for (const { client, stream } of streams) {
    await stream.untilEvents(1);
    world.leaks.text('a stream', stream.text(), client.marker);
    const receivedIds = stream.events().flatMap(({ kind, id }) => (kind === 'order' && id !== null ? [id] : []));
    const others = await world.app.owner('SELECT id FROM orders WHERE id = ANY($1) AND client_id <> $2', [
      receivedIds,
      client.clientId,
    ]);
    expect(others).toEqual([]);
    stream.hangUp();
  }
});

test('mails contain only their recipient’s data', () => {
  for (const { recipients, headers, text, html } of world.mail.mails) {
    const to = world.clients.find(
      ({ email, marker }) => recipients.includes(email) || recipients[0]?.endsWith(`.${marker}@example.com`),
    );
    expect(recipients).toHaveLength(1);
    world.leaks.text('a mail', [...Object.values(headers), text, html].join('\n'), to?.marker ?? null);
  }
  expect(world.mail.mails.length).toBeGreaterThanOrEqual(2 * world.clients.length);
  expect([...world.leaks.own]).toContain('a mail');
});

test('the log, the metrics and the documents contain no client’s data', async () => {
  const metrics = await (await fetch(world.app.server.metricsUrl ?? '')).text();
  world.leaks.text('the metrics', metrics, null);
  expect(metrics).toContain('remito_http_requests_total');
  for (const path of ['/api/openapi.json', '/readyz', '/nada/canario']) await world.app.fetch(path);
  world.leaks.text('the log', world.lines.join(''), null);
  expect(world.lines.length).toBeGreaterThan(10);
});

test('the leak check finds another client’s data in every place', async () => {
  const [mine, theirs] = world.clients as [IsolationFixture['clients'][0], IsolationFixture['clients'][0]];
  const seen = async (text: string, type: string) => {
    const headers = new Headers({ authorization: `Bearer ${mine.token}` });
    const answer = new Response(text, { headers: { 'content-type': type } });
    return world.leaks.answer({ method: 'GET', path: '/x', headers, answer }).catch((error: Error) => error.message);
  };
  for (const mark of theirs.marks) expect(await seen(`<p>${mark}</p>`, 'text/html')).toContain(`reads ${mark}`);
  expect(await seen(theirs.marker.toUpperCase(), 'text/csv')).toContain('GET /x');
  expect(await seen(mine.marker, 'text/plain')).toBeUndefined();
});

/** Text columns that can't contain a client's words, by kind. */
const WORDLESS: Record<string, readonly string[]> = {
  'the provider’s words': [
    'clients.blocked_reason',
    'clients.rejection_reason',
    'users.blocked_reason',
    'provider_prints.printed_by',
    'shipment_events.actor_name',
    'manifests.created_by',
    'manifests.closed_by',
  ],
  'digits and their signs': [
    'clients.cuit',
    'users.phone',
    'clients.buyer_phone',
    'orders.receiver_phone',
    'orders.zip_code',
    'manifest_shipments.zip_code',
    'orders.province',
  ],
  'a province, or a zip of its own form': [
    'delivery_results.province',
    'orders.state',
    'sender_addresses.state',
    'sender_addresses.zip_code',
  ],
  hashes: [
    'audit_checkpoints.hash',
    'audit_heads.hash',
    'audit_seals.hash',
    'users.password_hash',
    'one_time_tokens.hash',
    'user_invitations.hash',
    'known_devices.hash',
    'user_backup_codes.hash',
    'trusted_devices.hash',
    'idempotency_keys.body_hash',
    'batches.content_hash',
    'label_deliveries.fingerprint',
    'shipments.label_fingerprint',
  ],
  'of a passkey': [
    ...['credential_id', 'public_key', 'transports'].map((column) => `user_factors.${column}`),
    'sessions.passkey_challenge',
  ],
  'encrypted by SECRETS_KEY': ['user_factors.secret'],
  'words of our own': [
    'one_time_tokens.purpose',
    'idempotency_keys.call',
    'print_configs.default_format',
    'label_deliveries.format',
    'orders.order_state',
    'orders.state_group',
    'orders.last_modification_state',
    'modification_requests.state',
    'reschedule_requests.state',
    'provider_prints.format',
    'shipment_events.actor_kind',
    'open_items.kind',
    'delivery_results.ended',
    'delivery_results.failure',
    'order_counts.state_group',
    'order_updated_counts.state_group',
    'shipments.state_code',
    'users.role',
    'user_invitations.role',
    'user_factors.kind',
    'shipment_events.state_code',
    'shipment_state_counts.state_code',
    'shipments.province',
    'shipment_counts.province',
    'batches.state',
    'batch_rows.outcome',
    'batch_rows.doubts',
    'fulfillment_orders.status',
    'merchant_orders.attention',
    'manifests.state',
    'merchant_orders.attention_closed',
    'payment_closures.attention',
  ],
  'the provider’s': [
    'orders.pickup_point',
    'shipments.pickup_point_code',
    'event_corrections.corrected_by',
    'client_tariffs.created_by',
    'payment_closures.closed_by',
    'payment_closures.reason',
  ],
  'the payment provider’s': [
    'merchant_orders.provider_status',
    'provider_payments.status',
    'queue_marks.queue',
    'provider_payments.currency',
  ],
  'gone once it is worked off': ['batch_chunks.bytes'],
  'of a call': [
    ...['action', 'actor_kind', 'fields', 'network', 'request_id'].map((column) => `audit_log.${column}`),
    'sessions.device',
    'sessions.network',
  ],
};

test('every stored text of a client contains its marker, with listed exceptions', async () => {
  const columns = await world.app.owner<{ table: string; column: string }>(
    `SELECT relname AS table, attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity AND NOT relispartition AND attnum > 0 AND NOT attisdropped
       AND atttypid = ANY ('{text,varchar,bpchar,jsonb,json,text[],bytea}'::regtype[])`,
  );
  const counts = columns.map(
    ({ table, column }) =>
      `SELECT '${table}.${column}' AS name, count(*) FILTER (WHERE ${column}::text ~* $2)::int AS held FROM ${table} WHERE client_id = $1`,
  );
  for (const { clientId, marks } of world.clients) {
    const rows = await world.app.owner<{ name: string; held: number }>(counts.join(' UNION ALL '), [
      clientId,
      marks.join('|'),
    ]);
    const silent = rows.filter(({ held }) => held === 0).map(({ name }) => name);
    expect(silent.sort()).toEqual(Object.values(WORDLESS).flat().sort());
  }
});
