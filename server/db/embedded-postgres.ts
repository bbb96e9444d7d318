import { setTimeout as sleep } from 'node:timers/promises';
import { countApps, registerApp } from './embedded-postgres/apps.ts';
import { type Binaries, findBinaries } from './embedded-postgres/binaries.ts';
import { type Credentials, readCredentials } from './embedded-postgres/credentials.ts';
import { withFileLock } from './embedded-postgres/file-lock.ts';
import { initializeCluster, SUPERUSER } from './embedded-postgres/initdb.ts';
import { openDataDir, type PostgresPaths, preparePaths } from './embedded-postgres/paths.ts';
import { DATABASE, ensureRoles, LOGIN, OWNER } from './embedded-postgres/roles.ts';
import {
  findServer,
  type RunningServer,
  removeStalePidFile,
  waitForServer,
} from './embedded-postgres/running-server.ts';
import { launchServer, stopServer } from './embedded-postgres/server-process.ts';

/** Connection settings as `pg` takes them. `host` is the folder of the Unix socket (127.0.0.1 on Windows). */
export type DatabaseLogin = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: false;
};

export type EmbeddedPostgres = {
  /** Owns the tables: migrations and the jobs' upkeep. Neither superuser nor exempt from row-level security. */
  owner: DatabaseLogin;
  /** For the pool: may `SET ROLE app`, and nothing else. */
  login: DatabaseLogin;
  /** For a base backup and for tests only. */
  superuser: DatabaseLogin;
  /** PostgreSQL's data folder, for a base backup. */
  dataFolder: string;
  /** Gives the server up; the last app that does so stops it. */
  stop(): Promise<void>;
};

export type EmbeddedLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
type Options = { dataDir: string; log: EmbeddedLog; unsafeFast?: boolean };
type Session = { root: string; apps: string; options: Options };
type Ready = { paths: PostgresPaths; binaries: Binaries; credentials: Credentials; server: RunningServer };

/** How often an app looks whether its server still runs, in ms. */
const WATCH_INTERVAL_MS = 250;

/**
 * The PostgreSQL that comes with the app, in DATA_DIR: begun, started or joined, whichever is needed.
 *
 * Several apps may use one DATA_DIR. Whatever changes the server's life happens in turns (`turns.ts`); the first one
 * starts it, later ones join it, also one that a killed app left running, and the last one out stops it. When the server
 * dies under its apps (killed, out of memory), the first of them to notice starts it again within a second or two.
 * All apps of one DATA_DIR must run on one machine, and in one container if in any.
 *
 * @param options.unsafeFast for test runs alone: a commit is not flushed to disk, a power loss destroys the database
 * @throws with one sentence that says what to do, when no server can be had
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
    // Whatever PGSSLMODE in the environment wants, there is no TLS on a private socket.
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

/** In a turn: joins the server that runs, else starts it, beginning the database if there is none. */
async function getServer({ root, options }: Session): Promise<Ready> {
  const begun = performance.now();
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
  const took = Math.round(performance.now() - begun);
  options.log.info({ pid: server.pid, took, joined }, 'embedded database ready');
  return { paths, binaries, credentials, server };
}

/** Until aborted: a server that died is started again; while that fails (a full disk), ever more seldom. */
async function watchServer(session: Session, data: string, signal: AbortSignal): Promise<void> {
  const { log } = session.options;
  for (let pause = WATCH_INTERVAL_MS; ; ) {
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    try {
      if (await findServer(data)) continue;
      log.error({}, 'the embedded database ended by itself; starting it again');
      await withFileLock(session.apps, async () => (signal.aborted ? undefined : getServer(session)));
      pause = WATCH_INTERVAL_MS;
    } catch (error) {
      log.error({ err: error }, 'the embedded database could not be started again');
      pause = Math.min(pause * 2, 30_000);
    }
  }
}
