import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/accounts.ts';

/** Logs a person of the staff in by the call alone, for tests of what is behind the login. */
export async function enterConsole(page: Page, email: string): Promise<void> {
  await page.goto('/consola');
  const { origin } = new URL(page.url());
  const data = { email, password: DEMO_PASSWORD };
  await page.request.post('/api/ops/v1/login', { headers: { origin }, data });
}
