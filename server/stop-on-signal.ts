import type { Log } from '#server/platform/log.ts';
import { onNpmExit } from './npm-parent.ts';

/** Timeout of a stop after DRAIN_SECONDS, in ms. */
export const STOP_MS = 10_000;

/** Time that a running start may still take before the stop, in ms. */
const START_MS = 20_000;

/** Timeout for stopping the database in a forced stop, in ms. */
const RELEASE_MS = 15_000;

/** Time within which a second signal counts as a duplicate, in ms: on Ctrl-C, the terminal and npm both send a signal. */
const SAME_SIGNAL_MS = 1000;

export interface StopOptions {
  log: Log;
  /** The starting server. A stop during the start waits for it. */
  starting: Promise<{ stop(): Promise<void> }>;
  /** Stops the embedded database, which would outlive the process. */
  release(): Promise<void>;
  drainSeconds: number;
}

/**
 * Stops the product gracefully on SIGTERM, SIGINT and SIGHUP, and when the npm that started it exits: exit code 0. A later
 * second signal, or a stop that takes too long, ends the process without waiting for requests and jobs: exit code 1. Both stop
 * the embedded database.
 */
export function stopOnSignal({ log, starting, release, drainSeconds }: StopOptions): void {
  let started = false;
  let stoppedAt: number | null = null;
  let forced = false;
  starting.then(
    () => {
      started = true;
    },
    // main() reports the error.
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
    const timeoutMs = STOP_MS + drainSeconds * 1000 + (started ? 0 : START_MS);
    setTimeout(() => void force(), timeoutMs).unref();
    const server = await starting;
    await server.stop();
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal).catch(() => process.exit(1)));
  }
  onNpmExit(() => stop('npm has exited').catch(() => process.exit(1)));
}
