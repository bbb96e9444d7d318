import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { countProjects, escaped, type Failure, failureOutsideTests, type StepReport, summaryLines } from './failure.ts';
import { isSkipped, partName, partsWithError } from './vitest-results.ts';

type FailedError = SerializedError & { expected?: unknown; actual?: unknown; diff?: string };

/** Values up to this length are shown on a line each, longer ones as a difference. */
const SHORT = 160;

/** Says what a test expected and what came; for another error, its message and where it was thrown. */
function reasonsOf(error: FailedError | undefined): string[] {
  if (!error) return ['no error was reported'];
  const { message = '', expected, actual, diff, stacks } = error;
  const place = stacks?.[0] ? [`at ${stacks[0].file}:${stacks[0].line}`] : [];
  const lines = summaryLines(stripVTControlCharacters(message));
  if (typeof expected === 'string' && typeof actual === 'string' && expected.length + actual.length <= SHORT) {
    return [...lines, `expected: ${expected}`, `received: ${actual}`, ...place];
  }
  return [...lines, ...(diff ? summaryLines(stripVTControlCharacters(diff)) : []), ...place];
}

function repeatOf({ project, relativeModuleId }: TestModule, test?: string): string[] {
  const command = ['npm', 'exec', '--', 'vitest', 'run', `--project=${project.name}`, relativeModuleId];
  // Vitest compares the pattern with the full name.
  return test === undefined ? command : [...command, '-t', `^${escaped(test)}$`];
}

const failed = (test: TestCase): boolean => test.result().state === 'failed' || isSkipped(test);

function testFailure(module: TestModule, test: TestCase): Failure {
  return {
    what: `${module.relativeModuleId} › ${test.fullName}`,
    file: module.relativeModuleId,
    reasons: isSkipped(test) ? ['it did not run'] : reasonsOf(test.result().errors?.[0]),
    repeat: repeatOf(module, test.fullName),
  };
}

/** Returns the failures of a file outside of its tests, such as those of its hooks. */
const fileFailures = (module: TestModule): Failure[] =>
  partsWithError(module).map((part) => ({
    what: partName(part),
    file: module.relativeModuleId,
    reasons: reasonsOf(part.errors()[0]),
    repeat: repeatOf(module),
  }));

/** Writes the results of a run as `StepReport` to the path in `TEST_REPORT`. */
export default class StepReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ module, test })));
    const passed = tests.filter(({ test }) => test.result().state === 'passed');
    const report: StepReport = {
      passed: passed.length,
      passedOfProjects: countProjects(passed.map(({ test }) => test.project.name)),
      failures: [
        ...tests.filter(({ test }) => failed(test)).map(({ module, test }) => testFailure(module, test)),
        ...modules.flatMap(fileFailures),
        ...unhandled.map((error) => failureOutsideTests(reasonsOf(error), ['npm', 'test'])),
      ],
      secondsOfFiles: Object.fromEntries(
        modules.map((module) => [module.relativeModuleId, module.diagnostic().duration / 1000]),
      ),
    };
    writeFileSync(process.env.TEST_REPORT ?? 'test-results/vitest.json', JSON.stringify(report));
  }
}
