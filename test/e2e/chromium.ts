import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The machine's own Chromium, or the one of CHROMIUM_PATH. */
export function chromiumPath(): string {
  const found = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
  if (!found) throw new Error('Chromium is missing: install the package chromium or set CHROMIUM_PATH');
  return found;
}
