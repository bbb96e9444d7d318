// Reads the reports of both test runners: the counts, and one line for each failed test.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n', 1)[0];

/** Reads Vitest's JSON report: tests by file. A file that failed before its tests has a message. */
export function readVitest({ numPassedTests, numFailedTests, testResults }) {
  const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

/** Reads Playwright's JSON report: nested suites with the tests of each project. */
export function readPlaywright({ stats, suites, errors }) {
  const failuresIn = ({ title, suites: inner = [], specs = [] }) => [
    ...specs
      .filter((spec) => !spec.ok)
      .flatMap(({ title: name, tests }) =>
        tests
          .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
          .map((test) => `[${test.projectName}] ${name}: ${firstLine(test.results.at(-1)?.error?.message)}`),
      )
      .map((failure) => `${title} › ${failure}`),
    ...inner.flatMap(failuresIn),
  ];
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: [...errors.map(({ message }) => firstLine(message)), ...suites.flatMap(failuresIn)],
  };
}
