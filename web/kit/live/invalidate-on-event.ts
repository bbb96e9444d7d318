import type { ChangeEvent, ChangeKind } from '#shared/kit/change-events.ts';
import { type CachedQuery, cachedQueries, markStale } from '#web/kit/call/stale-queries.ts';

const ORDERS = '/v1/client/order/';
const SHIPMENTS = '/v1/client/shipping/';
const HISTORIES = '/v1/public/order/states/';
const OWN_HISTORY = `${ORDERS}:id/states`;
const SEARCHES = '/v1/client/search/';
const BUYERS = '/v1/client/buyer/';
const ACTIVITY = '/v1/client/activity/';
const PENDING = ['/v1/client/pending/', '/v1/client/today/'];

/**
 * Cache invalidation: the path prefixes of the calls that each kind of change makes stale. Paths rather than endpoints,
 * because importing the endpoints would load the contract of every screen at the start.
 */
const INVALIDATED_PATHS: Record<Exclude<ChangeKind, 'resync'>, readonly string[]> = {
  order: [ORDERS, SHIPMENTS, HISTORIES, SEARCHES, BUYERS, ACTIVITY, '/v1/client/statistics/', ...PENDING],
  shipment: [ORDERS, SHIPMENTS, HISTORIES, SEARCHES, ACTIVITY],
  payment: ['/v1/client/merchant_order/', ORDERS, SHIPMENTS, SEARCHES, ACTIVITY, ...PENDING],
  batch: ['/v1/client/lote_order/', ACTIVITY, ...PENDING],
  product: ['/v1/client/product/', ACTIVITY],
  stock: ['/service/', ...PENDING],
  pending: PENDING,
  account: [
    '/v2/client/user/',
    '/v1/client/user/',
    '/v2/client/info/',
    '/v1/client/custom_config/',
    '/v1/client/sender_address/',
    '/v1/client/package_preset/',
    '/v1/client/buyer_contact/',
    '/v1/client/delivery_mode/',
    '/v1/client/pickup_point/',
    ACTIVITY,
    '/v1/client/email_change/',
    '/v1/client/session/',
    '/v1/client/factor/',
    '/v1/client/passkey/',
    ...PENDING,
  ],
};

/** Jitter in milliseconds: spreads the refetches of all browsers after a resync. */
const JITTER_MS = 2_000;

/** Invalidates the cached queries that a change event affects; visible ones are refetched. */
export function invalidateOnEvent({ kind, id }: ChangeEvent): void {
  if (kind === 'resync') {
    const all = Object.values(INVALIDATED_PATHS).flat();
    window.setTimeout(() => markStale(({ path }) => beginsWith(path, all)), Math.random() * JITTER_MS);
    return;
  }
  const prefixes = INVALIDATED_PATHS[kind];
  const isOtherRow = id === null ? () => false : showsOtherRow(kind, id);
  markStale((query) => beginsWith(query.path, prefixes) && !isOtherRow(query));
}

const beginsWith = (path: string, prefixes: readonly string[]) => prefixes.some((start) => path.startsWith(start));

interface Row {
  id?: number;
  tracking_id?: string;
  shippings?: { id?: number }[] | null;
}

/** Returns a predicate: whether a query shows a single row other than the one with this id. Lists may show any row. */
function showsOtherRow(kind: ChangeKind, id: number): (query: CachedQuery) => boolean {
  const details = cachedQueries().map(rowOf);
  const tracked = details.filter((row) => row && holds(row, id)).map((row) => row?.tracking_id);
  return (query) => {
    if (query.path.startsWith(HISTORIES) || query.path === OWN_HISTORY) {
      // A history that waits for its order has no parameters yet.
      const { params } = query.input as { params?: { trackingId?: string; id?: string } };
      return !tracked.includes(params?.trackingId ?? params?.id);
    }
    // A shipment's detail doesn't contain its order's id.
    if (kind === 'order' && !query.path.startsWith(ORDERS)) return false;
    const row = rowOf(query);
    return row !== null && !holds(row, id);
  };
}

/** Returns whether a row is the one with this id or contains it. Orders and shipments share one id sequence. */
const holds = (row: Row, id: number) => row.id === id || (row.shippings ?? []).some((shipment) => shipment.id === id);

/**
 * Returns the row of a detail; null for a list, also for a list below a row. Some gateways send a detail as a list of
 * one (D1 §7).
 */
function rowOf({ path, reply }: CachedQuery): Row | null {
  const { results } = (reply ?? {}) as { results?: Row | Row[] };
  if (!/\/:\w+\/?$/.test(path) || !results) return null;
  return (Array.isArray(results) ? results[0] : results) ?? null;
}
