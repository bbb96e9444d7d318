import { type Config, ConfigurationError, readConfig } from './config.ts';
import { createLog, type Log } from './platform/log.ts';
import { startPortalOnly } from './portal-only/start.ts';
import { startServer } from './start.ts';

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
  if (config.GATEWAY_URL) return startPortalOnly(config, { log });
  const server = await startServer(config, { log });
  server.dataComplete.then(
    () => log.info('data complete'),
    (error) => log.error({ stack: error.stack }, 'demonstration data failed'),
  );
  return server;
}

main().catch((error: unknown) => {
  const line = error instanceof ConfigurationError ? `Configuration: ${error.message}` : (error as Error).stack;
  process.stderr.write(`${line}\n`);
  process.exit(1);
});
