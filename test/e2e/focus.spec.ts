import { expect, test } from './test.ts';

test('a dialog that nothing opened gives the focus to the heading when it closes', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/envios');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
