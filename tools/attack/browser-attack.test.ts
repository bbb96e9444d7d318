import type { JSONReport } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { readReport } from './browser-attack.ts';
import { isHeld } from './run-attack.ts';

/** Part of Playwright's JSON report that is read. */
const report = (ok: boolean, errors: { message: string }[] = []) => {
  const spec = { title: 'the first one can be paid', ok, tests: [{ annotations: [], results: [{ duration: 1500 }] }] };
  const inner = { title: 'An order', specs: [spec] };
  const file = { title: 'orders.spec.ts', specs: [], suites: [inner] };
  return { suites: [file], errors } as unknown as JSONReport;
};

const outcome = (of: JSONReport) => ({ name: 'strict', promise: '', seconds: 1, complete: true, ...readReport(of) });

test('browser tests of an attack are listed with their groups, results and durations', () => {
  const listed = { test: 'An order > the first one can be paid', seconds: 1.5, notes: [] };
  expect(readReport(report(true)).tried).toEqual([{ ...listed, passed: true }]);
  expect(readReport(report(false)).tried).toEqual([{ ...listed, passed: false }]);
});

test('a failed browser test, an error outside of tests, and no test at all break the promise', () => {
  expect(isHeld(outcome(report(true)))).toBe(true);
  expect(isHeld(outcome(report(false)))).toBe(false);
  expect(isHeld(outcome(report(true, [{ message: '\u001b[31mno build\u001b[39m' }])))).toBe(false);
  expect(readReport(report(true, [{ message: '\u001b[31mno build\u001b[39m' }])).moduleErrors).toEqual(['no build']);
  expect(isHeld(outcome({ ...report(true), suites: [] }))).toBe(false);
  expect(isHeld({ ...outcome(report(true)), complete: false })).toBe(false);
});
