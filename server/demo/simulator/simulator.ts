import { setTimeout as wait } from 'node:timers/promises';
import { secretFile } from '#server/config/config.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { createProviderApi, ProviderApiError } from '#server/platform/http/request/provider-api.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { readOrCreatePrivateFile } from '#server/platform/secrets/private-file.ts';
import { ensureKey, generateKey } from '#server/provider/settings/key.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { createSimulationRound } from './simulation.ts';

/** Longest interval while rounds fail, in ms. */
const MAX_BACKOFF_MS = 5 * MINUTE_MS;

/** A running simulator. */
export interface Simulator {
  /** Stops the simulator. Resolves when its last round has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the simulator of shipments in demo mode (readings R5). The simulator is an external client of the provider's API
 * at `url`, with its own provider key in DATA_DIR. It stops for good when its key is revoked. Several simulators may
 * run at the same time, because they send the same events with the same ids.
 *
 * @returns null without DEMO, with SIMULATOR=0, and on a node with ROLE=web
 */
export async function startSimulator(deps: Deps, url: string): Promise<Simulator | null> {
  const { config, clock, log } = deps;
  if (!config.DEMO || !config.SIMULATOR || config.ROLE === 'web') return null;
  const key = await readOrCreatePrivateFile(secretFile(config, 'simulator'), generateKey);
  await ensureKey(deps, 'Simulador', key);

  const stopping = new AbortController();
  const api = createProviderApi(url, { key }, stopping.signal);
  const round = createSimulationRound({ api, clock, log, speed: config.SIMULATOR_SPEED });
  const ended = work();

  async function work(): Promise<void> {
    for (let pause = TIMEOUTS.simulatorRound; !stopping.signal.aborted; ) {
      try {
        if (await api.isReady()) await round();
        pause = TIMEOUTS.simulatorRound;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (error instanceof ProviderApiError && error.status === 401) {
          log.warn('the simulator stops: its key was revoked');
          return;
        }
        pause = Math.min(2 * pause, MAX_BACKOFF_MS);
        log.warn({ error: (error as Error).message, pause }, 'a simulator round failed');
      }
      // `ref: false` lets the process exit during the wait.
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
