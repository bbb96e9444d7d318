import type { Locator, Page, Request } from '@playwright/test';
import { test as base, expect } from '#test/e2e/fixtures.ts';
import { type FreshSender, freshSender } from '#test/e2e/fresh-sender.ts';

interface Fixtures {
  sender: FreshSender;
  /** Page with the loaded screen 'Mi Cuenta' of the sender. */
  account: Page;
}

/** Fixture for tests of Mi Cuenta, each with a separate sender. */
export const test = base.extend<Fixtures>({
  sender: async ({ page }, use) => {
    await use(await freshSender(page.request));
  },
  account: async ({ page, logIn, sender }, use) => {
    await logIn(sender.username, sender.password);
    await page.getByRole('link', { name: 'Mi Cuenta' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Cuenta');
    await expect(page.getByLabel('Formato')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Editar / }).first()).toBeVisible();
    await use(page);
  },
});

export { expect };

export const printing = (page: Page) => page.getByRole('form', { name: 'Ajustes de Impresión' });
export const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true });

/** Finds an alert by its state: an open dialog hides all other elements from queries by role. */
export const alert = (page: Page, text: string) => page.locator('li[data-state="open"]').filter({ hasText: text });

/** Runs `act` and returns the call's next request. */
export async function requestAfter(
  page: Page,
  method: string,
  path: RegExp,
  act: () => Promise<unknown>,
): Promise<Request> {
  const asked = page.waitForRequest((request) => request.method() === method && path.test(request.url()));
  await act();
  return asked;
}
