import { expect, test } from '#test/e2e/fixtures.ts';
import { makeOrder } from '#test/e2e/orders/created-order.ts';
import { beginPayment } from './payment-page.ts';

test('the embedded checkout is legible in both themes on a phone, is completed by keyboard, and returns a payer who leaves to the portal', async ({
  page,
  storeSession,
  expectAccessible,
}) => {
  await storeSession('prepago');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(await beginPayment(page, [await makeOrder(page)]));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Remito: \d+ (orden|órdenes)$/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(`the checkout, ${colorScheme}`);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Pagar con tarjeta: se aprueba' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Pagar con tarjeta: queda en revisión' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Enseguida' })).toBeFocused();

  await page.getByRole('button', { name: 'Volver sin pagar' }).click();
  await expect(page).toHaveURL(
    /\/ordenes\?(?=.*collection_status=null)(?=.*payment_id=null)(?=.*external_reference=\d+)/,
  );
});
