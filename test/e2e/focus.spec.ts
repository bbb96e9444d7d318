import { expect, test } from './test.ts';

test('a dialog that nothing opened gives the focus to the heading when it closes', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/envios');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a press beside a dialog that must be answered leaves the focus in it', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/ordenes/nueva-orden');
  await page.getByLabel('Calle', { exact: true }).fill('Costa Rica');
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).first().click();
  await expect(page.getByRole('alertdialog').locator(':focus')).toBeVisible();
  await page.mouse.click(10, 10);
  await expect(page.getByRole('alertdialog').locator(':focus')).toBeVisible();
});

test('the page where the visit began takes the focus when the person comes back to it', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/ordenes');
  await page.getByRole('main').getByRole('link', { name: 'Nueva Orden' }).click();
  await page.getByLabel('Calle', { exact: true }).focus();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Ordenes' })).toBeFocused();
});

test('a form before the login that its result replaces gives the focus to the heading', async ({ page }) => {
  await page.goto('/password-reset-request');
  await page.getByLabel('Email').fill('sofia@example.com');
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
