import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginRun, endRun } from '#scripts/test/run-folder.ts';
import { runStep } from '#scripts/test/step.ts';
import type { Attack } from './attacks.ts';
import { readBrowserReport } from './browser-report.ts';
import type { TestRun } from './run-attack.ts';

/** Runs an attack's tests by Vitest, which prints their progress. */
export function runVitest({ files, tests }: Attack): Promise<TestRun> {
  const pattern = tests ? ['-t', tests.source] : [];
  const reporters = ['--reporter=verbose', '--reporter=./tools/attack/test-run-reporter.ts'];
  return runTests('vitest', ['run', ...reporters, ...pattern, ...files], (report) => report as TestRun);
}

/** Runs browser tests of a Playwright project, which print their progress. */
export const runBrowserTests = (project: string, files: readonly string[]): Promise<TestRun> =>
  runTests('playwright', ['test', `--project=${project}`, '--reporter=list,json', ...files], readBrowserReport);

/** Runs a test runner as a step in a run's folder, which a signal ends and removes. @param read converts its report */
async function runTests<Report>(
  runner: 'vitest' | 'playwright',
  args: readonly string[],
  read: (report: Report) => TestRun,
): Promise<TestRun> {
  const results = await beginRun();
  // `runStep` gives Vitest's reporter the same path.
  const path = join(results, `${runner}.json`);
  const step = { name: runner, command: [runner, ...args], repeat: ['npm', 'run', 'attack'] };
  const env = { ...process.env, TMPDIR: results, PLAYWRIGHT_JSON_OUTPUT_FILE: path };
  const { failures } = await runStep(step, { results, env });
  const run = existsSync(path) ? read(JSON.parse(await readFile(path, 'utf8'))) : { tried: [], moduleErrors: [] };
  await endRun(results);
  const isExplained = run.moduleErrors.length > 0 || run.tried.some(({ passed }) => !passed);
  if (!isExplained) run.moduleErrors.push(...failures.flatMap(({ reasons }) => reasons));
  return run;
}
