import { type Config, readConfig } from './config/config.ts';
import { type UnknownVariable, unknownSentence, unknownVariables } from './config/unknown-variables.ts';
import { connectDatabase, type DatabaseConnections } from './db/connect.ts';
import { collectGarbageAfterStart } from './platform/concurrency/collect-garbage.ts';
import { ConfigurationError } from './platform/configuration-error.ts';
import { createLog, type Log } from './platform/log.ts';
import { isPublicUrl } from './platform/network/loopback.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** Reads the environment, starts the product, and stops it on a signal. The only module with side effects. */
async function main(): Promise<void> {
  const unknown = unknownVariables(process.env);
  const config = readConfigNaming(unknown);
  const log = createLog(config.LOG_LEVEL);
  for (const variable of unknown) log.warn(variable, unknownSentence(variable));
  if (isPublicUrl(config.PUBLIC_URL) && !config.PUBLIC_URL.startsWith('https:')) {
    log.warn(
      { url: config.PUBLIC_URL },
      'PUBLIC_URL begins with http: passwords travel unencrypted, and passkeys need https',
    );
  }
  let database: Promise<DatabaseConnections> | undefined;
  const connect = () => {
    database = connectDatabase(config, log);
    return database;
  };
  const starting = start(config, log, connect);
  const release = async () => (await database)?.stop();
  stopOnSignal({ log, starting, release, drainSeconds: config.DRAIN_SECONDS });
  await starting;
  log.info({ url: config.PUBLIC_URL, throttle: config.THROTTLE, demo: config.DEMO }, 'remito is listening');
  if (config.DEMO && isPublicUrl(config.PUBLIC_URL)) {
    log.warn({ url: config.PUBLIC_URL }, 'this demonstration is public: its logins are known to everybody');
  }
  process.stdout.write(`\n  Remito está en ${config.PUBLIC_URL}\n\n`);
}

/** Reads the settings. An error also names the variables that were ignored: a required setting may be misspelt. */
function readConfigNaming(unknown: readonly UnknownVariable[]): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError([error.message, ...unknown.map(unknownSentence)].join('\n'));
  }
}

/** Starts the whole product, or only the portal before an existing gateway. */
async function start(
  config: Config,
  log: Log,
  connect: () => Promise<DatabaseConnections>,
): Promise<{ stop(): Promise<void> }> {
  if (config.GATEWAY_URL) {
    const { startPortalOnly } = await import('./portal-only/start.ts');
    const portal = await startPortalOnly(config, { log });
    collectGarbageAfterStart();
    return portal;
  }
  // Starts the database while the code loads.
  const [database, { startServer }] = await Promise.all([connect(), import('./start.ts')]);
  try {
    const server = await startServer(config, { log, database });
    server.dataComplete
      .then(
        () => log.info('data complete'),
        (error) => log.error({ stack: error.stack }, 'demonstration data failed'),
      )
      .then(collectGarbageAfterStart);
    return {
      async stop() {
        await server.stop();
        await database.stop();
      },
    };
  } catch (error) {
    // A failed start must not leave the embedded database running.
    await database.stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  const lines =
    error instanceof ConfigurationError ? error.message.replace(/^/gm, 'Configuration: ') : (error as Error).stack;
  process.stderr.write(`${lines}\n`);
  process.exit(1);
});
