import { startVitest, type TestCase, type TestModule } from 'vitest/node';
import type { Attack } from './attacks.ts';
import { runBrowserTests } from './browser-attack.ts';
import { runAtMoments } from './moments.ts';

/** A test and its result. */
interface TestResult {
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
}

/** Returns whether at least one test ran and nothing failed. */
export const isHeld = ({ tried, moduleErrors }: AttackOutcome) =>
  tried.length > 0 && moduleErrors.length === 0 && tried.every(({ passed }) => passed);

/** Runs an attack's tests, which print their progress. */
export async function runAttack(attack: Attack): Promise<AttackOutcome> {
  const begun = performance.now();
  const { name, promise } = attack;
  const run = await runTests(attack);
  return { name, promise, ...run, seconds: (performance.now() - begun) / 1000 };
}

function runTests(attack: Attack): Promise<TestRun> {
  const { files, browserProject, moments } = attack;
  if (moments) return runAtMoments(moments);
  return browserProject ? runBrowserTests(browserProject, files) : runVitest(attack);
}

async function runVitest({ files, tests }: Attack): Promise<TestRun> {
  const vitest = await startVitest([...files], {
    watch: false,
    reporters: ['verbose'],
    ...(tests && { testNamePattern: tests }),
  });
  const modules = vitest.state.getTestModules();
  const moduleErrors = [...modules.flatMap(moduleErrorsOf), ...vitest.state.getUnhandledErrors().map(String)];
  const tried = modules.flatMap((module) => [...module.children.allTests()]).filter(hasRun);
  await vitest.close();
  return { tried: tried.map(summary), moduleErrors };
}

/** Returns the errors of a file before or after its tests. */
const moduleErrorsOf = (module: TestModule) =>
  module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`);

const hasRun = (test: TestCase) => test.result().state !== 'skipped';

function summary(test: TestCase): TestResult {
  return {
    test: test.fullName,
    passed: test.result().state === 'passed',
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    notes: test.annotations().map(({ message }) => message),
  };
}
