import type { Attack } from './attacks.ts';
import { runLong } from './long-runs.ts';
import { runsThrough } from './moments.ts';
import { repeats } from './repeats.ts';
import { runBrowserTests, runVitest } from './run-tests.ts';

/** A test and its result. */
export interface TestResult {
  test: string;
  passed: boolean;
  seconds: number;
  /** Measurements that the test annotated. */
  notes: string[];
}

/** Results of a run of tests. */
export interface TestRun {
  tried: TestResult[];
  /** Errors outside of tests. */
  moduleErrors: string[];
}

/** Result of an attack. */
export interface AttackOutcome extends TestRun {
  name: string;
  promise: string;
  seconds: number;
  /** False until all its tests have run. */
  complete: boolean;
}

/** Returns whether all tests ran and nothing failed. */
export const isHeld = ({ tried, moduleErrors, complete }: AttackOutcome) =>
  complete && tried.length > 0 && moduleErrors.length === 0 && tried.every(({ passed }) => passed);

/** How an attack goes on after a command that was stopped. */
interface Progress {
  /** The outcome of that command: what passed then isn't repeated. */
  earlier?: AttackOutcome | undefined;
  /** Gets the outcome after each part of a long attack. */
  save?: (outcome: AttackOutcome) => Promise<void>;
}

/** Runs an attack's tests, which print their progress. */
export async function runAttack(attack: Attack, { earlier, save }: Progress = {}): Promise<AttackOutcome> {
  const begun = performance.now();
  const { name, promise } = attack;
  const outcome = (run: TestRun, complete: boolean): AttackOutcome => ({
    name,
    promise,
    ...run,
    complete,
    seconds: (performance.now() - begun) / 1000 + (earlier?.seconds ?? 0),
  });
  const run = await runAllTests(attack, earlier?.tried ?? [], async (tried) => {
    await save?.(outcome({ tried: [...tried], moduleErrors: [] }, false));
  });
  return outcome(run, true);
}

async function runAllTests(
  attack: Attack,
  earlier: readonly TestResult[],
  save: (tried: readonly TestResult[]) => Promise<void>,
): Promise<TestRun> {
  const { files, browserProject, moments, repeat } = attack;
  const long = moments?.flatMap(runsThrough) ?? (repeat && repeats(repeat));
  if (long) return { tried: await runLong(long, earlier, save), moduleErrors: [] };
  return browserProject ? runBrowserTests(browserProject, files) : runVitest(attack);
}
