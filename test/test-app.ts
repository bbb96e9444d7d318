import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { createHttpClient, type HttpClient, type ObservedResponse } from './http-client.ts';
import { OPERATOR_KEY } from './operator-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The whole server, called over HTTP. */
export interface TestApp extends HttpClient {
  server: RunningServer;
  database: TestDatabase;
  /** Queries as the tables' owner, past row-level security: to look, never to prepare what the product can make. */
  owner<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  /** Moves the product's clock. */
  setTime(moment: Date | null): void;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Puts something between the server and its database; answers with the connection that leads through it. */
  wrapConnection?: (login: pg.ClientConfig) => Promise<pg.ClientConfig>;
  /** The same for the direct connections, of jobs and of what the nodes tell each other. */
  wrapDirectConnection?: (owner: pg.ClientConfig) => Promise<pg.ClientConfig>;
  /** Another node, on whose database this one is started too. */
  sharesDatabaseWith?: TestApp;
  /** Begins on a database without tables, as an installation does: no tariff, terms or pickup points. */
  fresh?: boolean;
  /** Gets each line of the log. */
  onLog?: (line: string) => void;
  /** Sees each answer before the test does, and may throw. */
  onAnswer?: (seen: ObservedResponse) => Promise<void>;
  /** Folder of a built portal; none by default. */
  portal?: string;
}

const unwrapped = async (way: pg.ClientConfig) => way;

/** Starts the whole server on a database of its own; settings are those of the environment. */
export async function startTestApp(
  settings: NodeJS.ProcessEnv = {},
  {
    wrapConnection = unwrapped,
    wrapDirectConnection = unwrapped,
    sharesDatabaseWith,
    fresh,
    onLog,
    onAnswer,
    portal,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const database =
    sharesDatabaseWith?.database ?? (await createTestDatabase(inject('databases'), { empty: fresh ?? false }));
  let now: Date | null = null;
  const config = readConfig({
    // Limits may be off.
    NODE_ENV: 'test',
    PORT: '0',
    DEMO: '0',
    SIMULATOR: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
    THROTTLE: 'off',
    // The process is the test's own as well: what that takes of it is no reason to refuse.
    SHED_AFTER_MS: '0',
    JWT_SECRET: 'a secret that only these tests know',
    OPS_API_KEY: OPERATOR_KEY,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const server = await startServer(config, {
    log: createLog(config.LOG_LEVEL, onLog && { write: onLog }),
    clock: () => now ?? new Date(),
    portal: portal ?? null,
    verifyReplies: true,
    database: {
      ...database,
      owner: await wrapDirectConnection(database.owner),
      login: await wrapConnection(database.login),
    },
  });
  const ownerPool = new pg.Pool({ ...database.owner, max: 2 });
  // `end` doesn't wait for the server to hang up, so the dropped database may still have a word with a client.
  ownerPool.on('error', () => {});
  ownerPool.on('connect', (client) => client.on('error', () => {}));

  return {
    server,
    database,
    ...createHttpClient(server.url, onAnswer),
    setTime: (moment) => {
      now = moment;
    },
    async owner(text, values = []) {
      return (await ownerPool.query(text, values)).rows;
    },
    async stop() {
      await server.stop();
      await ownerPool.end();
      if (!sharesDatabaseWith) await database.stop();
    },
  };
}
