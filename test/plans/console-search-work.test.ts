import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SearchKind } from '#shared/orders/rules/code/shipment-search.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { fillDatabase, type Size } from '#tools/bench/prepare.ts';

/** A database with as many orders as the others, of some number of clients. */
interface Place {
  server: TestDatabase;
  owner: pg.Client;
}

const ORDERS = 3000;
let few: Place;
let many: Place;

async function placeOf(size: Omit<Size, 'orders'>): Promise<Place> {
  const server = await createTestDatabase(inject('databases'));
  await fillDatabase(server.owner, { orders: ORDERS, ...size });
  const owner = new pg.Client(server.owner);
  await owner.connect();
  return { server, owner };
}

beforeAll(async () => {
  [few, many] = await Promise.all([placeOf({ clients: 5 }), placeOf({ clients: 200, spread: 'zipf' })]);
});
afterAll(async () => {
  for (const place of [few, many]) {
    await place?.owner.end();
    await place?.server.stop();
  }
});

/** Values of one order, as a search passes them. */
async function valuesOf({ owner }: Place): Promise<Record<SearchKind, string[]>> {
  const { rows } = await owner.query(
    `SELECT s.label, o.tracking_id, o.order_norm, upper(o.document) AS document, o.receiver_name, o.email,
       regexp_replace(o.receiver_phone, '\\D', '', 'g') AS phone
     FROM orders o JOIN shipments s ON s.client_id = o.client_id AND s.order_pk = o.id ORDER BY o.order_norm LIMIT 1`,
  );
  const { label, tracking_id, order_norm, document, phone, email, receiver_name } = rows[0];
  return {
    label: [label],
    tracking: [tracking_id],
    number: [order_norm],
    document: [document],
    // As many spellings as a phone has at most.
    phone: [phone, ...Array.from({ length: 7 }, (_, n) => `${n}${phone}`)],
    email: [email],
    name: [receiver_name],
  };
}

interface Work {
  found: number;
  /** Pages of 8 kB. */
  buffers: number;
}

/** Returns what a search finds and reads, once the session has planned it. */
async function workOf({ owner }: Place, kind: SearchKind, wanted: readonly string[]): Promise<Work> {
  const search = 'FROM find_shipments($1, $2, 51)';
  const { rows: found } = await owner.query(`SELECT * ${search}`, [kind, wanted]);
  const { rows } = await owner.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * ${search}`, [kind, wanted]);
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return { found: found.length, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

/** Pages by which two searches of the same kind may differ: by a receiver's further orders, and the height of an index. */
const SLACK = 30;

test.each(['label', 'tracking', 'number', 'document', 'phone', 'email'] as const)(
  'a search by %s reads as much among 200 clients as among 5',
  async (kind) => {
    const works = await Promise.all(
      [few, many].map(async (place) => workOf(place, kind, (await valuesOf(place))[kind])),
    );
    const [among5, among200] = works as [Work, Work];
    expect(among5.found).toBeGreaterThan(0);
    expect(among200.found).toBeGreaterThan(0);
    expect(among200.buffers - among5.buffers, JSON.stringify(works)).toBeLessThan(SLACK);
  },
);

test('a search by name reads the keys of its letters, not those of each client', async () => {
  const works = await Promise.all([few, many].map((place) => workOf(place, 'name', ['Nombre inexistente'])));
  const [among5, among200] = works as [Work, Work];
  expect(among200.found).toBe(0);
  // Each letter group is one key for all clients.
  expect(among200.buffers, JSON.stringify(works)).toBeLessThan(among5.buffers + SLACK);
});

test('a phone, document, number or e-mail that thousands of orders share is read from its latest orders only', async () => {
  const { owner } = many;
  await owner.query('BEGIN');
  await owner.query('ALTER TABLE orders DISABLE TRIGGER USER, NO FORCE ROW LEVEL SECURITY');
  await owner.query('DROP INDEX one_order_number');
  await owner.query(
    `UPDATE orders SET receiver_phone = '11 0000-0000', document = '11111111', email = 'SinMail@tienda.example', order_id = 'S/N'`,
  );
  const reads = async (): Promise<number> => {
    const { rows } = await owner.query(
      `SELECT idx_tup_fetch AS n FROM pg_stat_xact_user_tables WHERE relname = 'orders'`,
    );
    return Number(rows[0].n);
  };
  const shared = { phone: '1100000000', document: '11111111', email: 'sinmail@tienda.example', number: 's/n' };
  for (const [kind, value] of Object.entries(shared)) {
    const before = await reads();
    const { rows } = await owner.query('SELECT created_at FROM find_shipments($1, $2, 51)', [kind, [value]]);
    expect((await reads()) - before, kind).toBeLessThan(1200);
    const { rows: latest } = await owner.query(
      `SELECT o.created_at FROM orders o JOIN shipments s ON s.client_id = o.client_id AND s.order_pk = o.id
       ORDER BY o.created_at DESC, o.id DESC, s.n LIMIT 51`,
    );
    expect(rows, kind).toEqual(latest);
  }
  await owner.query('ROLLBACK');
});
