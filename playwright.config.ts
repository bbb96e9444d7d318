import { defineConfig } from '@playwright/test';
import { scaled } from '#test/test-scale.ts';
import { shiftClockOfChildren } from '#test/test-time.ts';
import { chromiumLaunch } from './test/e2e/chromium.ts';

shiftClockOfChildren();
const { args, ...browser } = chromiumLaunch();
const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...browser,
    args: [
      ...args,
      '--disable-background-networking',
      '--disable-component-update',
      // No page of a test is open long enough to repay the optimizing compilers: without them the tests take a fifth less CPU time.
      '--js-flags=--max-optimized-bytecode-size=0',
    ],
  },
};

export default defineConfig({
  testDir: 'test/e2e',
  // Playwright empties this folder.
  outputDir: 'test-results/browser',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  globalSetup: './test/e2e/global-setup.ts',
  use: {
    ...chromium,
    // Without animations no test waits for them; `npm run feel` tests animations.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // Recording costs a third more CPU; enable it by `npm run e2e -- --trace on`.
    trace: 'off',
  },
  projects: [
    // Every test runs against the complete gateway. Tests tagged @strict also run against a gateway with only the specified calls;
    // in `npm run attack` all tests tagged @both do.
    { name: 'portal', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'strict', use: { viewport: { width: 1440, height: 900 } }, grep: scaled(/@strict/, /@both/) },
  ],
});
