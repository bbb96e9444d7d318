import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { createJobs } from '#server/cluster/jobs.ts';
import type { DatabaseConnections } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { seedDatabase } from '#server/db/start/seed-data.ts';
import { createLog } from '#server/platform/log.ts';
import { queues } from '#server/worker.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { clockOffset, TEST_NOW } from '#test/test-time.ts';
import { SEED } from './seed.ts';

/** Connections to the run's PostgreSQL, as plain data for the test processes. */
export interface TestServer {
  superuser: pg.ClientConfig;
  owner: pg.ClientConfig;
  login: pg.ClientConfig;
}

const TEMPLATE = 'remito_template';

/** Age in ms of the template's tariff and terms when a test file begins. */
const TEMPLATE_AGE_MS = HOUR_MS;

const asSuperuser = (server: TestServer, work: (client: pg.Client) => Promise<unknown>) =>
  connected(server.superuser, work);

async function connected(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the migrated template database, with the queues, from which all others are copied. */
export async function makeTemplate(server: TestServer): Promise<void> {
  const { database: original } = server.owner;
  await asSuperuser(server, (client) =>
    client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE "${original}" OWNER "${server.owner.user}"`),
  );
  const owner = { ...server.owner, database: TEMPLATE };
  await migrate(owner, createLog('warn'));
  await connected(owner, async (client) => {
    await setDatabaseTime(client, { offset: TEST_NOW - TEMPLATE_AGE_MS - Date.now() });
    await setIdKey(client);
  });
  await seedDatabase(owner, { examples: true });
  const jobs = createJobs(owner, createLog('warn'));
  await jobs.start(queues);
  await jobs.stop();
}

/** Makes the ids of a migrated database those of a seed, instead of its own. @param client a connection of the owner */
export async function setIdKey(client: pg.Client, seed = SEED): Promise<void> {
  const key = createHash('sha512').update(`ids ${seed}`).digest().readBigInt64BE() >> 2n;
  await client.query(
    `CREATE OR REPLACE FUNCTION id_key() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN '${key}'::bigint`,
  );
}

/**
 * A stopped time, or an offset in ms to the real time. A stopped time advances by 1 ms a second, so that rows keep the order in
 * which they were written.
 */
type DatabaseTime = { moment: Date } | { offset: number };

/** Sets the time that everything in a migrated database takes from `current_moment()`. @param client a connection of the owner */
async function setDatabaseTime(client: pg.Client, time: DatabaseTime): Promise<void> {
  const realTime = new Date(Date.now() - clockOffset()).toISOString();
  const expression =
    'moment' in time
      ? `timestamptz '${time.moment.toISOString()}' + (now() - timestamptz '${realTime}') / 1000`
      : time.offset === 0
        ? 'now()'
        : `now() + interval '${time.offset} ms'`;
  await client.query(
    `CREATE OR REPLACE FUNCTION current_moment() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE RETURN ${expression}`,
  );
}

export interface TestDatabase extends DatabaseConnections {
  superuser: pg.ClientConfig;
  /** Stops the database's time at a moment; null lets it run with the clock of this process, `real` with the real one. */
  setTime(moment: Date | null | 'real'): Promise<void>;
  /** Resolves when the database has the time that was set last. */
  timeIsSet(): Promise<void>;
}

/** Creates a separate database, migrated or empty; `stop` drops it. */
export async function createTestDatabase(server: TestServer, { empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asSuperuser(server, (client) =>
    client.query(
      `CREATE DATABASE ${name} TEMPLATE ${empty ? server.owner.database : TEMPLATE} OWNER "${server.owner.user}" STRATEGY FILE_COPY`,
    ),
  );
  const owner = { ...server.owner, database: name };
  const timeSetter = new pg.Client(owner);
  // The end of the run may close the connection.
  timeSetter.on('error', () => {});
  await timeSetter.connect();
  // An empty database gets its time when this process migrates it.
  if (!empty) await setDatabaseTime(timeSetter, { offset: clockOffset() });
  let last = Promise.resolve();
  return {
    superuser: { ...server.superuser, database: name },
    owner,
    login: { ...server.login, database: name },
    // One after the other: PostgreSQL refuses concurrent changes of a function.
    setTime: (moment) => {
      const time = moment instanceof Date ? { moment } : { offset: moment === null ? clockOffset() : 0 };
      last = last.then(() => setDatabaseTime(timeSetter, time));
      // Whoever waits for the time gets the error.
      last.catch(() => {});
      return last;
    },
    timeIsSet: () => last,
    async stop() {
      await last.catch(() => {});
      await timeSetter.end();
      await asSuperuser(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
