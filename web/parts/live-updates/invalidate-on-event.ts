import type { ChangeEvent, ChangeKind } from '#shared/change-events.ts';
import { type CachedQuery, cachedQueries, markStale } from '#web/lib/stale-queries.ts';

const ORDERS = '/v1/client/order/';
const SHIPMENTS = '/v1/client/shipping/';
const HISTORIES = '/v1/public/order/states/';
const SEARCHES = '/v1/client/search/';

/**
 * What a change makes old: how the paths of the calls begin whose answers show it. By path, because naming the calls
 * would fetch the declarations of every screen with the first one.
 */
const INVALIDATED_PATHS: Record<Exclude<ChangeKind, 'resync'>, readonly string[]> = {
  order: [ORDERS, SHIPMENTS, HISTORIES, SEARCHES, '/v1/client/statistics/'],
  shipment: [ORDERS, SHIPMENTS, HISTORIES, SEARCHES],
  payment: ['/v1/client/merchant_order/', ORDERS, SHIPMENTS, SEARCHES],
  batch: ['/v1/client/lote_order/'],
  product: ['/v1/client/product/'],
  stock: ['/service/'],
  account: [
    '/v2/client/user/',
    '/v2/client/info/',
    '/v1/client/custom_config/',
    '/v1/client/sender_address/',
    '/v1/client/delivery_mode/',
  ],
};

/** Milliseconds over which browsers spread out when all of them must read again. */
const JITTER_MS = 2_000;

/** Reads again what the page shows of something that changed. */
export function invalidateOnEvent({ kind, id }: ChangeEvent): void {
  if (kind === 'resync') {
    const all = Object.values(INVALIDATED_PATHS).flat();
    window.setTimeout(() => markStale(({ path }) => beginsWith(path, all)), Math.random() * JITTER_MS);
    return;
  }
  const beginnings = INVALIDATED_PATHS[kind];
  const others = id === null ? () => false : showsOtherRow(kind, id);
  markStale((answer) => beginsWith(answer.path, beginnings) && !others(answer));
}

const beginsWith = (path: string, beginnings: readonly string[]) => beginnings.some((start) => path.startsWith(start));

interface Row {
  id?: number;
  tracking_id?: string;
  shippings?: { id?: number }[] | null;
}

/** Whether an answer is of one row alone, and of another than the one with this id: a list may show any row. */
function showsOtherRow(kind: ChangeKind, id: number): (answer: CachedQuery) => boolean {
  const details = cachedQueries().map(rowOf);
  const tracked = details.filter((row) => row && holds(row, id)).map((row) => row?.tracking_id);
  return (answer) => {
    if (answer.path.startsWith(HISTORIES)) {
      // A history that waits for its order was asked with nothing yet.
      const { params } = answer.input as { params?: { trackingId: string } };
      return !tracked.includes(params?.trackingId);
    }
    // A shipment's detail doesn't say its order's id.
    if (kind === 'order' && !answer.path.startsWith(ORDERS)) return false;
    const row = rowOf(answer);
    return row !== null && !holds(row, id);
  };
}

/** Ids are drawn from one sequence: an order's is never a shipment's. */
const holds = (row: Row, id: number) => row.id === id || (row.shippings ?? []).some((shipment) => shipment.id === id);

/** The row of a detail; null for a list, also for one of what belongs to a row. Some gateways answer a detail as a list of one (D1 §7). */
function rowOf({ path, reply }: CachedQuery): Row | null {
  const { results } = (reply ?? {}) as { results?: Row | Row[] };
  if (!/\/:\w+\/?$/.test(path) || !results) return null;
  return (Array.isArray(results) ? results[0] : results) ?? null;
}
