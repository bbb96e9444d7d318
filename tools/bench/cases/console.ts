import pg from 'pg';
import { addMonths, firstOfMonth, localDay } from '#shared/kit/days.ts';
import { listCharges } from '#shared/money/staff-charges.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { SEARCH_KIND_NAMES, type SearchKind } from '#shared/orders/rules/code/shipment-search.ts';
import { countQueues, listQueue } from '#shared/orders/staff-queues.ts';
import { searchShipments } from '#shared/orders/staff-shipment/staff-search.ts';
import type { Row } from '#tools/bench/measure.ts';
import { PROVIDER_KEY } from '#tools/bench/prepare.ts';
import type { Limit } from '#tools/bench/report.ts';
import type { BenchCase } from './bench-cases.ts';
import { ourRequest, providerRequest } from './requests.ts';
import type { Subjects } from './subjects.ts';

const searchName = (kind: SearchKind) => `shipments by ${kind}, beside the list of 10`;
const CHARGES = 'charges of a month of all clients, beside the list of 10';

/** Returns cases of the console over all clients, beside the list of ten orders of the largest client. */
export async function consoleCases(owner: pg.ClientConfig, { reader }: Subjects): Promise<BenchCase[]> {
  const list = ourRequest(listOrders, reader.token, { query: { page: 1, limit: 10 } });
  const besideList = (name: string, ours: () => string, connections = [1, 10]): BenchCase => ({
    name,
    kind: 'console',
    connections,
    ours,
    baseline: { server: 'ours', next: () => list },
    goal: 1 / 50,
    aim: 1 / 10,
  });
  const shipments = await somebodies(owner);
  const search = (kind: SearchKind) => {
    let n = 0;
    return () => {
      const text = shipments[n++ % shipments.length]?.[kind] ?? '';
      return providerRequest(searchShipments, PROVIDER_KEY, { body: { text, kind } });
    };
  };
  const queues = providerRequest(countQueues, PROVIDER_KEY);
  const incidents = providerRequest(listQueue, PROVIDER_KEY, { params: { queue: 'incidents' } });
  const month = addMonths(firstOfMonth(localDay(new Date())), -1).slice(0, 7);
  const charges = providerRequest(listCharges, PROVIDER_KEY, { query: { 'filter[month]': month } });
  return [
    besideList('queues counted, beside the list of 10', () => queues),
    besideList('a queue of all clients, beside the list of 10', () => incidents),
    ...SEARCH_KIND_NAMES.map((kind) => besideList(searchName(kind), search(kind))),
    { ...besideList(CHARGES, () => charges, [1]), goal: 0, aim: 1 / 1000 },
  ];
}

/** Maximum 95th percentiles in ms, of one connection. */
const SEARCH_MS = { goal: 200, aim: 50 };
const CHARGES_MS = { goal: 2000, aim: 1000 };

/** Returns the 95th percentiles of the console's searches and charges, with their limits. */
export function consoleLimits(rows: readonly Row[]): Limit[] {
  const limits = new Map(SEARCH_KIND_NAMES.map((kind) => [searchName(kind), SEARCH_MS]));
  limits.set(CHARGES, CHARGES_MS);
  return rows.flatMap(({ work, connections, ours: { p95 } }) => {
    const limit = limits.get(work);
    if (!limit || connections !== 1 || p95 === undefined) return [];
    return [{ what: `${work.replace(/, beside.*/, '')}, p95`, unit: 'ms', measured: p95, ...limit }];
  });
}

/** Reads shipments with their receivers, spread over all clients, as what the staff type. */
async function somebodies(owner: pg.ClientConfig): Promise<Record<SearchKind, string>[]> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Record<SearchKind, string>>(
      `SELECT s.label, o.tracking_id AS tracking, o.order_id AS number, o.document, o.receiver_phone AS phone, o.email,
         o.last_name || ' ' || o.first_name AS name
       FROM (SELECT label, client_id, order_pk FROM shipments ORDER BY md5(label) LIMIT 200) s
       JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk WHERE o.masked_at IS NULL`,
    );
    if (!rows[0]) throw new Error('the prepared database has no shipments');
    return rows;
  } finally {
    await client.end();
  }
}
