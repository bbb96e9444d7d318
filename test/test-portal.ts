import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log.ts';
import { type RunningPortal, startPortalOnly } from '#server/portal-only/start.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

/** A portal before a gateway, called over HTTP. */
export interface TestPortal extends HttpClient {
  server: RunningPortal;
  /** Everything that it has logged. */
  log(): string;
  /** Moves its clock. */
  setTime(moment: Date | null): void;
  stop(): Promise<void>;
}

/** Starts the portal before a gateway; `settings` are those of the environment. */
export async function startTestPortal(gatewayUrl: string, settings: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  const lines: string[] = [];
  let now: Date | null = null;
  const config = readConfig({
    // Limits may be off.
    NODE_ENV: 'test',
    PORT: '0',
    GATEWAY_URL: gatewayUrl,
    DRAIN_SECONDS: '0',
    SHED_AFTER_MS: '0',
    LOG_LEVEL: 'debug',
    ...settings,
  });
  const server = await startPortalOnly(config, {
    log: createLog(config.LOG_LEVEL, { write: (line) => void lines.push(line) }),
    clock: () => now ?? new Date(),
    portal: null,
    verifyReplies: true,
  });
  return {
    server,
    ...createHttpClient(server.url),
    log: () => lines.join(''),
    setTime: (moment) => {
      now = moment;
    },
    stop: server.stop,
  };
}
