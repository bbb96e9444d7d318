import pg from 'pg';
import { listOrders } from '#shared/orders/orders.ts';
import { listPending, readToday } from '#shared/orders/pending.ts';
import type { BenchCase } from './bench-cases.ts';
import { ourRequest } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** Makes a failed visit of each order of a client, as after a strike. A repeated call adds nothing. */
export async function addFailedVisits(owner: pg.ClientConfig, clientId: number): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(
      `INSERT INTO open_items (client_id, kind, subject_id, cause_at, opens_at, deadline, amount_cents)
       SELECT $1, 'failed_visit', o.id, o.created_at, o.created_at, o.created_at + interval '1 day', o.rate_cents
       FROM orders o WHERE o.client_id = $1 ON CONFLICT DO NOTHING`,
      [clientId],
    );
    await client.query('VACUUM ANALYZE open_items');
  } finally {
    await client.end();
  }
}

/** Returns cases of what requires the sender's action, beside the list of ten orders. */
export function pendingCases({ reader }: Subjects): BenchCase[] {
  const query = { page: 1, limit: 10 };
  const list = ourRequest(listOrders, reader.token, { query });
  const besideList = (name: string, ours: string): BenchCase => ({
    name: `${name}, beside the list of 10`,
    kind: 'pending',
    connections: [1, 10],
    ours: () => ours,
    baseline: { server: 'ours', next: () => list },
    goal: 1 / 2,
    aim: 1 / 1.5,
  });
  return [
    besideList('ten pending items', ourRequest(listPending, reader.token, { query })),
    besideList('what to do today', ourRequest(readToday, reader.token)),
  ];
}
