import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { createApp } from './app.ts';
import { createJobs } from './cluster/jobs.ts';
import { createMetrics } from './cluster/metrics.ts';
import { createPostgresEventBus } from './cluster/postgres-event-bus.ts';
import { type Config, secretFile } from './config/config.ts';
import { assertRowLevelSecurity } from './db/assert-row-level-security.ts';
import { withClusterMutex } from './db/cluster-mutex.ts';
import type { DatabaseConnections } from './db/connect.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { withReplica } from './db/replica.ts';
import { seedDatabase } from './db/seed-data.ts';
import { checkServerVersion } from './db/server-version.ts';
import { seedDemonstrationData } from './demo/seed.ts';
import { startSimulator } from './demo/simulator/simulator.ts';
import type { Deps } from './domain/deps.ts';
import { ensureFirstKey } from './features/operator/operator-key.ts';
import { logMissingSetup } from './features/operator/operator-setup.ts';
import { createConverter } from './integrations/label-conversion/create-converter.ts';
import { createMailer } from './integrations/mail/create-mailer.ts';
import { createPayments } from './integrations/payment/create-payments.ts';
import { createWarehouse } from './integrations/warehouse/create-warehouse.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { closeGracefully } from './platform/http/graceful-close.ts';
import { serveMetrics } from './platform/http/metrics-server.ts';
import { BUILT_PORTAL } from './platform/http/portal-files.ts';
import type { Log } from './platform/log.ts';
import { readOrCreatePrivateFile } from './platform/private-file.ts';
import { queues, startWorker } from './worker.ts';

export interface StartOptions {
  log: Log;
  clock?: Clock;
  /** Folder of the built portal; null serves the gateway alone. */
  portal?: string | null;
  verifyReplies?: boolean;
  /** Whoever has connected it stops it. */
  database: DatabaseConnections;
}

export interface RunningServer {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Where a monitor reads its figures; null without METRICS_PORT. */
  metricsUrl: string | null;
  deps: Deps;
  /** Every declared call that is answered. */
  mounted: ReadonlySet<AnyEndpoint>;
  /** Settles when the demonstration data are complete, or the server was stopped before; at once without them. */
  dataComplete: Promise<void>;
  /** Finishes what is running within DRAIN_SECONDS and ten more, and leaves nothing behind. */
  stop(): Promise<void>;
}

/** Database → app → listen → work. Demonstration data are made behind the server that already listens. */
export async function startServer(settings: Config, options: StartOptions): Promise<RunningServer> {
  const { database, log, clock = systemClock } = options;
  const config = { ...settings, JWT_SECRET: settings.JWT_SECRET || (await readOrCreateSecret(settings)) };
  if (config.DATABASE_URL) await checkServerVersion(database.owner, log);
  await migrate(database.owner, log);
  await seedDatabase(database.owner, { examples: config.DEMO });
  const pool = { size: config.DATABASE_POOL, prepare: config.DATABASE_PREPARE };
  const primary = openDatabase({ connection: database.login, ...pool }, log);
  const bus = createPostgresEventBus(database.owner, log);
  const db = database.replica
    ? withReplica(primary, openDatabase({ connection: database.replica, ...pool }, log), log)
    : primary;
  await assertRowLevelSecurity(db);
  const jobs = createJobs(database.owner, log, config.ROLE !== 'web');
  const metrics = createMetrics({ process: config.METRICS_PORT !== undefined });
  const mailer = createMailer(config, db, metrics);
  const payments = createPayments(config, db, metrics);
  const warehouse = createWarehouse(config, db, clock, metrics);
  const adapters = { mailer, converter: createConverter(config, metrics), payments, warehouse };
  const deps: Deps = { config, db, jobs, bus, ...adapters, metrics, clock, log };
  const { http, mount, readiness, drain } = await createApp(deps, {
    portal: options.portal === undefined ? BUILT_PORTAL : options.portal,
    verifyReplies: options.verifyReplies ?? false,
  });
  // What answers is put together while the database prepares for the work behind it.
  await Promise.all([
    http.ready(),
    bus.start(),
    withClusterMutex(database.owner, () => jobs.start(queues)),
    ensureFirstKey(deps),
  ]);
  await http.listen({ port: config.PORT, host: config.HOST });
  const port = (http.server.address() as AddressInfo | null)?.port ?? config.PORT;
  const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
  // A worker has no entry of its own: it speaks to a web node like everybody else.
  const entry = config.ROLE === 'worker' ? config.PUBLIC_URL : url;
  if (config.ROLE !== 'web') await startWorker(deps, entry);
  const figures =
    config.METRICS_PORT === undefined
      ? null
      : await serveMetrics(metrics, { port: config.METRICS_PORT, host: config.METRICS_HOST });
  if (figures) log.info({ url: figures.url }, 'metrics are listening');
  if (!config.DEMO && config.ROLE !== 'worker') await logMissingSetup(deps);
  const making = new AbortController();
  const dataComplete = makeData(deps, database.owner, making.signal).then((complete) => {
    readiness.dataComplete = complete;
  });
  // Whoever waits for it hears of its failure; nobody has to wait.
  dataComplete.catch(() => {});

  const simulator = await startSimulator(deps, entry);
  return {
    url,
    metricsUrl: figures?.url ?? null,
    deps,
    mounted: mount.mounted,
    dataComplete,
    async stop() {
      readiness.draining = true;
      making.abort();
      await simulator?.stop();
      if (config.ROLE !== 'worker') await drain.begin(config.DRAIN_SECONDS);
      await closeGracefully(http.server, () => http.close());
      await dataComplete.catch(() => {});
      await jobs.stop();
      await mailer.close();
      await bus.close();
      await figures?.close();
      await db.close();
    },
  };
}

/** One node is enough: workers make none. @returns whether the data are complete */
async function makeData({ config, ...deps }: Deps, owner: DatabaseConnections['owner'], signal: AbortSignal) {
  if (!config.DEMO || config.ROLE === 'worker') return true;
  return seedDemonstrationData({ config, ...deps }, owner, signal);
}

function readOrCreateSecret(config: Config): Promise<string> {
  return readOrCreatePrivateFile(secretFile(config, 'jwt'), () => randomBytes(32).toString('base64url'));
}
