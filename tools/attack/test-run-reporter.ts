import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isSkipped, partName, partsWithError } from '#scripts/test/vitest-results.ts';
import type { TestResult, TestRun } from './run-attack.ts';

/** Writes the results of a run of Vitest as `TestRun` to the path in `TEST_REPORT`. */
export default class TestRunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const run: TestRun = {
      tried: tests.filter((test) => test.result().state !== 'skipped' || isSkipped(test)).map(resultOf),
      moduleErrors: [...modules.flatMap(errorsOutsideTests), ...unhandled.map(({ message }) => message)],
    };
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(run));
  }
}

/** Returns the errors of a file before or after its tests, and of the hooks of its suites. */
const errorsOutsideTests = (module: TestModule): string[] =>
  partsWithError(module).flatMap((part) => part.errors().map(({ message }) => `${partName(part)}: ${message}`));

const resultOf = (test: TestCase): TestResult => ({
  test: test.fullName,
  passed: test.result().state === 'passed',
  seconds: (test.diagnostic()?.duration ?? 0) / 1000,
  notes: test.annotations().map(({ message }) => message),
});
