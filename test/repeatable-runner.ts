import { TestRunner, vi } from 'vitest';
import { restartRandom } from './fixed-random.ts';
import { restartClock } from './test-time.ts';

/**
 * Begins each test file at the same moment, with the file's own random sequence and without the fake timers, globals and spies of an
 * earlier file, which may have run in the same process. A setup file couldn't: Vitest loads it again only if
 * the clock shows another millisecond. Only the server that files share sees the time go back, together with its database.
 */
export default class RepeatableRunner extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    if (source === 'collect') {
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
      restartClock();
      restartRandom(path);
    }
    return super.importFile(path, source);
  }
}
