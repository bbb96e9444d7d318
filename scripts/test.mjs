// Runs all checks: types, lint, unused code, tests of rules and gateway, rows of queries, bundle size, browser tests. Every step
// runs even if an earlier one failed. The summary at the end lists all failures; its last line has the counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPlaywright, readVitest } from './test-reports.mjs';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
/** Folder where the gateway tests record the columns of each query. */
const rows = join(results, 'rows');

/** A step with a single result. */
const check = (name, command, ...args) => ({
  name,
  command,
  args,
  outcome: (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: [] }),
});

/** A step with a report. `read` returns the counts and one line for each failed test. */
const suite = (name, file, read, command, ...args) => ({
  name,
  command,
  args,
  outcome(ok) {
    const path = join(results, file);
    const report = existsSync(path)
      ? read(JSON.parse(readFileSync(path, 'utf8')))
      : { passed: 0, failed: 0, failures: ['no report was written'] };
    // A run that failed outside its tests counts as one failure.
    return ok || report.failed > 0 ? report : { ...report, failed: 1 };
  },
});

const steps = [
  // Several checkers would check common types more than once.
  check('types', 'tsc', '--singleThreaded'),
  check('lint', 'biome', 'check', '.'),
  check('unused code', 'knip'),
  suite(
    'rules and gateway',
    'vitest.json',
    readVitest,
    'vitest',
    'run',
    '--project=!with programs',
    '--reporter=dot',
    '--reporter=json',
    '--outputFile.json=test-results/vitest.json',
  ),
  check('rows of queries', 'node', 'scripts/check-rows.mjs', rows),
  check('bundle size', 'node', 'scripts/check-bundle-size.mjs'),
  suite('browser', 'e2e.json', readPlaywright, 'playwright', 'test'),
];

rmSync(results, { recursive: true, force: true });
mkdirSync(rows, { recursive: true });

const total = { passed: 0, failed: 0 };
const summary = [];
for (const { name, command, args, outcome } of steps) {
  process.stdout.write(`\n── ${name} ──\n`);
  const startedAt = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ROWS_FOLDER: rows },
  });
  const { passed, failed, failures } = outcome(status === 0);
  total.passed += passed;
  total.failed += failed;
  summary.push(
    `${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    ...failures.map((failure) => `    ${failure}`),
  );
}

process.stdout.write(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 ? 1 : 0);
