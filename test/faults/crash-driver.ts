import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import type { Query } from '#test/app/consistency.ts';
import { loadExampleData, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { hasEnded, type ServerProcess, startServerProcess, waitForExit } from '#test/e2e/server-process.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

/** Processes that a test kills. */
export const VICTIMS = ['the app', 'the database', 'the app and the database'] as const;
export type Victim = (typeof VICTIMS)[number];

/** Runs the product as an installation does: processes that start and stop on persistent data. */
export interface CrashDriver {
  mail: FakeMailServer;
  /** Returns a path in the temporary folder of the test. */
  at(name: string): string;
  /** Starts the product on a data folder, by default `data`; resolves when it is ready. */
  start(name?: string): Promise<ServerProcess>;
  /** Kills by SIGKILL, like a crash or a lack of memory; resolves when the killed app has ended. */
  kill(server: ServerProcess, victim: Victim): Promise<void>;
  /** Returns a serving app after a kill: the surviving one after its database has restarted, else a new one. */
  revive(server: ServerProcess): Promise<ServerProcess>;
  /** Queries a data folder directly, even while the product runs. */
  look<T>(work: (query: Query) => Promise<T>, name?: string): Promise<T>;
  /** Stops all processes and removes all files. */
  stop(): Promise<void>;
}

export async function createCrashDriver(): Promise<CrashDriver> {
  const mail = await startFakeMailServer();
  const folder = await mkdtemp(join(tmpdir(), 'remito-crash-'));
  // Started by root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const started = new Set<ServerProcess>();
  let killedDatabase = 0;
  const at = (name: string) => join(folder, name);

  async function start(name = 'data'): Promise<ServerProcess> {
    // Other tests load the machine: the server would refuse calls because of them.
    const limits = { THROTTLE: 'off', SHED_AFTER_MS: '0', LOG_LEVEL: 'silent' };
    const settings = { DEMO: '0', REGISTRATION: 'open', SMTP_URL: mail.url, OPS_API_KEY: PROVIDER_KEY, ...limits };
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
      await expect.poll(() => databasePid(server.dataDir)).not.toBe(killedDatabase);
      await expect.poll(() => isReady(server)).toBe(true);
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
      // A killed database may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Returns the process id of the database; 0 when none runs. */
async function databasePid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n', 1)[0]);
}

/** Whether a server is ready for requests. */
export const isReady = ({ url }: ServerProcess) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
