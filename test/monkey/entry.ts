import type { Page } from '@playwright/test';

/** An account on a screen. */
export interface Visit {
  screen: string;
  /** User name or e-mail of a demonstration account; null for a visitor. */
  username: string | null;
}

/** The portal or the console, as the random user uses it. */
export interface Entry {
  /** Each screen once, with accounts in rotation. `turn` shifts them. */
  visitsOf(turn: number): Visit[];
  /** Logs an account in, in a page of a new session. */
  enter(page: Page, username: string): Promise<void>;
  /** Returns the path of a screen for the page's account; null if the account has no data for it. */
  pathIn(page: Page, screen: string): Promise<string | null>;
  /** Account with data for every screen. */
  richest: string;
  /** Whether the page shows the login. */
  isAtLogin(page: Page): Promise<boolean>;
  /** Fills in the login form and sends it. */
  logIn(page: Page, username: string): Promise<void>;
  /** Revokes the page's session on the server; the page learns it from its next call. */
  expire(page: Page): Promise<void>;
}

/** Fills in the login form that is shown, as fast as it allows, and sends it. */
export async function fillLogin(page: Page, label: string, username: string, password: string): Promise<void> {
  const quickly = { timeout: 2000 };
  const ignored = () => undefined;
  await page.getByLabel(label).fill(username, quickly).catch(ignored);
  await page.getByLabel('Contraseña', { exact: true }).fill(password, quickly).catch(ignored);
  await page.getByRole('button', { name: 'Entrar' }).click(quickly).catch(ignored);
}
