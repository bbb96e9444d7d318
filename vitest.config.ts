import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CONDITIONS } from '#test/conditions.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { shiftClockOfChildren } from '#test/test-time.ts';

shiftClockOfChildren();

/** Begins the clock and the random sequence of each file. */
const RUNNER = fileURLToPath(import.meta.resolve('./test/repeatable-runner.ts'));

const patient = {
  testTimeout: scaledTimeout(120_000),
  hookTimeout: scaledTimeout(300_000),
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** Tests of this folder that need no database. */
const TREE = [
  'test/rights/access-table.test.ts',
  'test/sources/capabilities.test.ts',
  'test/sources/citations.test.ts',
  'test/sources/font-coverage.test.ts',
  'test/sources/folders.test.ts',
  'test/sources/import-rules.test.ts',
  'test/sources/literal-spread.test.ts',
  'test/sources/row-cast.test.ts',
  'test/sources/whole-deps.test.ts',
  'test/sources/refused-words.test.ts',
  'test/sources/single-definitions.test.ts',
  'test/sources/single-readers.test.ts',
];

/** Files that take longest, mostly waiting for services, databases and processes that end. */
const LONGEST = [
  'test/faults/database-faults.test.ts',
  'tools/bench/bench.test.ts',
  'test/faults/external-services.test.ts',
  'test/isolation/isolation.test.ts',
  'scripts/test/suite.test.ts',
  'test/faults/restart.test.ts',
  'test/faults/npm-start.test.ts',
  'test/faults/kill.test.ts',
];

/**
 * Begins with the longest files, so that the other worker doesn't wait for them at the end; then the largest ones. Vitest's own order
 * depends on earlier runs.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((file) => moduleId.endsWith(`/${file}`));
    const sizes = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]));
    const size = ({ moduleId }: TestSpecification) => sizes.get(moduleId) ?? 0;
    const sorted = files.toSorted(
      (a, b) =>
        a.project.name.localeCompare(b.project.name) || size(b) - size(a) || a.moduleId.localeCompare(b.moduleId),
    );
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    allowOnly: false,
    tags: CONDITIONS,
    // Attack tests measure durations, so they run alone.
    maxWorkers: scaled(2, 1),
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{shared,web}/**/*.test.{ts,tsx}', ...TREE],
          runner: RUNNER,
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'gateway',
          include: ['{server,test,scripts,tools}/**/*.test.ts'],
          exclude: ['test/monkey/**', 'test/with-programs/**', ...TREE],
          globalSetup: ['test/global-setup.ts'],
          runner: RUNNER,
          setupFiles: ['test/checked-rows.ts'],
          // Test files leave no state in their process, so they can share it. Without a transform by Vite the run takes a third
          // less time.
          isolate: false,
          experimental: { viteModuleRunner: false },
          ...patient,
        },
      },
      // Shared workers keep the portal's modules loaded, which more than halves the duration.
      {
        test: {
          name: 'screens',
          include: ['test/screens/**/*.test.tsx'],
          runner: RUNNER,
          setupFiles: ['test/screens/jsdom.ts'],
          css: false,
          isolate: false,
          ...patient,
        },
      },
      // Tests that need Debian's programs belong to `npm run trial`, not to `npm test`.
      {
        test: {
          name: 'with programs',
          include: ['test/with-programs/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          experimental: { viteModuleRunner: false },
          ...patient,
        },
      },
      {
        test: {
          name: 'monkey',
          include: ['test/monkey/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          // Playwright sends functions to the page as source text, which a transform by Vite would break.
          experimental: { viteModuleRunner: false },
          ...patient,
        },
      },
    ],
  },
});
