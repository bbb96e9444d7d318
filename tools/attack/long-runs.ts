import { beginRun, endRun } from '#scripts/test/run-folder.ts';
import { runStep, testStep } from '#scripts/test/step.ts';
import type { TestResult } from './run-attack.ts';

/** Result of a run of many tests. */
export type LongRunResult = Pick<TestResult, 'passed' | 'notes'>;

/** A run of many tests, which counts as one. */
export interface LongRun {
  name: string;
  run(): Promise<LongRunResult>;
}

/**
 * Runs those that didn't pass before, one after the other.
 *
 * @param earlier results of the same version, from a command that was stopped
 * @param save is called after each, because the next one may be stopped
 */
export async function runLong(
  runs: readonly LongRun[],
  earlier: readonly TestResult[],
  save: (tried: readonly TestResult[]) => Promise<void>,
): Promise<TestResult[]> {
  const tried = earlier.filter(({ passed, test }) => passed && runs.some(({ name }) => name === test));
  for (const { name, run } of runs) {
    if (tried.some(({ test }) => test === name)) continue;
    console.log(`\n${name}`);
    const begun = performance.now();
    const { passed, notes } = await run().catch(({ message }: Error) => ({ passed: false, notes: [message] }));
    tried.push({ test: name, passed, seconds: (performance.now() - begun) / 1000, notes });
    await save(tried);
  }
  return tried;
}

/** Runs tests in their usual size. @param args files or projects */
export async function reportOf(
  runner: 'vitest' | 'playwright',
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<LongRunResult> {
  const results = await beginRun();
  const step = testStep(runner, runner, args, ['npm', 'run', 'attack']);
  const run = { results, env: { ...usualEnvironment(), ...env, TMPDIR: results } };
  const { passed, failures } = await runStep(step, run).finally(() => endRun(results));
  return {
    passed: failures.length === 0,
    notes: [
      `${passed} passed, ${failures.length} failed`,
      ...failures.map(({ what, reasons }) => `${what}: ${reasons[0]}`),
    ],
  };
}

/** Returns the environment of a usual run: without heavy numbers, with the usual seed. */
export function usualEnvironment(): NodeJS.ProcessEnv {
  const { ATTACK: _heavy, TEST_SEED: _random, ...env } = process.env;
  return env;
}
