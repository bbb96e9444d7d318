import type { Page } from '@playwright/test';

/** Logs in as the demonstration's richest account. */
export async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Usuario').fill('demo');
  await page.getByLabel('Contraseña', { exact: true }).fill('portal2026');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/estadisticas');
}

/** Waits until a page shows what it has, and nothing stands in for it any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
}
