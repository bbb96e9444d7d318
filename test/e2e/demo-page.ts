import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';

/** Logs in through the form; by default as the demonstration account with the most data. */
export async function logIn(page: Page, username = SHOWCASE_USERNAME, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/estadisticas');
  // The screen's heading takes the focus when it is rendered, which would undo an earlier key.
  await page.locator('main h1').waitFor();
}

/** Waits until a page shows its data instead of skeletons. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
}
