import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { waitForDemoData } from '#test/e2e/demo-data.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';
import { pageClock } from '#test/test-time.ts';
import type { Entry, Visit } from './entry.ts';
import { MonkeyUser } from './monkey-user.ts';
import { installProbe } from './page-probe.ts';

/** The product with its demonstration data, and a browser. */
export interface MonkeyFixture {
  /** Opens a page in a separate session, at the URL `home` of the screen for the account, or for the one with the most data. */
  enter(visit: Visit): Promise<{ user: MonkeyUser; home: string; leave(): Promise<void> }>;
  /** Returns the server's last warnings and errors, which explain a failed call. */
  warnings(): string[];
  stop(): Promise<void>;
}

/** Whether a line of the server's log is a warning or an error. */
const isWarning = (line: string) => /"level":[456]0/.test(line);

export async function startMonkeyFixture(entry: Entry): Promise<MonkeyFixture> {
  const server = await startServerProcess({ LOG_LEVEL: 'info' });
  await waitForDemoData(server);
  const browser = await chromium.launch(chromiumLaunch());

  async function newPage(username: string | null): Promise<Page> {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      reducedMotion: 'reduce',
    });
    await context.addInitScript({ content: pageClock() });
    const page = await context.newPage();
    if (username) await entry.enter(page, username);
    return page;
  }

  /** Returns the paths of all screens for the account with the most data. A walk may take its data or its rights later. */
  async function richestPaths(): Promise<ReadonlyMap<string, string>> {
    const page = await newPage(entry.richest);
    const paths = new Map<string, string>();
    for (const { screen } of entry.visitsOf(0)) {
      const path = await entry.pathIn(page, screen);
      if (path === null) throw new Error(`no account has data for ${screen}`);
      paths.set(screen, path);
    }
    await page.context().close();
    return paths;
  }

  const richest = await richestPaths();

  return {
    async enter({ screen, username }) {
      const page = await newPage(username);
      const home = (await entry.pathIn(page, screen)) ?? (richest.get(screen) as string);
      await page.context().addInitScript(installProbe);
      return { user: new MonkeyUser(page, { entry, username, home }), home, leave: () => page.context().close() };
    },
    warnings: () => server.output().split('\n').filter(isWarning).slice(-10),
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}
