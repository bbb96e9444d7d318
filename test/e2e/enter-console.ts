import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/accounts.ts';

/**
 * Logs a person of the staff in by the call alone, for tests of what is behind the login. The page sends it: the browser keeps a cookie
 * by its own time, which isn't that of the tests.
 */
export async function enterConsole(page: Page, email: string): Promise<void> {
  await page.goto('/consola');
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/ops/v1/login', { method: 'POST', headers, body })).status;
  }, body);
  expect(status, 'the login of the console').toBe(200);
}
