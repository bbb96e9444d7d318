import pg from 'pg';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Trx } from '#server/db/connection.ts';
import { runText } from '#server/db/connection.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { type BusEvent, createLocalEventBus, type EventBus } from './event-bus.ts';
import { createPostgresEventBus } from './postgres-event-bus.ts';

type Received = [clientId: number | null, event: BusEvent];

const log = createLog('silent');
const resync: Received = [null, { kind: 'resync', id: null }];
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

/** Subscribes to a bus and records its events. `until` waits for a number of them. */
function recordEvents(bus: EventBus) {
  const received: Received[] = [];
  const arrived = new EventTarget();
  const stop = bus.subscribe((...news) => {
    received.push(news);
    arrived.dispatchEvent(new Event('news'));
  });
  const until = async (count: number) => {
    while (received.length < count) await new Promise((go) => arrived.addEventListener('news', go, { once: true }));
    return received;
  };
  return { received, stop, until };
}

const commit = (work: (trx: Trx) => void) => db.withClient(7, async (trx) => work(trx));

/** The buses of two nodes. In one process both nodes share a bus. */
const NODES = {
  'in one process': async () => {
    const bus = createLocalEventBus();
    return [bus, bus] as const;
  },
  'with LISTEN and NOTIFY': async () => [await startNode(), await startNode()] as const,
};

describe.each(Object.entries(NODES))('an event bus %s', (_name, startNodes) => {
  test('delivers each change of a committed transaction to every node once', async () => {
    const [here, there] = await startNodes();
    const [mine, theirs] = [recordEvents(here), recordEvents(there)];
    await commit((trx) => here.publish(trx, 7, order(42)));
    expect(mine.received).toEqual([[7, order(42)]]);
    expect(await theirs.until(1)).toEqual([[7, order(42)]]);
    await commit((trx) => there.publish(trx, 8, { kind: 'session', id: null }));
    expect(await mine.until(2)).toEqual([
      [7, order(42)],
      [8, { kind: 'session', id: null }],
    ]);
    expect(theirs.received).toHaveLength(2);
  });

  test('delivers an event for all clients', async () => {
    const [here, there] = await startNodes();
    const [mine, theirs] = [recordEvents(here), recordEvents(there)];
    await commit((trx) => here.publish(trx, null, { kind: 'resync', id: null }));
    expect(mine.received).toEqual([resync]);
    expect(await theirs.until(1)).toEqual([resync]);
  });

  test('delivers nothing of a rolled back transaction', async () => {
    const [here, there] = await startNodes();
    const { until } = recordEvents(there);
    const failing = commit((trx) => {
      here.publish(trx, 7, order(1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const refused = db.withClient(7, async (trx) => {
      here.publish(trx, 7, order(2));
      await runText(trx, 'SELECT 1 / 0');
    });
    await expect(refused).rejects.toThrow();
    await commit((trx) => here.publish(trx, 7, order(3)));
    expect(await until(1)).toEqual([[7, order(3)]]);
  });

  test('delivers the changes of a retried transaction once', async () => {
    const [here, there] = await startNodes();
    const { received, until } = recordEvents(there);
    let tries = 0;
    await db.withClient(7, async (trx) => {
      here.publish(trx, 7, order(1));
      if (++tries === 1) await runText(trx, `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`);
    });
    await commit((trx) => here.publish(trx, 7, order(2)));
    await until(2);
    expect([tries, received]).toEqual([
      2,
      [
        [7, order(1)],
        [7, order(2)],
      ],
    ]);
  });

  test('delivers nothing to a listener that has unsubscribed', async () => {
    const [here, there] = await startNodes();
    const [gone, stays] = [recordEvents(there), recordEvents(there)];
    gone.stop();
    await commit((trx) => here.publish(trx, 7, order(1)));
    await stays.until(1);
    expect(gone.received).toEqual([]);
  });
});

test('a thousand changes of one client reach other nodes as one event, and changes of a thousand clients as a thousand events', async () => {
  const [here, there] = [await startNode(), await startNode()];
  const { received, until } = recordEvents(there);
  await commit((trx) => {
    for (let id = 1; id <= 1000; id++) here.publish(trx, 7, order(id));
  });
  expect(await until(1)).toEqual([[7, order(null)]]);
  received.length = 0;
  await commit((trx) => {
    for (let client = 1; client <= 1000; client++) here.publish(trx, 1e12 + client, order(1e12 + client));
  });
  await until(1000);
  expect(new Set(received.map(([client]) => client)).size).toBe(1000);
  expect(received.every(([client, { kind, id }]) => kind === 'order' && id === client)).toBe(true);
});

test('installations on one database server don’t receive each other’s events', async () => {
  const other = await createTestDatabase(inject('databases'));
  ends.push(() => other.stop());
  const [here, sibling, foreign] = [await startNode(), await startNode(), await startNode(other.owner)];
  const [near, far] = [recordEvents(sibling), recordEvents(foreign)];
  await commit((trx) => here.publish(trx, 7, order(1)));
  await near.until(1);
  expect(far.received).toEqual([]);
});

/** Runs statements as the server's superuser, connected to another database. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const superuser = new pg.Client({ ...server.superuser, database: 'postgres' });
  await superuser.connect();
  for (const statement of statements) await superuser.query(statement);
  await superuser.end();
}

/** SQL that terminates the LISTEN connections of nodes, oldest first. */
const cutConnections = (count: number) => `SELECT pg_terminate_backend(pid) FROM (
    SELECT pid FROM pg_stat_activity WHERE application_name = 'remito-live' AND datname = '${server.superuser.database}'
    ORDER BY backend_start LIMIT ${count}) AS connections`;

test('nodes that lose their connections publish a resync, reconnect, and receive each other’s events again', async () => {
  const [here, there] = [await startNode(), await startNode()];
  const { received, until } = recordEvents(there);
  await asSuperuser(cutConnections(2));
  expect(await until(1)).toEqual([resync]);
  await expect
    .poll(async () => {
      await commit((trx) => here.publish(trx, 7, order(1)));
      return received;
    })
    .toContainEqual([7, order(1)]);
});

test('events that a node could not send while disconnected become a resync for the other nodes', async () => {
  const [here, there] = [await startNode(), await startNode()];
  const { until } = recordEvents(there);
  const allow = (yes: boolean) => `ALTER DATABASE ${server.superuser.database} ALLOW_CONNECTIONS ${yes}`;
  // Opens the pool's connections, which stay open. The node can't reconnect.
  await commit(() => {});
  await asSuperuser(allow(false), cutConnections(1));
  await commit((trx) => here.publish(trx, 7, order(1)));
  // Longer than events are collected before they are sent. That timer began earlier in this process, so it ends first.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await asSuperuser(allow(true));
  expect(await until(1)).toEqual([resync]);
});

test('malformed payloads on the channel are ignored', async () => {
  const here = await startNode();
  const { received, until } = recordEvents(here);
  await db.withClient(7, async (trx) => {
    for (const noise of ['', 'hola', '{}', '[1]', '["x", 3]', '["x", [[7, "order"', 'null']) {
      await runText(trx, `SELECT pg_notify('remito_changes', $1)`, [noise]);
    }
    await runText(trx, `SELECT pg_notify('remito_changes', '["x", [[7, "order", 1]]]')`);
  });
  await until(1);
  expect(received).toEqual([[7, order(1)]]);
});
