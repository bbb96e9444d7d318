import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StepReport } from '#scripts/test/failure.ts';
import type { TestRun } from './run-attack.ts';

const PROJECTS = ['rules', 'screens', 'gateway'];

/** Runs rules, screens and gateway once for each moment, in their usual size; each run counts as one test. */
export async function runAtMoments(moments: readonly string[]): Promise<TestRun> {
  const run: TestRun = { tried: [], moduleErrors: [] };
  for (const moment of moments) {
    console.log(`\n${moment}`);
    const begun = performance.now();
    const report = await runAt(moment);
    run.tried.push({
      test: `${moment}: ${report.passed} passed, ${report.failures.length} failed`,
      passed: report.passed > 0 && report.failures.length === 0,
      seconds: (performance.now() - begun) / 1000,
      notes: report.failures.map(({ what, reasons }) => `${what}: ${reasons[0]}`),
    });
  }
  return run;
}

async function runAt(moment: string): Promise<StepReport> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-attack-'));
  const path = join(folder, 'report.json');
  const reporters = ['--reporter=dot', '--reporter=./scripts/test/vitest-reporter.ts'];
  const child = spawn('vitest', ['run', ...reporters, ...PROJECTS.map((project) => `--project=${project}`)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // Without the clock that an earlier attack gave this process.
    env: { ...process.env, ATTACK: '0', TEST_NOW: moment, TEST_CLOCK_OFFSET_MS: '', TEST_REPORT: path },
  });
  await once(child, 'close');
  const report = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : { passed: 0, failures: [] };
  await rm(folder, { recursive: true });
  return report;
}
