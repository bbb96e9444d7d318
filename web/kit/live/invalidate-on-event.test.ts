import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { listBatchLogs, readBatch } from '#shared/bulk/batches.ts';
import { contract } from '#shared/contract.ts';
import type { ChangeEvent } from '#shared/kit/change-events.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { publicStates, readOrderStates, readShipment } from '#shared/orders/shipments.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { fakeBrowser } from '#test/services/fake-browser.ts';

vi.useFakeTimers();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
fakeBrowser();
Object.assign(window, { setTimeout, clearTimeout });
vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined });
// An earlier file may have left a timer of these modules.
vi.resetModules();
const { queryClient } = await import('#web/kit/call/queries.ts');
const { invalidateOnEvent } = await import('./invalidate-on-event.ts');

const order = (id: number, tracking_id: string) => ({ results: { id, tracking_id, shippings: [{ id: id + 1 }] } });

/** Cached replies of screens, by a name. */
const CACHED: Record<string, [AnyEndpoint, object, unknown]> = {
  list: [listOrders, { query: { page: 1 } }, { results: [{ id: 10 }] }],
  'empty list': [listOrders, { query: { page: 2 } }, { results: null }],
  'order 10': [readOrder, { params: { id: 'AAA' } }, order(10, 'AAA')],
  'order 20': [readOrder, { params: { id: '20' } }, order(20, 'BBB')],
  'order in a list': [readOrder, { params: { id: 'CCC' } }, { results: [order(30, 'CCC').results] }],
  'history of 10': [publicStates, { params: { trackingId: 'AAA', token: 'x' } }, { results: { shippings: [] } }],
  'history of 20': [publicStates, { params: { trackingId: 'BBB', token: 'x' } }, { results: { shippings: [] } }],
  'own history of 10': [readOrderStates, { params: { id: 'AAA' } }, { results: { shippings: [] } }],
  'own history of 20': [readOrderStates, { params: { id: 'BBB' } }, { results: { shippings: [] } }],
  'history that waits': [publicStates, {}, undefined],
  'shipment 11': [readShipment, { params: { id: 'AAA-1' } }, { results: { id: 11, tracking_id: 'AAA' } }],
  totals: [shipmentTotals, {}, { results: [] }],
  products: [listProducts, { query: {} }, { results: [] }],
};

const keyOf = ([{ method, path }, input]: [AnyEndpoint, object, unknown]) => [method, path, input];

beforeEach(() => {
  queryClient.clear();
  for (const query of Object.values(CACHED)) {
    queryClient.getQueryCache().build(queryClient, { queryKey: keyOf(query) });
    if (query[2] !== undefined) queryClient.setQueryData(keyOf(query), query[2]);
  }
});

/** Names of the queries that a change event invalidates. */
function invalidatedBy(event: ChangeEvent): string[] {
  invalidateOnEvent(event);
  vi.advanceTimersByTime(5_000);
  return Object.keys(CACHED).filter((name) => queryClient.getQueryState(keyOf(CACHED[name] as never))?.isInvalidated);
}

test('a change of an order invalidates all lists, its own detail and history, and details of shipments', () => {
  const old = ['list', 'empty list', 'order 10', 'history of 10', 'own history of 10', 'shipment 11', 'totals'];
  expect(invalidatedBy({ kind: 'order', id: 10 })).toEqual(old);
});

test('a change of a shipment invalidates its order, but no statistics', () => {
  expect(invalidatedBy({ kind: 'shipment', id: 21 })).toEqual([
    'list',
    'empty list',
    'order 20',
    'history of 20',
    'own history of 20',
  ]);
});

test('a change of a shipment invalidates its detail and the history of its order', () => {
  const old = ['list', 'empty list', 'order 10', 'history of 10', 'own history of 10', 'shipment 11'];
  expect(invalidatedBy({ kind: 'shipment', id: 11 })).toEqual(old);
});

test('a detail that a gateway sends as a list of one is invalidated by its id', () => {
  expect(invalidatedBy({ kind: 'order', id: 99 })).not.toContain('order in a list');
  expect(invalidatedBy({ kind: 'order', id: 30 })).toContain('order in a list');
});

test('a change of many orders invalidates everything about orders', () => {
  const shown = Object.keys(CACHED).filter((name) => name !== 'products' && name !== 'history that waits');
  expect(invalidatedBy({ kind: 'order', id: null })).toEqual(expect.arrayContaining(shown));
  expect(invalidatedBy({ kind: 'order', id: null })).not.toContain('products');
});

test('a change of a product invalidates nothing about orders', () => {
  expect(invalidatedBy({ kind: 'product', id: 10 })).toEqual(['products']);
});

test('a resync invalidates everything', () => {
  expect(invalidatedBy({ kind: 'resync', id: null })).toEqual(Object.keys(CACHED));
});

test('a change of a bulk upload invalidates its detail and logs, but no other upload', () => {
  const upload = (id: number) => [readBatch, { params: { id: String(id) } }, { results: { id } }] as const;
  const logs = [listBatchLogs, { params: { id: '40' } }, { results: [{ id: 2 }] }] as const;
  for (const [{ method, path }, input, reply] of [upload(40), upload(50), logs]) {
    queryClient.setQueryData([method, path, input], reply);
  }
  invalidateOnEvent({ kind: 'batch', id: 40 });
  const isOld = ([{ method, path }, input]: readonly [AnyEndpoint, object, unknown]) =>
    queryClient.getQueryState([method, path, input])?.isInvalidated;
  expect([upload(40), upload(50), logs].map(isOld)).toEqual([true, false, true]);
});

/** Calls that no change event invalidates, or that screens don't show. */
const UNCHANGED =
  /^(GET \/portal|GET \/v1\/client\/(zip_code|state|product_category|terms|live|label)\b)|\.(pdf|png|zpl|csv)$|export\/csv$/;

test('every call that screens show is invalidated by some change', () => {
  const shown = Object.values(contract).filter(
    ({ method, path }) => method === 'GET' && !UNCHANGED.test(`${method} ${path}`),
  );
  for (const { path } of shown) {
    queryClient.clear();
    const queryKey = ['GET', path, { any: 'input' }];
    queryClient.setQueryData(queryKey, { results: [] });
    invalidateOnEvent({ kind: 'resync', id: null });
    vi.advanceTimersByTime(5_000);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated, path).toBe(true);
  }
});
