import type { Page } from '@playwright/test';

/**
 * Removes the session from a browser, on a page that makes no calls: a call without a session would lead to the login, and the login back to
 * the page.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/livez');
  await page.evaluate(() => localStorage.clear());
}
