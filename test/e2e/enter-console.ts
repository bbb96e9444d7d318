import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/accounts.ts';

/**
 * Logs a person of the staff in by the call alone, for tests of what is behind the login. The page sends it: the browser keeps a cookie
 * by its own time, which isn't that of the tests.
 *
 * @returns null, or the code of the refusal, such as `suspended`
 */
export async function logInToConsole(page: Page, email: string): Promise<string | null> {
  await page.goto('/consola');
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  return page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/ops/v1/login', { method: 'POST', headers, body });
    return response.ok ? null : ((await response.json()).code ?? String(response.status));
  }, body);
}

/** Logs an active person of the staff in by the call alone. */
export async function enterConsole(page: Page, email: string): Promise<void> {
  expect(await logInToConsole(page, email), 'the refusal of the login').toBeNull();
}
