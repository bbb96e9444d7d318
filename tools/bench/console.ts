import pg from 'pg';
import { searchParcels } from '#shared/ops/parcel-search.ts';
import { countQueues, listQueue } from '#shared/ops/queues.ts';
import { listOrders } from '#shared/orders.ts';
import type { BenchCase } from './bench-cases.ts';
import { OPERATOR_KEY } from './prepare.ts';
import { operatorRequest, ourRequest } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** Returns cases of the console over all clients, beside the list of ten orders of the largest client. */
export async function consoleCases(owner: pg.ClientConfig, { reader }: Subjects): Promise<BenchCase[]> {
  const list = ourRequest(listOrders, reader.token, { query: { page: 1, limit: 10 } });
  const besideList = (name: string, ours: string): BenchCase => ({
    ...{ name: `${name}, beside the list of 10`, kind: 'console', connections: [1, 10] },
    ours: () => ours,
    baseline: { server: 'ours', next: () => list },
    ...{ goal: 1 / 50, aim: 1 / 10 },
  });
  const found = await somebody(owner);
  const search = (text: string) => operatorRequest(searchParcels, OPERATOR_KEY, { body: { text } });
  return [
    besideList('queues counted', operatorRequest(countQueues, OPERATOR_KEY)),
    besideList('a queue of all clients', operatorRequest(listQueue, OPERATOR_KEY, { params: { queue: 'incidents' } })),
    besideList('parcels by label', search(found.label)),
    besideList('parcels by phone', search(found.receiver_phone)),
    besideList('parcels by name', search(`${found.last_name} ${found.first_name}`)),
  ];
}

/** Reads a parcel and its receiver. */
async function somebody(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Record<'label' | 'receiver_phone' | 'first_name' | 'last_name', string>>(
      `SELECT s.label, o.receiver_phone, o.first_name, o.last_name FROM shipments s
       JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk ORDER BY md5(s.label) LIMIT 1`,
    );
    if (!rows[0]) throw new Error('the prepared database has no parcels');
    return rows[0];
  } finally {
    await client.end();
  }
}
