import pg from 'pg';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { REBUILD_COUNTERS, stripTables } from './bulk-load.ts';
import { type Cell, copyInto, copyLine } from './copy.ts';
import { type OrderSource, orderMaker } from './orders.ts';

/** Number of orders per COPY. */
const BATCH = 10_000;

/** Period of the generated orders, in ms. */
export const PAST_MS = 730 * DAY_MS;

const TABLES = { order: 'orders', shipments: 'shipments', items: 'shipment_items', events: 'shipment_events' } as const;
type Part = keyof typeof TABLES;

/** Collects the lines of one table; the first row determines the columns. */
class Lines {
  #columns: string[] = [];
  #lines: string[] = [];

  add(row: Record<string, unknown>): void {
    if (this.#columns.length === 0) this.#columns = Object.keys(row);
    this.#lines.push(copyLine(this.#columns.map((column) => row[column] as Cell)));
  }

  send(client: pg.Client, table: string): Promise<void> {
    if (this.#lines.length === 0) return Promise.resolve();
    const lines = this.#lines.join('');
    this.#lines = [];
    return copyInto(client, table, this.#columns, lines);
  }
}

/**
 * Fills the tables with orders by COPY, with growing numbers over two years. Afterwards builds the keys, and derives
 * the triggers' counters and the directory from the rows.
 *
 * @param owner of the tables; forced row-level security is off meanwhile, because COPY would be refused
 */
export async function fillOrders(owner: pg.ClientConfig, count: number, source: OrderSource): Promise<void> {
  const clients = await Promise.all(Object.values(TABLES).map(() => connected(owner)));
  const [first] = clients as [pg.Client];
  try {
    const restoreTables = await stripTables(first, Object.values(TABLES));
    const make = orderMaker(source);
    const parts = (Object.keys(TABLES) as Part[]).map((part) => ({ part, lines: new Lines() }));
    let sending: Promise<unknown> = Promise.resolve();
    for (let n = 0; n < count; ) {
      for (const end = Math.min(count, n + BATCH); n < end; n++) {
        // The number per day grows: the second year has 1.6 times the orders of the first.
        const created = source.now - PAST_MS * (1 - ((n + 0.5) / count) ** 0.8);
        const rows = make(n + 1, Math.round(created));
        for (const { part, lines } of parts) for (const row of [rows[part]].flat()) lines.add(row);
      }
      await sending;
      sending = Promise.all(
        parts.map(({ part, lines }, index) => lines.send(clients[index] as pg.Client, TABLES[part])),
      );
    }
    await sending;
    await restoreTables();
    await first.query(REBUILD_COUNTERS);
    await first.query('VACUUM (ANALYZE)');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  await client.connect();
  return client;
}
