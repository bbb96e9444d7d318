import type { Log } from '#server/platform/log.ts';
import { onNpmExit } from './npm-parent.ts';

/** Milliseconds that a stop may take beyond DRAIN_SECONDS. */
const STOP_MS = 10_000;

/** Milliseconds that a start under way may still take before it is stopped. */
const START_MS = 20_000;

/** Milliseconds that the database may take to stop when nothing else is waited for. */
const RELEASE_MS = 15_000;

/** Milliseconds within which a second signal is the same one: a terminal sends Ctrl-C to npm and to us, and npm passes it on. */
const SAME_SIGNAL_MS = 1000;

export interface StopOptions {
  log: Log;
  /** What is being started; it is stopped as soon as it has started. */
  starting: Promise<{ stop(): Promise<void> }>;
  /** Ends what would outlive the process: an embedded database. */
  release(): Promise<void>;
  drainSeconds: number;
}

/**
 * Stops the product on SIGTERM, SIGINT and SIGHUP, and when the npm that started it has ended: exit code 0. A later second
 * signal, or a stop that takes too long, ends the process without waiting for requests and jobs: exit code 1. Neither way
 * leaves a database behind.
 */
export function stopOnSignal({ log, starting, release, drainSeconds }: StopOptions): void {
  let begun = false;
  let stoppedAt: number | null = null;
  let forced = false;
  starting.then(
    () => {
      begun = true;
    },
    // Reported by whoever has started it.
    () => {},
  );

  async function force(): Promise<void> {
    if (forced) process.exit(1);
    forced = true;
    setTimeout(() => process.exit(1), RELEASE_MS);
    await release().catch(() => {});
    process.exit(1);
  }

  async function stop(signal: string): Promise<void> {
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt > SAME_SIGNAL_MS) await force();
      return;
    }
    stoppedAt = performance.now();
    log.info({ signal }, 'stopping');
    const patience = STOP_MS + drainSeconds * 1000 + (begun ? 0 : START_MS);
    setTimeout(() => void force(), patience).unref();
    const server = await starting;
    await server.stop();
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal).catch(() => process.exit(1)));
  }
  onNpmExit(() => stop('npm has ended').catch(() => process.exit(1)));
}
