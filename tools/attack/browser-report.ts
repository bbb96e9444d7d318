import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { TestRun } from './run-attack.ts';

/** Converts Playwright's JSON report. */
export const readBrowserReport = ({ suites, errors }: JSONReport): TestRun => ({
  tried: suites.flatMap((file) => testsOf(file, [])),
  moduleErrors: errors.map(({ message = '' }) => stripVTControlCharacters(message)),
});

/** Lists the tests of a suite. @param names of the suites around it */
function testsOf({ specs, suites = [] }: JSONReportSuite, names: readonly string[]): TestRun['tried'] {
  const own = specs.map(({ title, ok, tests }) => ({
    test: [...names, title].join(' > '),
    // Playwright also calls a skipped test ok.
    passed: ok && tests.every(({ status }) => status !== 'skipped'),
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    notes: tests.flatMap(({ annotations }) => annotations.map(({ description, type }) => description ?? type)),
  }));
  return [...own, ...suites.flatMap((inner) => testsOf(inner, [...names, inner.title]))];
}
