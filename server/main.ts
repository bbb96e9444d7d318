import { type Config, ConfigurationError, readConfig } from './config.ts';
import { connectDatabase } from './db/connect.ts';
import { collectStart } from './platform/collect-start.ts';
import { createLog, type Log } from './platform/log.ts';

/** The only file with side effects: reads the environment, starts, and stops on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const server = await start(config, log);
  log.info({ url: config.PUBLIC_URL, throttle: config.THROTTLE, demo: config.DEMO }, 'remito is listening');
  process.stdout.write(`\n  Remito está en ${config.PUBLIC_URL}\n\n`);

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      // What hangs beyond all other limits must not keep the process.
      setTimeout(() => process.exit(1), 10_000 + config.DRAIN_SECONDS * 1000).unref();
      await server.stop();
      process.exit(0);
    });
  }
}

/** The whole product, or the portal alone before an existing gateway. */
async function start(config: Config, log: Log): Promise<{ stop(): Promise<void> }> {
  if (config.GATEWAY_URL) {
    const { startPortalOnly } = await import('./portal-only/start.ts');
    const portal = await startPortalOnly(config, { log });
    collectStart();
    return portal;
  }
  // The database comes up while the code is loaded that will speak to it.
  const [database, { startServer }] = await Promise.all([connectDatabase(config, log), import('./start.ts')]);
  try {
    const server = await startServer(config, { log, database });
    server.dataComplete
      .then(
        () => log.info('data complete'),
        (error) => log.error({ stack: error.stack }, 'demonstration data failed'),
      )
      .then(collectStart);
    return {
      async stop() {
        await server.stop();
        await database.stop();
      },
    };
  } catch (error) {
    // What can't start leaves no database behind.
    await database.stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  const line = error instanceof ConfigurationError ? `Configuration: ${error.message}` : (error as Error).stack;
  process.stderr.write(`${line}\n`);
  process.exit(1);
});
