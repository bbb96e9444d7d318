import type { JSONReport } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { readBrowserReport } from './browser-report.ts';
import { isHeld } from './run-attack.ts';

/** Part of Playwright's JSON report that is read. */
const report = (ok: boolean, errors: { message: string }[] = [], status = 'expected') => {
  const spec = {
    title: 'the first one can be paid',
    ok,
    tests: [{ status, annotations: [], results: [{ duration: 1500 }] }],
  };
  const inner = { title: 'An order', specs: [spec] };
  const file = { title: 'orders.spec.ts', specs: [], suites: [inner] };
  return { suites: [file], errors } as unknown as JSONReport;
};

const outcome = (of: JSONReport) => ({
  name: 'strict',
  promise: '',
  seconds: 1,
  complete: true,
  ...readBrowserReport(of),
});

test('browser tests of an attack are listed with their groups, results and durations', () => {
  const listed = { test: 'An order > the first one can be paid', seconds: 1.5, notes: [] };
  expect(readBrowserReport(report(true)).tried).toEqual([{ ...listed, passed: true }]);
  expect(readBrowserReport(report(false)).tried).toEqual([{ ...listed, passed: false }]);
});

test('a failed or skipped browser test, an error outside of tests, and no test at all break the promise', () => {
  expect(isHeld(outcome(report(true)))).toBe(true);
  expect(isHeld(outcome(report(false)))).toBe(false);
  expect(isHeld(outcome(report(true, [{ message: '\u001b[31mno build\u001b[39m' }])))).toBe(false);
  expect(readBrowserReport(report(true, [{ message: '\u001b[31mno build\u001b[39m' }])).moduleErrors).toEqual([
    'no build',
  ]);
  expect(isHeld(outcome({ ...report(true), suites: [] }))).toBe(false);
  expect(isHeld(outcome(report(true, [], 'skipped')))).toBe(false);
  expect(isHeld({ ...outcome(report(true)), complete: false })).toBe(false);
});
