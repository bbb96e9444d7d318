import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import { createLog } from '#server/platform/log.ts';
import { startServer } from '#server/start.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { benchConfig } from '#tools/bench/prepare.ts';
import type { Limit } from '#tools/bench/report.ts';

/** Minutes of a night's upkeep: it may be repeated, and staff begin about five hours after it. */
const MINUTES = { goal: 30, aim: 10 };

/**
 * Measures one night's upkeep of all clients, on a second node of the database.
 *
 * @throws when a part of it fails
 */
export async function measureNight({ folder, owner, login }: BenchServer): Promise<Limit> {
  const config = benchConfig(folder);
  const database = { owner, login, stop: async () => {} };
  // Nothing below fatal is logged: the generated orders lack their open items, and the first night logs each client whose items it adds.
  const node = await startServer({ ...config, ROLE: 'web' }, { log: createLog('fatal'), portal: null, database });
  try {
    const begun = performance.now();
    await runNightlyMaintenance(node.deps, new AbortController().signal);
    process.stderr.write('.');
    return {
      what: 'a night of all clients',
      unit: 'min',
      measured: (performance.now() - begun) / MINUTE_MS,
      ...MINUTES,
    };
  } finally {
    await node.stop();
  }
}
