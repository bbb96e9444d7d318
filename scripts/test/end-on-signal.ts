import { onNpmExit } from '#server/npm-parent.ts';
import { endRuns } from './run-folder.ts';
import { killSteps } from './step.ts';

/**
 * Ends this process with its steps and runs when a signal ends it, when the npm that started it exits, or when nobody reads its
 * output any more.
 */
export function endOnSignal(): void {
  let ending = false;
  const end = async (signal: NodeJS.Signals) => {
    // npm repeats the signal that a terminal has sent already.
    if (ending) return;
    ending = true;
    killSteps();
    await endRuns();
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  onNpmExit(() => end('SIGTERM'));
  process.stdout.on('error', () => end('SIGTERM'));
}
