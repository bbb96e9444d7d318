import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { clientOf, type HttpClient, type Seen } from './http-client.ts';
import { OPERATOR_KEY } from './operator.ts';

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
  through?: (login: pg.ClientConfig) => Promise<pg.ClientConfig>;
  /** The same for the direct connections, of jobs and of what the nodes tell each other. */
  directThrough?: (owner: pg.ClientConfig) => Promise<pg.ClientConfig>;
  /** Another node, on whose database this one is started too. */
  beside?: TestApp;
  /** Begins on a database without tables, as an installation does: no tariff, terms or pickup points. */
  fresh?: boolean;
  /** Gets each line of the log. */
  onLog?: (line: string) => void;
  /** Sees each answer before the test does, and may throw. */
  onAnswer?: (seen: Seen) => Promise<void>;
  /** Folder of a built portal; none by default. */
  portal?: string;
}

const straight = async (way: pg.ClientConfig) => way;

/** Starts the whole server on a database of its own; settings are those of the environment. */
export async function startTestApp(
  settings: NodeJS.ProcessEnv = {},
  { through = straight, directThrough = straight, beside, fresh, onLog, onAnswer, portal }: TestAppOptions = {},
): Promise<TestApp> {
  const database = beside?.database ?? (await createTestDatabase(inject('databases'), { empty: fresh ?? false }));
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
      owner: await directThrough(database.owner),
      login: await through(database.login),
    },
  });
  const looker = new pg.Pool({ ...database.owner, max: 2 });
  // `end` doesn't wait for the server to hang up, so the dropped database may still have a word with a client.
  looker.on('error', () => {});
  looker.on('connect', (client) => client.on('error', () => {}));

  return {
    server,
    database,
    ...clientOf(server.url, onAnswer),
    setTime: (moment) => {
      now = moment;
    },
    async owner(text, values = []) {
      return (await looker.query(text, values)).rows;
    },
    async stop() {
      await server.stop();
      await looker.end();
      if (!beside) await database.stop();
    },
  };
}
