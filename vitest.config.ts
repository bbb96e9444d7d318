import { defineConfig } from 'vitest/config';
import { scaled, scaledTimeout } from '#test/test-scale.ts';

const patient = { testTimeout: scaledTimeout(120_000), hookTimeout: scaledTimeout(300_000) };

/** Tests that read the sources and need no database. */
const TREE = ['test/import-rules.test.ts', 'test/refused-words.test.ts'];

export default defineConfig({
  test: {
    // Who attacks measures as well: nothing else shall run beside it.
    maxWorkers: scaled(3, 1),
    pool: 'forks',
    projects: [
      { test: { name: 'rules', include: ['{shared,web}/**/*.test.{ts,tsx}', ...TREE], isolate: false, ...patient } },
      {
        test: {
          name: 'gateway',
          include: ['{server,test,scripts,tools}/**/*.test.ts'],
          exclude: ['test/monkey/**', 'test/with-programs/**', ...TREE],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/record-row-types.ts'],
          // Its files leave nothing behind in their process, and Node reads them as they are: a third less time.
          isolate: false,
          experimental: { viteModuleRunner: false },
          ...patient,
        },
      },
      // A worker keeps the portal's modules for its next file: less than half of the time.
      { test: { name: 'screens', include: ['test/screens/*.test.tsx'], css: false, isolate: false, ...patient } },
      // What needs programs of Debian's is a trial (`npm run trial`), no part of `npm test`.
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
          // What runs in the page is handed over as its own source.
          experimental: { viteModuleRunner: false },
          ...patient,
        },
      },
    ],
  },
});
