import pg from 'pg';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Trx } from '#server/db/connection.ts';
import { run } from '#server/db/connection.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { type BusEvent, createLocalEventBus, type EventBus } from './event-bus.ts';
import { createPostgresEventBus } from './postgres-event-bus.ts';

type Heard = [clientId: number | null, hint: BusEvent];

const log = createLog('silent');
const resync: Heard = [null, { kind: 'resync', id: null }];
const order = (id: number | null): BusEvent => ({ kind: 'order', id });

let server: TestDatabase;
let db: Database;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  db = openDatabase({ connection: server.login, size: 4, prepare: true }, log);
  return async () => {
    await db.close();
    await server.stop();
  };
});
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) await end();
});

async function startNode(connection: pg.ClientConfig = server.owner): Promise<EventBus> {
  const bus = createPostgresEventBus(connection, log);
  ends.push(() => bus.close());
  await bus.start();
  return bus;
}

/** Everything that a listener hears; `until` waits for so much of it. */
function hearing(bus: EventBus) {
  const heard: Heard[] = [];
  const arrived = new EventTarget();
  const stop = bus.subscribe((...news) => {
    heard.push(news);
    arrived.dispatchEvent(new Event('news'));
  });
  const until = async (count: number) => {
    while (heard.length < count) await new Promise((go) => arrived.addEventListener('news', go, { once: true }));
    return heard;
  };
  return { heard, stop, until };
}

const commit = (work: (trx: Trx) => void) => db.withClient(7, async (trx) => work(trx));

/** Two nodes of an installation; the one process of the small one is both. */
const NODES = {
  'in one process': async () => {
    const bus = createLocalEventBus();
    return [bus, bus] as const;
  },
  'with LISTEN and NOTIFY': async () => [await startNode(), await startNode()] as const,
};

