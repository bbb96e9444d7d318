// Runs all checks: types, lint, unused code, tests of rules, screens and gateway, bundle size, browser tests.
// With the argument `quick`: those that need neither database nor browser.
import { join } from 'node:path';
import { SEED } from '#test/app/seed.ts';
import { TEST_NOW } from '#test/test-time.ts';
import { ROOT, type Step, testStep } from './test/step.ts';
import { runSuite } from './test/suite.ts';

/** Folder of reports, which git ignores. */
const results = join(ROOT, 'test-results');

const check = (name: string, command: string[], repeat = ['npm', 'exec', '--', ...command]): Step => ({
  name,
  command,
  repeat,
});

const CHECKS = [
  // Several checkers would check common types more than once.
  check('types', ['tsc', '--singleThreaded']),
  check('lint', ['biome', 'check', '.']),
  check('unused code', ['knip']),
];

const vitest = (name: string, repeat: string[], ...projects: string[]): Step =>
  testStep(
    name,
    'vitest',
    projects.map((project) => `--project=${project}`),
    repeat,
  );

const moment = new Date(TEST_NOW).toISOString();
process.stdout.write(`seed ${SEED} (TEST_SEED changes it), at ${moment} (TEST_NOW changes it)\n`);
const quick = process.argv[2] === 'quick';
const passed = await runSuite(
  quick
    ? {
        checks: CHECKS,
        steps: [vitest('rules and screens', ['npm', 'run', 'quick'], 'rules', 'screens')],
        results,
      }
    : {
        checks: CHECKS,
        steps: [
          vitest('rules, screens and gateway', ['npm', 'test'], 'rules', 'screens', 'gateway'),
          check('bundle size', ['node', 'scripts/check-bundle-size.mjs']),
          testStep('browser', 'playwright', ['--project=portal', '--project=strict'], ['npm', 'run', 'e2e']),
        ],
        results,
        // Git ignores the file.
        secondLooks: join(ROOT, '.second-looks.json'),
      },
);
process.exit(passed ? 0 : 1);
