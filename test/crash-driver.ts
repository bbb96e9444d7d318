import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import type { Query } from './consistency.ts';
import { hasEnded, type ServerProcess, startServerProcess, waitForExit } from './e2e/server-process.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { loadExampleData, OPERATOR_KEY } from './operator-client.ts';

/** What a kill hits. */
export const VICTIMS = ['the app', 'the database', 'the app and the database'] as const;
export type Victim = (typeof VICTIMS)[number];

/** The product as an operator has it: processes that come and go on data that stay. */
export interface CrashDriver {
  mail: FakeMailServer;
  /** Path of something in the folder where all of it happens. */
  at(name: string): string;
  /** Starts the product on a data folder, `data` unless another is named; settles when it is ready. */
  start(name?: string): Promise<ServerProcess>;
  /** Kills by SIGKILL, as a crash or the lack of memory does; settles when the app that was hit is gone. */
  kill(server: ServerProcess, victim: Victim): Promise<void>;
  /** After a kill: the app that lives, once it serves again with another database, else one that was started anew. */
  revive(server: ServerProcess): Promise<ServerProcess>;
  /** Looks into a data folder past the product, which may run meanwhile. */
  look<T>(work: (query: Query) => Promise<T>, name?: string): Promise<T>;
  /** Ends what still runs and removes everything. */
  stop(): Promise<void>;
}

export async function createCrashDriver(): Promise<CrashDriver> {
  const mail = await startFakeMailServer();
  const folder = await mkdtemp(join(tmpdir(), 'remito-crash-'));
  // Root's database runs as another user, who passes through.
  await chmod(folder, 0o755);
  const started = new Set<ServerProcess>();
  let killedDatabase = 0;
  const at = (name: string) => join(folder, name);

  async function start(name = 'data'): Promise<ServerProcess> {
    const limits = { THROTTLE: 'off', LOG_LEVEL: 'silent' };
    const settings = { DEMO: '0', SMTP_URL: mail.url, OPS_API_KEY: OPERATOR_KEY, ...limits };
    const server = await startServerProcess(settings, { dataDir: at(name), keepData: true });
    started.add(server);
    await loadExampleData(server.url);
    return server;
  }

  return {
    mail,
    at,
    start,
    async kill(server, victim) {
      const database = await databasePid(server.dataDir);
      if (victim !== 'the database') server.process.kill('SIGKILL');
      if (victim !== 'the app') {
        killedDatabase = database;
        process.kill(database, 'SIGKILL');
      }
      if (victim !== 'the database') await waitForExit(server.process);
    },
    async revive(server) {
      if (hasEnded(server.process)) return start();
      while ((await databasePid(server.dataDir)) === killedDatabase || !(await isReady(server))) await sleep(50);
      return server;
    },
    async look(work, name = 'data') {
      const database = await startEmbeddedPostgres({ dataDir: at(name), log: createLog('warn') });
      const client = new pg.Client(database.superuser);
      await client.connect();
      try {
        return await work(async (text, values) => (await client.query(text, values)).rows);
      } finally {
        await client.end();
        await database.stop();
      }
    },
    async stop() {
      await Promise.all([...started].map((server) => server.stop()));
      await mail.stop();
      // A database that was killed last may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** The number of the database's first process; 0 while none runs. */
async function databasePid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n', 1)[0]);
}

const isReady = ({ url }: ServerProcess) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
