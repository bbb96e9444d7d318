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

  /** Returns the path of a screen for the account with the most data. */
  async function richestPath(screen: string): Promise<string> {
    const page = await newPage(entry.richest);
    const path = await entry.pathIn(page, screen);
    await page.context().close();
    if (path === null) throw new Error(`no account has data for ${screen}`);
    return path;
  }

  return {
    async enter({ screen, username }) {
      const page = await newPage(username);
      const home = (await entry.pathIn(page, screen)) ?? (await richestPath(screen));
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
