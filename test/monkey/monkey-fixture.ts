import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { accounts, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { logIn } from '#test/e2e/demo-page.ts';
import { isPublicScreen, SCREEN_NAMES, type ScreenName, screenOf } from '#test/e2e/screens.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';
import { MonkeyUser } from './monkey-user.ts';
import { installProbe } from './page-probe.ts';

/** A user on a screen: a demonstration account, or a visitor. */
export interface Visit {
  screen: ScreenName;
  username: string | null;
}

/** The product with its demonstration data, and a browser. */
export interface MonkeyFixture {
  /** Opens a page in a separate session, at the URL `home` of the screen for the account, or for the one with the most data. */
  enter(visit: Visit): Promise<{ user: MonkeyUser; home: string; leave(): Promise<void> }>;
  stop(): Promise<void>;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const USERNAMES = accounts.map(({ username }) => username);

/**
 * Returns each screen once, with accounts in rotation. `turn` shifts them: after nine turns every account has visited every
 * screen.
 */
export function visitsOf(turn: number): Visit[] {
  const users = [...USERNAMES, null];
  return SCREEN_NAMES.map((screen, index) => {
    const username = users[(index + turn) % users.length] ?? null;
    return { screen, username: username ?? (isPublicScreen(screen) ? null : SHOWCASE_USERNAME) };
  });
}

export async function startMonkeyFixture(): Promise<MonkeyFixture> {
  const server = await startServerProcess({ LOG_LEVEL: 'info' });
  const browser = await chromium.launch(chromiumLaunch());
  while (!server.output().includes('data complete')) await setTimeout(100);
  const sessions = new Map<string, StorageState>();

  async function newPage(username: string | null): Promise<Page> {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    if (username) await enterSession(page, username, sessions);
    return page;
  }

  /** Returns the path of a screen for the account with the most data. */
  async function richestPath(screen: ScreenName): Promise<string> {
    const page = await newPage(SHOWCASE_USERNAME);
    const path = await pathIn(page, screen);
    await page.context().close();
    if (path === null) throw new Error(`no account has data for ${screen}`);
    return path;
  }

  return {
    async enter({ screen, username }) {
      const page = await newPage(username);
      const home = (await pathIn(page, screen)) ?? (await richestPath(screen));
      await page.context().addInitScript(installProbe);
      return { user: new MonkeyUser(page, username, home), home, leave: () => page.context().close() };
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Restores an account's last session, or logs in if a walk has ended it. */
async function enterSession(page: Page, username: string, sessions: Map<string, StorageState>): Promise<void> {
  const last = sessions.get(username);
  const token = last?.origins[0]?.localStorage.find(({ name }) => name === 'token')?.value;
  const headers = { authorization: `Bearer ${token}` };
  const known = token ? await page.request.get('/api/v2/client/info/', { headers }) : null;
  if (last && known?.ok()) {
    await page.context().setStorageState(last);
    await page.goto('/estadisticas');
  } else {
    await logIn(page, username);
    sessions.set(username, await page.context().storageState());
  }
}

/** Returns the path of a screen for the page's account; null if the account has no data for it. */
async function pathIn(page: Page, screen: ScreenName): Promise<string | null> {
  const found = await screenOf(page, screen).catch(() => null);
  return found && !found.path.includes('undefined') ? found.path : null;
}
