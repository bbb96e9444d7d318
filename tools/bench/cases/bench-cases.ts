import { randomBytes, randomUUID } from 'node:crypto';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { search } from '#shared/orders/search.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { createRandom, type Random } from '#tools/bench/generator/random.ts';
import { receiverOf } from '#tools/bench/generator/receivers.ts';
import { LAST_NAMES } from '#tools/bench/generator/sample-names.ts';
import { CONNECTIONS, listCases, searchCases, searchOfReference } from './list-cases.ts';
import { ourRequest, referenceRequest } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** A row of the table: a call of our server, its baseline, and the promised ratio. */
export interface BenchCase {
  name: string;
  /** Value of `--only`. */
  kind: 'list' | 'deep' | 'search' | 'palette' | 'pending' | 'console' | 'create' | 'statistics' | 'static';
  connections: readonly number[];
  ours: () => string;
  /** The baseline: the reference, or another call of our own server. */
  baseline: { server: 'reference' | 'ours'; next: () => string };
  /** Minimum ratio to the baseline, in requests per second. */
  goal: number;
  aim: number;
  /** True if the reference does the minimum work, so that no server can be faster. */
  floor?: boolean;
  /** Maximum ratio of the 99th percentile to the baseline's, with ten connections. */
  p99Goal?: number;
  /** Requests that both sides must answer with the same rows. */
  pairs?: readonly (readonly [ours: string, reference: string])[];
}

/** Returns row 5,000 × 10 if there are enough orders; else the middle of the list, which is farthest from both ends. */
function deepPage(orders: number): number {
  return Math.max(1, Math.min(5000, Math.floor(orders / 20)));
}

/** Returns all cases of the speed table. */
export function benchCases(subjects: Subjects): BenchCase[] {
  const random = createRandom(7);
  const { reader, months } = subjects;
  const page = (number: number) => () => ourRequest(listOrders, reader.token, { query: { page: number, limit: 10 } });
  const works: BenchCase[] = [
    ...listCases(subjects),
    {
      name: `page ${deepPage(reader.orders)} beside page 1`,
      kind: 'deep',
      connections: [1],
      ours: page(deepPage(reader.orders)),
      baseline: { server: 'ours', next: page(1) },
      goal: 1 / 3,
      aim: 1 / 1.5,
    },
    ...searchCases(subjects),
    ...palette(subjects, random),
    {
      ...creation(subjects, random),
      kind: 'create',
      connections: CONNECTIONS,
      goal: 0.4,
      aim: 0.55,
      p99Goal: 3,
      floor: true,
    },
    {
      name: 'statistics of a month',
      kind: 'statistics',
      connections: CONNECTIONS,
      ours: () => {
        const { from, to } = random.pick(months);
        return ourRequest(shipmentTotals, reader.token, {
          query: { 'filter[from_date]': from, 'filter[to_date]': to },
        });
      },
      baseline: {
        server: 'reference',
        next: () => referenceRequest('statistics', { query: { client: reader.id, ...random.pick(months) } }),
      },
      goal: 0.6,
      aim: 0.8,
      floor: true,
    },
  ];
  // A small database may not contain a whole month.
  return months.length > 0 ? works : works.filter(({ kind }) => kind !== 'statistics');
}

/**
 * Cases of the search palette, with a list of 10 by a rare name as the baseline: orders, shipments and receivers of one
 * name, and the calls while somebody types a common name or the beginning of an id.
 */
function palette({ reader, rareNames }: Subjects, random: Random): BenchCase[] {
  const ask = (q: string) => ourRequest(search, reader.token, { query: { q } });
  const typed = () => {
    const text = random.pick([random.pick(LAST_NAMES), '0123456', 'WEB-1']);
    return text.slice(0, 2 + random.below(text.length - 1));
  };
  const common = {
    kind: 'palette' as const,
    connections: [1, 10],
    baseline: {
      server: 'reference' as const,
      next: () => searchOfReference(reader.id, 'a rare name', random.pick(rareNames)),
    },
    goal: 0.3,
    aim: 0.6,
  };
  return [
    { ...common, name: 'search palette, a rare name', ours: () => ask(random.pick(rareNames)) },
    { ...common, name: 'search palette, while typing', ours: () => ask(typed()) },
  ];
}

/** Creates orders with one shipment. Both sides get the same body; ours also has an idempotency key. */
function creation({ writer }: Subjects, random: Random): Pick<BenchCase, 'name' | 'ours' | 'baseline'> {
  const run = randomBytes(3).toString('hex');
  let count = 0;
  const body = () => {
    const { receiver } = receiverOf(random);
    const { first_name = '', last_name = '', receiver_name = '' } = receiver;
    const { document = '', email = '', receiver_phone = '' } = receiver;
    return {
      order_id: `${run}-${count++}`,
      delivery_mode: 1,
      receiver: {
        first_name,
        last_name,
        receiver_name,
        document,
        email,
        receiver_phone,
        address: {
          street_name: receiver.street_name,
          street_number: receiver.street_number,
          between_1: receiver.between_1,
          zip_code: receiver.zip_code,
          state: receiver.state,
          city: receiver.city,
          neighborhood_name: receiver.neighborhood_name,
        },
      },
      shipments: [{ length: 30, width: 20, height: 10, weight: 1200, items_value: 15_000, items: [] }],
    };
  };
  return {
    name: 'create an order with one shipment',
    ours: () => ourRequest(createOrder, writer.token, { key: randomUUID(), body: body() }),
    baseline: {
      server: 'reference',
      next: () => referenceRequest('create', { query: { client: writer.id }, body: body() }),
    },
  };
}
