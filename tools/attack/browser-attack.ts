import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { environmentWithoutClock } from './long-runs.ts';
import type { TestRun } from './run-attack.ts';

/** Runs browser tests of a Playwright project, which print their progress. */
export async function runBrowserTests(project: string, files: readonly string[]): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-attack-'));
  const path = join(folder, 'report.json');
  const args = ['test', `--project=${project}`, '--reporter=list,json', ...files];
  const child = spawn('playwright', args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...environmentWithoutClock(), PLAYWRIGHT_JSON_OUTPUT_FILE: path },
  });
  const [code] = await once(child, 'close');
  const run = existsSync(path)
    ? readReport(JSON.parse(await readFile(path, 'utf8')))
    : { tried: [], moduleErrors: [`Playwright ended with code ${code} without a report`] };
  if (code !== 0 && run.moduleErrors.length === 0 && run.tried.every(({ passed }) => passed)) {
    run.moduleErrors.push(`Playwright ended with code ${code}`);
  }
  await rm(folder, { recursive: true });
  return run;
}

/** Converts Playwright's JSON report. */
export const readReport = ({ suites, errors }: JSONReport): TestRun => ({
  tried: suites.flatMap((file) => testsOf(file, [])),
  moduleErrors: errors.map(({ message = '' }) => stripVTControlCharacters(message)),
});

/** Lists the tests of a suite. @param names of the suites around it */
function testsOf({ specs, suites = [] }: JSONReportSuite, names: readonly string[]): TestRun['tried'] {
  const own = specs.map(({ title, ok, tests }) => ({
    test: [...names, title].join(' > '),
    passed: ok,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    notes: tests.flatMap(({ annotations }) => annotations.map(({ description, type }) => description ?? type)),
  }));
  return [...own, ...suites.flatMap((inner) => testsOf(inner, [...names, inner.title]))];
}
