import { expect, test } from '#test/e2e/fixtures.ts';

const CALCULATOR = '**/assets/calculator-*.js';

test.describe('A screen whose script fails to load', () => {
  test.beforeEach(async ({ page, logIn, allowConsole }) => {
    // #520: React reports that it rendered again synchronously, if data arrived while the script failed.
    allowConsole(/Failed to load resource|Failed to fetch dynamically imported module|React error #520/);
    await logIn('basico');
    await page.route(CALCULATOR, (route) => route.abort());
  });

  test('keeps the menu and offers to retry', async ({ page }) => {
    await page.getByRole('link', { name: 'Calculadora' }).click();
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Envíos' })).toBeVisible();

    await page.unroute(CALCULATOR);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('button', { name: 'Calcular' })).toBeVisible();
  });

  test('loads by an automatic page reload if the page has been open for a while', async ({ page }) => {
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 60_000;
    });
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/calculator-'));
    await page.route('**/calculadora', async (route) => {
      await page.unroute(CALCULATOR);
      await route.continue();
    });
    await page.getByRole('link', { name: 'Calculadora' }).click();
    await lost;
    await expect(page.getByRole('button', { name: 'Calcular' })).toBeVisible();
    await expect(page.getByText('Ocurrió un error')).toHaveCount(0);
  });
});
