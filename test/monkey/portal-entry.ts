import type { BrowserContext, Page } from '@playwright/test';
import { accounts, DEMO_PASSWORD, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { logIn } from '#test/e2e/demo-page.ts';
import { isPublicScreen, SCREEN_NAMES, type ScreenName, screenOf } from '#test/e2e/screens.ts';
import { type Entry, fillLogin } from './entry.ts';
import { inPage } from './evaluate-in-page.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const USERNAMES = accounts.map(({ username }) => username);

/** The senders' portal. After nine turns every account has visited every screen. */
export function createPortalEntry(): Entry {
  const sessions = new Map<string, StorageState>();
  return {
    richest: SHOWCASE_USERNAME,
    visitsOf(turn) {
      const users = [...USERNAMES, null];
      return SCREEN_NAMES.map((screen, index) => {
        const username = users[(index + turn) % users.length] ?? null;
        return { screen, username: username ?? (isPublicScreen(screen) ? null : SHOWCASE_USERNAME) };
      });
    },
    enter: (page, username) => enterSession(page, username, sessions),
    async pathIn(page, screen) {
      const found = await screenOf(page, screen as ScreenName).catch(() => null);
      return found && !found.path.includes('undefined') ? found.path : null;
    },
    isAtLogin: async (page) => new URL(page.url()).pathname === '/login',
    logIn: (page, username) => fillLogin(page, 'Usuario', username, DEMO_PASSWORD),
    async expire(page) {
      // The initial page about:blank has no storage.
      const readToken = () => (location.protocol === 'about:' ? null : localStorage.getItem('token'));
      const token = await inPage(page, readToken, null);
      if (token) await page.request.post('/api/v2/client/logout', { headers: { authorization: `Bearer ${token}` } });
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
