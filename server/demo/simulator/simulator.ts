import { setTimeout as wait } from 'node:timers/promises';
import { secretFile } from '#server/config/config.ts';
import type { Deps } from '#server/domain/deps.ts';
import { ensureKey, generateKey } from '#server/features/operator/operator-key.ts';
import { createOperatorApi, OperatorApiError } from '#server/platform/http/operator-api.ts';
import { readOrCreatePrivateFile } from '#server/platform/private-file.ts';
import { createSimulationRound } from './simulation.ts';

/** From one round to the next, in ms. */
const ROUND_INTERVAL_MS = 5000;
/** Longest pause while the server doesn't answer, in ms. */
const MAX_BACKOFF_MS = 300_000;

/** Moves demonstration parcels until it is stopped. */
export interface Simulator {
  /** Settles when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/**
 * Starts what moves parcels in demo mode (readings R5): a stranger with a key of its own, kept in DATA_DIR, that knows the
 * provider's entry at `url` and nothing else. It ends when its key is revoked, and comes back with a good one alone.
 * Several of them do no harm, because they tell the same events by the same ids.
 *
 * @returns null where there is none: without DEMO, with SIMULATOR=0, and on a node that only answers requests
 */
export async function startSimulator(deps: Deps, url: string): Promise<Simulator | null> {
  const { config, clock, log } = deps;
  if (!config.DEMO || !config.SIMULATOR || config.ROLE === 'web') return null;
  const key = await readOrCreatePrivateFile(secretFile(config, 'simulator'), generateKey);
  await ensureKey(deps, 'Simulador', key);

  const stopping = new AbortController();
  const entry = createOperatorApi(url, key, stopping.signal);
  const round = createSimulationRound({ entry, clock, log, speed: config.SIMULATOR_SPEED });
  const ended = work();

  async function work(): Promise<void> {
    for (let pause = ROUND_INTERVAL_MS; !stopping.signal.aborted; ) {
      try {
        if (await entry.isReady()) await round();
        pause = ROUND_INTERVAL_MS;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (error instanceof OperatorApiError && error.status === 401) {
          log.warn('the simulator ends: its key was revoked');
          return;
        }
        pause = Math.min(2 * pause, MAX_BACKOFF_MS);
        log.warn({ error: (error as Error).message, pause }, 'the simulator was not answered');
      }
      // A server that has nothing else to do may end.
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
