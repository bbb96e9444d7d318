import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { loadExampleData, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { freePort, type ServerProcess, startServerProcess } from '#test/e2e/server-process.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type Bouncer, startPgBouncer } from '#test/services/pgbouncer.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';

/** One PostgreSQL, a mail server, and nodes as separate processes on loopback. */
export interface Installation {
  folder: string;
  database: EmbeddedPostgres;
  mail: FakeMailServer;
  /**
   * Starts a node, which keeps its port over restarts; resolves when it is ready.
   *
   * @param root folder of the repository; by default this one
   */
  start(role: 'web' | 'worker', port: number, settings?: NodeJS.ProcessEnv, root?: string): Promise<ServerProcess>;
  /** Stops the node on a port and starts another one there. */
  restart(role: 'web' | 'worker', port: number, settings?: NodeJS.ProcessEnv): Promise<ServerProcess>;
  /** Stops all nodes, then dependent processes, then the database, and removes all files. */
  stop(before?: () => unknown): Promise<void>;
}

/** Builds the DATABASE_URL of a PostgreSQL. */
export function addressOf({ user, password, host, port, database }: pg.ClientConfig): string {
  const name = encodeURIComponent(user ?? '');
  const secret = password ? `:${encodeURIComponent(String(password))}` : '';
  if (!host?.startsWith('/')) return `postgres://${name}${secret}@${host}:${port}/${database}`;
  return `postgres://${name}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Opens the installation's database in its own folder. */
type Open = (dataDir: string) => Promise<EmbeddedPostgres>;

const embedded: Open = (dataDir) => startEmbeddedPostgres({ dataDir, log: createLog('error') });

/**
 * @param pooled number of PgBouncer's connections in transaction mode; 0 for none
 * @param open opens another database than the embedded one
 */
export async function startInstallation({ pooled = 0, open = embedded } = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-trial-'));
  // The database's user needs access to the folder.
  await chmod(folder, 0o711);
  const database = await open(join(folder, 'primary'));
  const mail = await startFakeMailServer();
  const bouncer: Bouncer | null = pooled ? await startPgBouncer(database.login, pooled) : null;
  const publicPort = await freePort();
  const nodes = new Set<Promise<ServerProcess>>();
  const started = async () =>
    (await Promise.allSettled(nodes)).flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []));
  const shared = {
    // Default of an installation without this setting: proxies are in front of the nodes.
    DRAIN_SECONDS: '',
    DATABASE_URL: addressOf(bouncer?.connection ?? database.login),
    DATABASE_DIRECT_URL: addressOf(database.owner),
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    JWT_SECRET: 'a secret that all nodes of the trial share',
    SECRETS_KEY: TEST_SECRETS_KEY,
    OPS_API_KEY: PROVIDER_KEY,
    SMTP_URL: mail.url,
    THROTTLE: 'off',
    DEMO: '0',
    REGISTRATION: 'open',
    // Debian's PgBouncer doesn't support named statements.
    ...(bouncer && { DATABASE_PREPARE: '0' }),
  };
  const start: Installation['start'] = async (role, port, settings = {}, root = undefined) => {
    const node = startServerProcess(
      { ...shared, ROLE: role, PORT: String(port), ...settings },
      { dataDir: folder, keepData: true, root },
    );
    nodes.add(node);
    // Enters the provider's first data; the previous version contains them.
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
      // Also stops nodes that were still starting when another one failed.
      await Promise.all((await started()).map((node) => node.stop()));
      await before?.();
      await bouncer?.stop();
      await mail.stop();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
