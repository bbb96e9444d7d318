import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { sleep, systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { hashAtLowestCost } from '#server/platform/secrets/passwords.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { createHttpClient, type HttpClient, type ObservedResponse } from '#test/callers/http-client.ts';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The whole server, called over HTTP. */
export interface TestApp extends HttpClient {
  server: RunningServer;
  database: TestDatabase;
  /** Queries as the tables' owner, without row-level security: only for checks, not for preparing data. */
  owner<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  /**
   * Stops the clock of product and database at a moment, where the product waits for nothing; null starts it again. Calls and queries
   * that begin afterwards see the moment.
   */
  setTime(moment: Date | null): void;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Inserts a proxy between the server and its database; returns the connection through the proxy. */
  wrapConnection?: (login: pg.ClientConfig) => Promise<pg.ClientConfig>;
  /** Inserts a proxy into the direct connections of the jobs and the event bus. */
  wrapDirectConnection?: (owner: pg.ClientConfig) => Promise<pg.ClientConfig>;
  /** Another node whose database this node shares. */
  sharesDatabaseWith?: TestApp;
  /** Keeps the schedules of jobs. They follow the real time, so usually tests start such jobs themselves. */
  keepsSchedules?: boolean;
  /** Starts on an empty database, like a new installation: no tariff, terms or pickup points. */
  fresh?: boolean;
  /** Gets each line of the log. */
  onLog?: (line: string) => void;
  /** Gets each response before the test, and may throw. */
  onAnswer?: (seen: ObservedResponse) => Promise<void>;
  /** Folder of a built portal; none by default. */
  portal?: string;
}

hashAtLowestCost(true);

const unwrapped = async (way: pg.ClientConfig) => way;

/** Starts the whole server on a separate database; settings are environment variables. */
export async function startTestApp(
  settings: NodeJS.ProcessEnv = {},
  {
    wrapConnection = unwrapped,
    wrapDirectConnection = unwrapped,
    sharesDatabaseWith,
    keepsSchedules,
    fresh,
    onLog,
    onAnswer,
    portal,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const database =
    sharesDatabaseWith?.database ?? (await createTestDatabase(inject('databases'), { empty: fresh ?? false }));
  let now: Date | null = null;
  const clock = Object.assign(() => now ?? new Date(), {
    sleep: async (ms: number, signal?: AbortSignal) => {
      if (!now) await sleep(systemClock, ms, signal);
    },
  });
  const config = readConfig({
    // Enables settings without limits.
    NODE_ENV: 'test',
    PORT: '0',
    DEMO: '0',
    REGISTRATION: 'open',
    NEW_CLIENTS_PREPAID: '0',
    SIMULATOR: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
    THROTTLE: 'off',
    // The test shares the process: its load must not cause refusals.
    SHED_AFTER_MS: '0',
    JWT_SECRET: 'a secret that only these tests know',
    SECRETS_KEY: TEST_SECRETS_KEY,
    OPS_API_KEY: PROVIDER_KEY,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const server = await startServer(config, {
    log: createLog(config.LOG_LEVEL, onLog && { write: onLog }),
    clock,
    portal: portal ?? null,
    verifyReplies: true,
    database: {
      ...database,
      owner: await wrapDirectConnection(database.owner),
      login: await wrapConnection(database.login),
    },
  });
  const ownerPool = new pg.Pool({ ...database.owner, max: 2 });
  // `end` doesn't wait for the server to close, so a dropped database may still send an error.
  ownerPool.on('error', () => {});
  ownerPool.on('connect', (client) => client.on('error', () => {}));
  if (!keepsSchedules) await ownerPool.query('DELETE FROM pgboss.schedule');

  return {
    server,
    database,
    ...createHttpClient(server.url, onAnswer, database.timeIsSet),
    setTime: (moment) => {
      now = moment;
      database.setTime(moment);
    },
    async owner(text, values = []) {
      await database.timeIsSet();
      return (await ownerPool.query(text, values)).rows;
    },
    async stop() {
      await database.timeIsSet();
      await server.stop();
      await ownerPool.end();
      if (!sharesDatabaseWith) await database.stop();
    },
  };
}
