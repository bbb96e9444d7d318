// Takes screenshots of every screen for docs/screens, from a demonstration with a separate data folder: desktop in the light
// and the dark theme, and phone.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { logIn, settled } from '#test/e2e/demo-page.ts';
import { screensOf } from '#test/e2e/screens.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screens');

const LOOKS: Record<string, BrowserContextOptions> = {
  '': { viewport: { width: 1440, height: 900 } },
  '-oscuro': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  '-telefono': { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

async function main(): Promise<void> {
  const server = await startServerProcess();
  const browser = await chromium.launch(chromiumLaunch());
  try {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    const names = new Set<string>();
    for (const [look, options] of Object.entries(LOOKS)) {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'es-AR',
        timezoneId: 'America/Argentina/Buenos_Aires',
        ...options,
      });
      const page = await context.newPage();
      await logIn(page);
      const screens = await screensOf(page);
      const visitor = await (await browser.newContext({ ...options, baseURL: server.url, locale: 'es-AR' })).newPage();
      for (const { name, path, open } of screens) {
        const shown = open ? visitor : page;
        await shown.goto(path);
        await settled(shown);
        await shown.screenshot({ path: join(FOLDER, `${name}${look}.jpg`), type: 'jpeg', quality: 72 });
        names.add(name);
      }
      await context.close();
    }
    await writeFile(join(FOLDER, 'README.md'), indexOf([...names]));
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Page that contains all screenshots. */
function indexOf(names: readonly string[]): string {
  const row = (name: string) =>
    `| ${['', '-oscuro', '-telefono'].map((look) => `![${name}${look}](${name}${look}.jpg)`).join(' | ')} |`;
  return `# Every screen\n\nTaken by \`npm run screens\` of the demonstration.\n\n| light | dark | phone |\n| --- | --- | --- |\n${names.map(row).join('\n')}\n`;
}

await main();
