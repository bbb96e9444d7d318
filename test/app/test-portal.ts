import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log.ts';
import { type RunningPortal, startPortalOnly } from '#server/portal-only/start.ts';
import { createHttpClient, type HttpClient } from '#test/callers/http-client.ts';

/** A portal of a foreign gateway, called over HTTP. */
export interface TestPortal extends HttpClient {
  server: RunningPortal;
  /** Returns the log. */
  log(): string;
  /** Sets the portal's clock. */
  setTime(moment: Date | null): void;
  stop(): Promise<void>;
}

/** Starts the portal of a gateway; `settings` are environment variables. */
export async function startTestPortal(gatewayUrl: string, settings: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  const lines: string[] = [];
  let now: Date | null = null;
  const config = readConfig({
    // Enables settings without limits.
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
