import { setTimeout as sleep } from 'node:timers/promises';
import { countApps, registerApp } from './embedded-postgres/apps.ts';
import { type Binaries, findBinaries } from './embedded-postgres/binaries.ts';
import { type Credentials, readCredentials } from './embedded-postgres/credentials.ts';
import { withFileLock } from './embedded-postgres/file-lock.ts';
import { initializeCluster, SUPERUSER } from './embedded-postgres/initdb.ts';
import { openDataDir, type PostgresPaths, preparePaths, removeSocketFolder } from './embedded-postgres/paths.ts';
import { DATABASE, ensureRoles, LOGIN, OWNER } from './embedded-postgres/roles.ts';
import {
  findServer,
  type RunningServer,
  removeStalePidFile,
  waitForServer,
} from './embedded-postgres/running-server.ts';
import { launchServer, stopServer } from './embedded-postgres/server-process.ts';

/** Connection settings for `pg`. `host` is the folder of the Unix socket (127.0.0.1 on Windows). */
export type DatabaseLogin = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: false;
};

export type EmbeddedPostgres = {
  /** Owns the tables; for migrations and jobs. Neither a superuser nor exempt from row-level security. */
  owner: DatabaseLogin;
  /** For the connection pool. May only `SET ROLE app` or `provider`. */
  login: DatabaseLogin;
  /** For a base backup and for tests only. */
  superuser: DatabaseLogin;
  /** PostgreSQL's data folder, for a base backup. */
  dataFolder: string;
  /** Leaves the server. The last app to leave stops it. */
  stop(): Promise<void>;
};

export type EmbeddedLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
type Options = { dataDir: string; log: EmbeddedLog; unsafeFast?: boolean };
type Session = { root: string; apps: string; options: Options };
/** Interval at which an app checks that its server is running, in ms. */
const WATCH_INTERVAL_MS = 250;

/**
 * Starts the PostgreSQL server that is bundled with the app, with its data in DATA_DIR. Initializes the database if necessary,
 * and joins a server that is already running.
 *
 * Several apps may use one DATA_DIR; a file lock (`file-lock.ts`) serializes starts and stops. The first app starts the server,
 * later apps join it (also a server that a killed app left running), and the last app to leave stops it. If the server dies
 * (killed, out of memory), the first app to notice restarts it within a second or two. All apps of one DATA_DIR must run on
 * one machine, and in the same container if any.
 *
 * @param options.unsafeFast for tests only: commits aren't flushed to disk, so a power loss destroys the database
 * @throws when no server can be started. The message says what to do
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { root, apps } = openDataDir(options.dataDir);
  const session = { root, apps, options };
  const { ready, leave } = await withFileLock(apps, async () => ({
    ready: await getServer(session),
    leave: await registerApp(apps),
  }));

  const watch = new AbortController();
  const watching = watchServer(session, ready.paths.data, watch.signal);
  const { paths, credentials, server, binaries } = ready;
  const login = (user: string, password: string) => ({
    host: server.host,
    port: server.port,
    database: DATABASE,
    user,
    password,
    // Overrides PGSSLMODE: there is no TLS on a Unix socket.
    ssl: false as const,
  });
  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    watch.abort();
    await watching;
    await withFileLock(apps, async () => {
      await leave();
      const running = await findServer(paths.data);
      if (running?.pid === undefined || (await countApps(apps)) > 0) return;
      await stopServer(running.pid, binaries, paths);
      removeSocketFolder(paths);
      options.log.info({ pid: running.pid }, 'embedded database stopped');
    });
  }
  return {
    owner: login(OWNER, credentials.owner),
    login: login(LOGIN, credentials.login),
    superuser: login(SUPERUSER, credentials.superuser),
    dataFolder: paths.data,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

type Ready = { paths: PostgresPaths; binaries: Binaries; credentials: Credentials; server: RunningServer };

/** Joins the running server, or initializes the database if necessary and starts it. Must be called under the file lock. */
async function getServer({ root, options }: Session): Promise<Ready> {
  const startedAt = performance.now();
  const fast = options.unsafeFast ?? false;
  const paths = preparePaths(root);
  const binaries = findBinaries(paths.user, paths.home);
  const credentials = await readCredentials(paths);
  await initializeCluster(binaries, paths, credentials.superuser, fast);

  let server = await waitForServer(paths.data);
  const joined = server !== undefined;
  if (!server && removeStalePidFile(paths.data)) {
    options.log.warn({ dataFolder: paths.data }, 'removed a postmaster.pid whose process is not PostgreSQL');
  }
  server ??= await launchServer(binaries, paths, credentials.port, fast);
  await ensureRoles(server, credentials);
  const took = Math.round(performance.now() - startedAt);
  options.log.info({ pid: server.pid, took, joined }, 'embedded database ready');
  return { paths, binaries, credentials, server };
}

/** Restarts a server that has died, until aborted. Retries with exponential backoff while the restart fails (full disk). */
async function watchServer(session: Session, data: string, signal: AbortSignal): Promise<void> {
  const { log } = session.options;
  for (let pause = WATCH_INTERVAL_MS; ; ) {
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    try {
      if (await findServer(data)) continue;
      log.error({}, 'the embedded database has stopped unexpectedly and is restarted');
      await withFileLock(session.apps, async () => (signal.aborted ? undefined : getServer(session)));
      pause = WATCH_INTERVAL_MS;
    } catch (error) {
      log.error({ err: error }, 'the embedded database could not be restarted');
      pause = Math.min(pause * 2, 30_000);
    }
  }
}
