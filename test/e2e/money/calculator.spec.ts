import type { Page } from '@playwright/test';
import { money } from '#shared/kit/text/format.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { asClient } from '#test/e2e/orders/created-order.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';

const RATE = '**/api/rate';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const quotation = (page: Page) => page.getByRole('region', { name: 'Cotización' });
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
}

/** Runs `act` and returns the amounts of the next quote. */
async function quoteAfter(page: Page, act: () => Promise<unknown>) {
  const [answer] = await Promise.all([page.waitForResponse(RATE), act()]);
  return { request: answer.request(), results: (await answer.json()).results };
}

test(
  'the calculator, the order form and the created order show the same price',
  { tag: '@both' },
  async ({ page, storeSession }, { project }) => {
    await storeSession('basico');
    await page.goto('/calculadora');
    await field(page, 'Código postal').fill('1425');
    await expect(field(page, 'Provincia')).not.toHaveValue('');
    await fill(page, { Largo: '33', Alto: '27', Ancho: '41', Peso: '2.501', 'Valor declarado': '123.456' });
    const { results } = await quoteAfter(page, () => page.keyboard.press('Enter'));
    await expect(quotation(page)).toContainText(money(results.final_value));

    const order = new OrderPage(page);
    await order.openByLink();
    const number = await order.fillOrder();
    await order.fillMeasures(1, ['33', '41', '27', '2.501', '123.456']);
    await expect(order.summary.locator('.total-amount')).toHaveText(money(results.final_value));
    // The charged weight is an addition to the specifications.
    if (project.name !== 'strict') await expect(order.summary).toContainText('Se cobra por volumen: 7,307 kg');
    await order.save.click();
    await page.waitForURL('**/ordenes');
    const stored = await page.request.get('/api/v1/client/order/', {
      headers: await asClient(page),
      params: { 'filter[order]': number },
    });
    expect((await stored.json()).results[0].rate_value).toBe(results.final_value);
  },
);

test('a quotation is requested by keyboard alone on a phone and scrolls into view', async ({ page, storeSession }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await storeSession('demo');
  await page.goto('/calculadora');
  await field(page, 'Código postal').focus();
  await page.keyboard.type('1425');
  await expect(field(page, 'Provincia')).not.toHaveValue('');
  // The presets are read later than the fields around them are shown.
  await expect(field(page, 'Paquete frecuente')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Paquete frecuente')).toBeFocused();
  for (const text of ['20', '10', '30', '1200']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Control+Enter');
  await expect(quotation(page)).toContainText('Se cobra por peso: 1,2 kg, igual al peso volumétrico.');
  await expect(quotation(page).getByText('Sin valor declarado')).toBeInViewport();
  await expect(field(page, 'Peso')).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
