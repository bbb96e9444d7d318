import { existsSync } from 'node:fs';
import { freeSharedMemory } from '#test/faults/shared-memory.ts';
import { type Browser, hasPinnedChromium, pinnedChromium } from './pinned-chromium.ts';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Shared memory that the open pages need, in bytes, with a reserve. */
const PAGES = 1_000_000_000;

/**
 * Returns the browser of tests and scripts: `CHROMIUM_PATH`, else the version in the lock file, else the system's.
 * @throws Error when there is none
 */
export function chromiumLaunch(): Browser & { args: string[]; ignoreDefaultArgs: string[] } {
  const { executablePath, env } = findBrowser();
  return {
    executablePath,
    // Without a locale Chromium loses the name of a download that contains an accent.
    env: { LANG: 'C.UTF-8', ...(process.env as Record<string, string>), ...env },
    // The sandbox needs rights that root and containers don't have; the pages are our own.
    args: ['--no-sandbox', '--disable-gpu'],
    // By default Playwright replaces shared memory with files on the disk.
    ignoreDefaultArgs: freeSharedMemory() > PAGES ? ['--disable-dev-shm-usage'] : [],
  };
}

function findBrowser(): Browser {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names no file: ${chosen}`);
    return { executablePath: chosen, env: {} };
  }
  if (hasPinnedChromium) return pinnedChromium();
  const installed = SYSTEM_PATHS.find(existsSync);
  if (!installed) throw new Error('Chromium is missing: install the package chromium or set CHROMIUM_PATH');
  return { executablePath: installed, env: {} };
}
