// Runs all checks: types, lint, unused code, tests of rules and gateway, rows of queries, bundle size, browser tests. With the
// argument `quick`: those that need neither database nor browser. Every step runs even if an earlier one failed. The summary at
// the end lists all failures; its last line has the counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Checks of the sources. Each needs one core only, so they run at the same time. */
const sourceChecks = [
  // Several checkers would check common types more than once.
  check('types', 'tsc', '--singleThreaded'),
  check('lint', 'biome', 'check', '.'),
  check('unused code', 'knip'),
];

const vitest = (name, ...projects) =>
  suite(
    name,
    'vitest.json',
    readVitest,
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    '--outputFile.json=test-results/vitest.json',
  );

const quickTests = vitest('rules and screens', 'rules', 'screens');
const allTests = [
  vitest('rules and gateway', '!with programs'),
  check('rows of queries', 'node', 'scripts/check-rows.mjs', rows),
  check('bundle size', 'node', 'scripts/check-bundle-size.mjs'),
  suite('browser', 'e2e.json', readPlaywright, 'playwright', 'test'),
];

rmSync(results, { recursive: true, force: true });
mkdirSync(rows, { recursive: true });

const total = { passed: 0, failed: 0 };
const summary = [];

/** Runs a step. The output of a step that runs beside others is shown as a whole when it ends. */
async function run({ name, command, args, outcome }, { besideOthers = false } = {}) {
  const startedAt = Date.now();
  const output = [];
  const print = (text) => (besideOthers ? output.push(text) : process.stdout.write(text));
  print(`\n── ${name} ──\n`);
  const step = spawn(command, args, {
    cwd: root,
    stdio: besideOthers ? 'pipe' : 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ROWS_FOLDER: rows },
  });
  for (const stream of [step.stdout, step.stderr]) stream?.setEncoding('utf8').on('data', print);
  // A program that can't be started fails its step only.
  const [status] = await once(step, 'close').catch(({ message }) => {
    print(`${message}\n`);
    return [1];
  });
  process.stdout.write(output.join(''));
  const { passed, failed, failures } = outcome(status === 0);
  total.passed += passed;
  total.failed += failed;
  summary.push(
    `${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    ...failures.map((failure) => `    ${failure}`),
  );
}

const checks = Promise.all(sourceChecks.map((one) => run(one, { besideOthers: true })));
if (process.argv[2] === 'quick') {
  await Promise.all([checks, run(quickTests)]);
} else {
  await checks;
  for (const step of allTests) await run(step);
}

process.stdout.write(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 ? 1 : 0);
