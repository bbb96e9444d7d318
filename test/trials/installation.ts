import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { freePort, type ServerProcess, startServerProcess } from '#test/e2e/server-process.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/fake-mail-server.ts';
import { loadExampleData, OPERATOR_KEY } from '#test/operator-client.ts';
import { type Bouncer, startPgBouncer } from '#test/pgbouncer.ts';

/** One PostgreSQL, a mail server, and whatever nodes are started on them: each a process of its own, on loopback. */
export interface Installation {
  folder: string;
  database: EmbeddedPostgres;
  mail: FakeMailServer;
  /**
   * Starts a node, which keeps its port when it is started again; settles when it is ready.
   *
   * @param root folder of the repository whose version it is; this one's unless told
   */
  start(role: 'web' | 'worker', port: number, settings?: NodeJS.ProcessEnv, root?: string): Promise<ServerProcess>;
  /** Starts a node where another one listens, which ends first. */
  restart(role: 'web' | 'worker', port: number, settings?: NodeJS.ProcessEnv): Promise<ServerProcess>;
  /** Ends every node that still runs, then what else hangs on the database, the database, and removes all that was made. */
  stop(before?: () => unknown): Promise<void>;
}

/** How a PostgreSQL is named in DATABASE_URL. */
export function addressOf({ user, password, host, port, database }: pg.ClientConfig): string {
  const name = encodeURIComponent(user ?? '');
  const secret = password ? `:${encodeURIComponent(String(password))}` : '';
  if (!host?.startsWith('/')) return `postgres://${name}${secret}@${host}:${port}/${database}`;
  return `postgres://${name}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** The database that an installation begins with, in a folder of its own. */
type Open = (dataDir: string) => Promise<EmbeddedPostgres>;

const embedded: Open = (dataDir) => startEmbeddedPostgres({ dataDir, log: createLog('error') });

/**
 * @param pooled whether the nodes reach their database through PgBouncer in transaction mode, with so many connections
 * @param open another database than the embedded one
 */
export async function startInstallation({ pooled = 0, open = embedded } = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-trial-'));
  // The database's user passes through.
  await chmod(folder, 0o711);
  const database = await open(join(folder, 'primary'));
  const mail = await startFakeMailServer();
  const bouncer: Bouncer | null = pooled ? await startPgBouncer(database.login, pooled) : null;
  const publicPort = await freePort();
  const nodes = new Set<Promise<ServerProcess>>();
  const started = async () =>
    (await Promise.allSettled(nodes)).flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []));
  const shared = {
    // As nodes are that nobody has told: proxies stand before them.
    DRAIN_SECONDS: '',
    DATABASE_URL: addressOf(bouncer?.connection ?? database.login),
    DATABASE_DIRECT_URL: addressOf(database.owner),
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    JWT_SECRET: 'a secret that all nodes of the trial share',
    OPS_API_KEY: OPERATOR_KEY,
    SMTP_URL: mail.url,
    THROTTLE: 'off',
    DEMO: '0',
    // Debian's PgBouncer doesn't know named statements.
    ...(bouncer && { DATABASE_PREPARE: '0' }),
  };
  const start: Installation['start'] = async (role, port, settings = {}, root = undefined) => {
    const node = startServerProcess(
      { ...shared, ROLE: role, PORT: String(port), ...settings },
      { dataDir: folder, keepData: true, root },
    );
    nodes.add(node);
    // What a provider enters first; the version before brings it along.
    if (role === 'web' && !root) await loadExampleData((await node).url, settings.OPS_API_KEY);
    return node;
  };
  return {
    folder,
    database,
    mail,
    start,
    async restart(role, port, settings) {
      const there = (await started()).filter(({ url }) => new URL(url).port === String(port));
      await Promise.all(there.map((node) => node.stop()));
      return start(role, port, settings);
    },
    async stop(before) {
      // Those that were still starting when another one failed as well.
      await Promise.all((await started()).map((node) => node.stop()));
      await before?.();
      await bouncer?.stop();
      await mail.stop();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