describe.each(Object.entries(NODES))('a bus %s', (_name, startNodes) => {
  test('tells every node once what a committed transaction changed, for whom, and no more', async () => {
    const [here, there] = await startNodes();
    const [mine, theirs] = [hearing(here), hearing(there)];
    await commit((trx) => here.publish(trx, 7, order(42)));
    expect(mine.heard).toEqual([[7, order(42)]]);
    expect(await theirs.until(1)).toEqual([[7, order(42)]]);
    await commit((trx) => there.publish(trx, 8, { kind: 'session', id: null }));
    expect(await mine.until(2)).toEqual([
      [7, order(42)],
      [8, { kind: 'session', id: null }],
    ]);
    expect(theirs.heard).toHaveLength(2);
  });

  test('tells what concerns every client as such', async () => {
    const [here, there] = await startNodes();
    const [mine, theirs] = [hearing(here), hearing(there)];
    await commit((trx) => here.publish(trx, null, { kind: 'resync', id: null }));
    expect(mine.heard).toEqual([resync]);
    expect(await theirs.until(1)).toEqual([resync]);
  });

  test('tells nothing of a transaction that is rolled back, by its work or by the server', async () => {
    const [here, there] = await startNodes();
    const { until } = hearing(there);
    const failing = commit((trx) => {
      here.publish(trx, 7, order(1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const refused = db.withClient(7, async (trx) => {
      here.publish(trx, 7, order(2));
      await run(trx, 'SELECT 1 / 0');
    });
    await expect(refused).rejects.toThrow();
    await commit((trx) => here.publish(trx, 7, order(3)));
    expect(await until(1)).toEqual([[7, order(3)]]);
  });

  test('tells a transaction that had to be tried again once', async () => {
    const [here, there] = await startNodes();
    const { heard, until } = hearing(there);
    let tries = 0;
    await db.withClient(7, async (trx) => {
      here.publish(trx, 7, order(1));
      if (++tries === 1) await run(trx, `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`);
    });
    await commit((trx) => here.publish(trx, 7, order(2)));
    await until(2);
    expect([tries, heard]).toEqual([
      2,
      [
        [7, order(1)],
        [7, order(2)],
      ],
    ]);
  });

  test('leaves whoever has stopped listening alone', async () => {
    const [here, there] = await startNodes();
    const [gone, stays] = [hearing(there), hearing(there)];
    gone.stop();
    await commit((trx) => here.publish(trx, 7, order(1)));
    await stays.until(1);
    expect(gone.heard).toEqual([]);
  });
});

test('a thousand changes of one transaction reach other nodes as one, those of a thousand clients each as its own', async () => {
  const [here, there] = [await startNode(), await startNode()];
  const { heard, until } = hearing(there);
  await commit((trx) => {
    for (let id = 1; id <= 1000; id++) here.publish(trx, 7, order(id));
  });
  expect(await until(1)).toEqual([[7, order(null)]]);
  heard.length = 0;
  await commit((trx) => {
    for (let client = 1; client <= 1000; client++) here.publish(trx, 1e12 + client, order(1e12 + client));
  });
  await until(1000);
  expect(new Set(heard.map(([client]) => client)).size).toBe(1000);
  expect(heard.every(([client, { kind, id }]) => kind === 'order' && id === client)).toBe(true);
});

test('installations on one server don’t hear each other', async () => {
  const other = await createTestDatabase(inject('databases'));
  ends.push(() => other.stop());
  const [here, sibling, stranger] = [await startNode(), await startNode(), await startNode(other.owner)];
  const [near, far] = [hearing(sibling), hearing(stranger)];
  await commit((trx) => here.publish(trx, 7, order(1)));
  await near.until(1);
  expect(far.heard).toEqual([]);
});

/** Does something as the server's superuser, from outside of the database. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const superuser = new pg.Client({ ...server.superuser, database: 'postgres' });
  await superuser.connect();
  for (const statement of statements) await superuser.query(statement);
  await superuser.end();
}

/** Cuts the lines of nodes, the oldest first. */
const cutLines = (count: number) => `SELECT pg_terminate_backend(pid) FROM (
    SELECT pid FROM pg_stat_activity WHERE application_name = 'remito-live' AND datname = '${server.superuser.database}'
    ORDER BY backend_start LIMIT ${count}) AS lines`;

test('nodes whose lines are cut tell their portals to read everything again, and hear each other again', async () => {
  const [here, there] = [await startNode(), await startNode()];
  const { heard, until } = hearing(there);
  await asSuperuser(cutLines(2));
  expect(await until(1)).toEqual([resync]);
  await vi.waitFor(
    async () => {
      await commit((trx) => here.publish(trx, 7, order(1)));
      expect(heard).toContainEqual([7, order(1)]);
    },
    { timeout: 30_000 },
  );
});

test('what a node could not tell while its line was down makes the others’ portals read everything again', async () => {
  const [here, there] = [await startNode(), await startNode()];
  const { until } = hearing(there);
  const allow = (yes: boolean) => `ALTER DATABASE ${server.superuser.database} ALLOW_CONNECTIONS ${yes}`;
  // The pool's connections stand; the node finds no way back to a line.
  await commit(() => {});
  await asSuperuser(allow(false), cutLines(1));
  await commit((trx) => here.publish(trx, 7, order(1)));
  // Longer than hints wait for others.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await asSuperuser(allow(true));
  expect(await until(1)).toEqual([resync]);
});

test('noise on the channel is not heard', async () => {
  const here = await startNode();
  const { heard, until } = hearing(here);
  await db.withClient(7, async (trx) => {
    for (const noise of ['', 'hola', '{}', '[1]', '["x", 3]', '["x", [[7, "order"', 'null']) {
      await run(trx, `SELECT pg_notify('remito_hints', $1)`, [noise]);
    }
    await run(trx, `SELECT pg_notify('remito_hints', '["x", [[7, "order", 1]]]')`);
  });
  await until(1);
  expect(heard).toEqual([[7, order(1)]]);
});
