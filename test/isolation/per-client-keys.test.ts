import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBatch, saveMapping, uploadBatch } from '#shared/bulk/batches.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { createPayment } from '#shared/money/payments.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { createPackagePreset } from '#shared/orders/product/package-presets.ts';
import { importProducts } from '#shared/orders/product/product-import.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { createSenderAddress } from '#shared/people/account.ts';
import { recordReceipts } from '#shared/warehouse/staff-stock.ts';
import type { TestResponse } from '#test/callers/http-client.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import type { FullClient } from '#test/fixtures/full-client-factory.ts';
import { bulkCells, bulkMapping, bulkText, fileForm, finished } from '#test/texts/bulk-file-factory.ts';
import { type IsolationFixture, startIsolationFixture } from './isolation-fixture.ts';
import { markerAddress, markerOrder, markerPreset, markerProduct } from './marker-factory.ts';

/**
 * Keys chosen by clients and by the provider's systems: two clients may choose the same key for different rows. In
 * these tests one client has used each key, and another client uses it again.
 */
let world: IsolationFixture;
let theirs: FullClient;
let mine: FullClient;
beforeAll(async () => {
  world = await startIsolationFixture(2);
  [theirs, mine] = world.clients as [FullClient, FullClient];
});
afterAll(() => world?.stop());

/** Returns all rows of the client whose keys are used again. */
const theirRows = async () => {
  const { clientId } = theirs;
  const tables = [
    'orders',
    'shipments',
    'shipment_events',
    'products',
    'sender_addresses',
    'package_presets',
    'merchant_orders',
    'batches',
  ]
    .concat(['batch_rows', 'batch_mappings', 'stock_lots', 'stock_receipts', 'idempotency_keys'])
    .map((name) => `(SELECT json_agg(t ORDER BY t::text) FROM ${name} t WHERE client_id = $1) AS ${name}`);
  return world.app.owner(`SELECT ${tables.join(', ')}`, [clientId]);
};

/** Calls with a key of the client's choice; a payment contains the client's own order. */
const KEYED: [name: string, call: AnyEndpoint, body: (of: FullClient) => Promise<object> | object][] = [
  ['an order', createOrder, () => markerOrder('igual', { order_id: 'IGUAL-1' })],
  ['a product', createProduct, () => markerProduct('igual', 'IGUAL-1')],
  ['a collection address', createSenderAddress, () => ({ ...markerAddress('igual'), main_address: false })],
  ['a package preset', createPackagePreset, () => markerPreset('igual')],
  ['an import', importProducts, () => ({ products: [markerProduct('igual', 'IGUAL-2')], existing: 'update' })],
  ['a payment', createPayment, async (of) => ({ orders: [await of.order()] })],
];

test.each(KEYED)(
  '%s with another client’s key and texts creates a separate row for the caller',
  async (name, call, bodyOf) => {
    const send = async ({ token }: FullClient, body: object) =>
      world.app.call(call, { token, headers: { 'idempotency-key': `clave ${name}` }, body: body as never }) as Promise<
        TestResponse<typeof createProduct>
      >;
    const first = await send(theirs, await bodyOf(theirs));
    expect(first.status).toBe(200);
    const before = await theirRows();
    const body = await bodyOf(mine);
    const own = await send(mine, body);
    expect(own.status, own.body.message).toBe(200);
    expect(idsOf(own.body.results)).not.toEqual(idsOf(first.body.results));
    expect((await send(mine, body)).body).toEqual(own.body);
    expect(await theirRows()).toEqual(before);
  },
);

const idsOf = (results: unknown) => [results].flat().map((one) => (one as { id: number }).id);

test('a file with another client’s key, name and bytes is a new batch, not a duplicate', async () => {
  const send = ({ token }: FullClient) => {
    const form = fileForm(bulkText([bulkCells(1, { nro_orden: 'IGUAL-3' })]), 'iguales.csv');
    return world.app.call(uploadBatch, { token, headers: { 'idempotency-key': 'archivo' }, form });
  };
  const first = await send(theirs);
  await finished(world.app, theirs.token, first.body.results.id);
  const before = await theirRows();
  const own = await send(mine);
  expect(own.status).toBe(200);
  expect(own.body.results.igual_a).toBeNull();
  expect(own.body.results.id).not.toBe(first.body.results.id);
  expect(await finished(world.app, mine.token, own.body.results.id)).toMatchObject({ ordenes: 1, omitidas: 0 });
  expect((await world.app.call(readBatch, { token: mine.token, params: { id: first.body.results.id } })).status).toBe(
    404,
  );
  expect(await theirRows()).toEqual(before);
});

test('a client’s column mapping doesn’t apply to other clients', async () => {
  const says = ({ token }: FullClient, peso_en: 'g' | 'kg') =>
    world.app.call(saveMapping, { token, body: { ...bulkMapping(), headers: ['Pedido', 'Igual'], peso_en } });
  await says(theirs, 'g');
  const before = await theirRows();
  expect((await says(mine, 'kg')).body.results.peso_en).toBe('kg');
  expect(await theirRows()).toEqual(before);
});

test('ids of events and receipts are unique within one client', async () => {
  const staff = createStaffClient(world.app);
  const sendEventAndReceipt = async ({ clientId, ids }: FullClient) => {
    const event = providerEvent(ids.label, 'retirado', new Date(), { event_id: 'IGUAL' });
    const receipt = { receipt_id: 'IGUAL', sku: 'IGUAL-1', lot: 'L', units: 7 };
    const events = await staff(recordEvents, { body: { events: [event] } });
    const receipts = await staff(recordReceipts, { params: { clientId }, body: { receipts: [receipt] } });
    return [events.body.results[0]?.result, receipts.body.results[0]?.result];
  };
  expect(await sendEventAndReceipt(theirs)).toEqual(['recorded', 'recorded']);
  const before = await theirRows();
  expect(await sendEventAndReceipt(mine)).toEqual(['recorded', 'recorded']);
  expect(await sendEventAndReceipt(mine)).not.toContain('recorded');
  expect(await theirRows()).toEqual(before);
});
