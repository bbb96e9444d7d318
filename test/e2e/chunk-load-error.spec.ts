import { expect, test } from './fixtures.ts';

const CALCULATOR = '**/assets/calculator-*.js';

test.describe('A screen whose code is lost on its way', () => {
  test.beforeEach(async ({ page, logIn, allowConsole }) => {
    allowConsole(/Failed to load resource|Failed to fetch dynamically imported module/);
    await logIn('basico');
    await page.route(CALCULATOR, (route) => route.abort());
  });

  test('leaves the menu standing, and a way to try again', async ({ page }) => {
    await page.getByRole('link', { name: 'Calculadora' }).click();
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Envíos' })).toBeVisible();

    await page.unroute(CALCULATOR);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('button', { name: 'Calcular' })).toBeVisible();
  });

  test('comes by itself with a fresh page, where this one is old', async ({ page }) => {
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
