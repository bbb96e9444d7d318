import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { createApp } from './app.ts';
import { createJobs } from './cluster/jobs.ts';
import { createMetrics } from './cluster/metrics.ts';
import { createPostgresEventBus } from './cluster/postgres-event-bus.ts';
import { type Config, secretFile } from './config/config.ts';
import type { DatabaseConnections } from './db/connect.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { withReplica } from './db/replica.ts';
import { assertRowLevelSecurity } from './db/start/assert-row-level-security.ts';
import { withClusterMutex } from './db/start/cluster-mutex.ts';
import { seedDatabase } from './db/start/seed-data.ts';
import { checkServerVersion } from './db/start/server-version.ts';
import { waitForConnection, waitForPrimary } from './db/start/wait-for-connection.ts';
import { seedDemonstrationData } from './demo/seed/seed.ts';
import { startSimulator } from './demo/simulator/simulator.ts';
import { createEvents } from './events/events.ts';
import { createRefusalCounter } from './events/refusal-counter.ts';
import type { Deps } from './integrations/deps.ts';
import { createConverter } from './integrations/label-conversion/create-converter.ts';
import { createMailer } from './integrations/mail/create-mailer.ts';
import { createPayments } from './integrations/payment/create-payments.ts';
import { createWarehouse } from './integrations/warehouse/create-warehouse.ts';
import { syncItemsOf } from './orders/domain/subject-items.store.ts';
import { inviteFirstAdmin } from './people/staff/first-admin.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { closeGracefully } from './platform/http/graceful-close.ts';
import { serveMetrics } from './platform/http/metrics-server.ts';
import { BUILT_PORTAL } from './platform/http/response/portal-files.ts';
import type { Log } from './platform/log.ts';
import { readOrCreatePrivateFile } from './platform/secrets/private-file.ts';
import { ensureFirstKey } from './provider/settings/key.ts';
import { logMissingSetup } from './provider/settings/setup.ts';
import { queues, startWorker } from './worker.ts';

export interface StartOptions {
  log: Log;
  clock?: Clock;
  /** Folder of the built portal; null to serve only the gateway. */
  portal?: string | null;
  verifyReplies?: boolean;
  /** The caller must stop the database. */
  database: DatabaseConnections;
}

export interface RunningServer {
  /** Address that it listens on, without trailing slash. */
  url: string;
  /** Address of the metrics; null without METRICS_PORT. */
  metricsUrl: string | null;
  deps: Deps;
  /** All mounted endpoints. */
  mounted: ReadonlySet<AnyEndpoint>;
  /** Resolves when the demonstration data are complete or the server stops; at once without demonstration data. */
  dataComplete: Promise<void>;
  /** Stops gracefully, within DRAIN_SECONDS plus ten seconds. */
  stop(): Promise<void>;
}

/** Starts a node: database, app, listening, jobs. Demonstration data are created while the server is already listening. */
export async function startServer(settings: Config, options: StartOptions): Promise<RunningServer> {
  const { database, log, clock = systemClock } = options;
  const config = {
    ...settings,
    JWT_SECRET: settings.JWT_SECRET || (await readOrCreateSecret(settings, 'jwt')),
    SECRETS_KEY: settings.SECRETS_KEY || (await readOrCreateSecret(settings, 'encryption')),
  };
  if (config.DATABASE_URL) {
    await waitForPrimary(database.owner, log);
    await checkServerVersion(database.owner, log);
  }
  await migrate(database.owner, log);
  await seedDatabase(database.owner, { examples: config.DEMO });
  const pool = { size: config.DATABASE_POOL, prepare: config.DATABASE_PREPARE };
  const primary = openDatabase({ connection: database.login, ...pool }, log);
  const bus = createPostgresEventBus(database.owner, log);
  const events = createEvents(bus, syncItemsOf);
  const db = database.replica
    ? withReplica(primary, openDatabase({ connection: database.replica, ...pool }, log), log)
    : primary;
  await waitForConnection(primary);
  await assertRowLevelSecurity(db);
  const jobs = createJobs(database.owner, log, config.ROLE);
  const metrics = createMetrics({ process: config.METRICS_PORT !== undefined });
  const mailer = createMailer(config, db, metrics);
  const payments = createPayments(config, db, metrics);
  const warehouse = createWarehouse(config, db, clock, metrics);
  const adapters = { mailer, converter: createConverter(config, metrics), payments, warehouse };
  const refusals = createRefusalCounter(db, log);
  const deps: Deps = { config, db, jobs, bus, events, ...adapters, metrics, refusals, clock, log };
  const { http, mount, readiness, drain } = await createApp(deps, {
    portal: options.portal === undefined ? BUILT_PORTAL : options.portal,
    verifyReplies: options.verifyReplies ?? false,
  });
  // Prepares the HTTP server while the database prepares jobs and events.
  await Promise.all([
    http.ready(),
    bus.start(),
    withClusterMutex(database.owner, () => jobs.start(queues)),
    ensureFirstKey(deps, database.owner),
  ]);
  if (config.ROLE !== 'worker') await inviteFirstAdmin(deps, database.owner);
  await http.listen({ port: config.PORT, host: config.HOST });
  const port = (http.server.address() as AddressInfo | null)?.port ?? config.PORT;
  const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
  // A worker serves no API itself, so it calls a web node.
  const apiUrl = config.ROLE === 'worker' ? config.PUBLIC_URL : url;
  if (config.ROLE !== 'web') await startWorker(deps, apiUrl);
  const metricsServer =
    config.METRICS_PORT === undefined
      ? null
      : await serveMetrics(metrics, { port: config.METRICS_PORT, host: config.METRICS_HOST });
  if (metricsServer) log.info({ url: metricsServer.url }, 'metrics are listening');
  if (!config.DEMO && config.ROLE !== 'worker') await logMissingSetup(deps);
  const seeding = new AbortController();
  const dataComplete = seedData(deps, database.owner, seeding.signal).then((complete) => {
    readiness.dataComplete = complete;
  });
  // Callers may await the promise and get its error; otherwise the rejection must not count as unhandled.
  dataComplete.catch(() => {});

  const simulator = await startSimulator(deps, apiUrl);
  return {
    url,
    metricsUrl: metricsServer?.url ?? null,
    deps,
    mounted: mount.mounted,
    dataComplete,
    async stop() {
      readiness.draining = true;
      seeding.abort();
      await simulator?.stop();
      if (config.ROLE !== 'worker') await drain.begin(config.DRAIN_SECONDS);
      await closeGracefully(http.server, () => http.close());
      await dataComplete.catch(() => {});
      await refusals.stop();
      await jobs.stop();
      await mailer.close();
      await bus.close();
      await metricsServer?.close();
      await db.close();
    },
  };
}

/** Seeds demonstration data, on web nodes only. @returns whether the data are complete */
async function seedData({ config, ...deps }: Deps, owner: DatabaseConnections['owner'], signal: AbortSignal) {
  if (!config.DEMO || config.ROLE === 'worker') return true;
  return seedDemonstrationData({ config, ...deps }, owner, signal);
}

function readOrCreateSecret(config: Config, name: string): Promise<string> {
  return readOrCreatePrivateFile(secretFile(config, name), () => randomBytes(32).toString('base64url'));
}
