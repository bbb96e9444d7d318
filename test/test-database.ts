import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createJobs } from '#server/cluster/jobs.ts';
import type { DatabaseConnections } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { seedDatabase } from '#server/db/seed-data.ts';
import { createLog } from '#server/platform/log.ts';
import { queues } from '#server/worker.ts';

/** Connections to the run's PostgreSQL, as plain data for the test processes. */
export interface TestServer {
  superuser: pg.ClientConfig;
  owner: pg.ClientConfig;
  login: pg.ClientConfig;
}

const TEMPLATE = 'remito_template';

async function asSuperuser(server: TestServer, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server.superuser);
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
  await seedDatabase(owner, { examples: true });
  const jobs = createJobs(owner, createLog('warn'));
  await jobs.start(queues);
  await jobs.stop();
}

export interface TestDatabase extends DatabaseConnections {
  superuser: pg.ClientConfig;
}

/** Creates a separate database, migrated or empty; `stop` drops it. */
export async function createTestDatabase(server: TestServer, { empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asSuperuser(server, (client) =>
    client.query(
      `CREATE DATABASE ${name} TEMPLATE ${empty ? server.owner.database : TEMPLATE} OWNER "${server.owner.user}" STRATEGY FILE_COPY`,
    ),
  );
  return {
    superuser: { ...server.superuser, database: name },
    owner: { ...server.owner, database: name },
    login: { ...server.login, database: name },
    stop: () => asSuperuser(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}
