import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { countProjects, escaped, type Failure, failureOutsideTests, type StepReport, summaryLines } from './failure.ts';

const reasonsOf = (error: TestError | undefined): string[] =>
  summaryLines(stripVTControlCharacters(error?.message ?? error?.value ?? 'no error was reported'));

const fileOf = ({ location }: TestCase): string => relative(process.cwd(), location.file);

/** Whether a test did not run, e.g. after an error of its file's hooks. No test is skipped on purpose. */
const didNotRun = (test: TestCase): boolean => test.outcome() === 'skipped';

function failureOf(test: TestCase): Failure {
  const [, project = '', , ...names] = test.titlePath();
  const file = fileOf(test);
  // Tests of a loop have the same line. Playwright appends a test's tags to its title.
  const place = [`${file}:${test.location.line}`, '-g', `${[escaped(test.title), ...test.tags].join(' ')}$`];
  return {
    what: `${file} › [${project}] ${names.join(' › ')}`,
    file,
    reasons: didNotRun(test) ? ['it did not run'] : reasonsOf(test.results.flatMap(({ errors }) => errors)[0]),
    repeat: ['npm', 'exec', '--', 'playwright', 'test', `--project=${project}`, ...place],
  };
}

/** Writes the results of a run as `StepReport` to the path in `TEST_REPORT`. */
export default class StepReporter implements Reporter {
  #suite: Suite | undefined;
  #errors: TestError[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(_result: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    const secondsOfFiles: Record<string, number> = {};
    for (const test of tests) {
      const took = test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      secondsOfFiles[fileOf(test)] = (secondsOfFiles[fileOf(test)] ?? 0) + took;
    }
    const passed = tests.filter((test) => test.outcome() === 'expected');
    const report: StepReport = {
      passed: passed.length,
      passedOfProjects: countProjects(passed.map((test) => test.parent.project()?.name ?? '')),
      failures: [
        ...tests.filter((test) => test.outcome() !== 'expected').map(failureOf),
        ...this.#errors.map((error) => failureOutsideTests(reasonsOf(error), ['npm', 'run', 'e2e'])),
      ],
      secondsOfFiles,
    };
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}
