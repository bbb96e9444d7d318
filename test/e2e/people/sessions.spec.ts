import { expect, test } from '#test/e2e/fixtures.ts';
import { freshSender, linkToken } from '#test/e2e/fresh-sender.ts';
import { registrationForm } from '#test/fixtures/sender-factory.ts';

test('a user sees the session of another browser and ends it, and the other browser is at the login', async ({
  page,
  request,
  logIn,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const { username, password } = await freshSender(request);
  await logIn(username, password);
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByLabel('Usuario').fill(username);
  await other.getByLabel('Contraseña', { exact: true }).fill(password);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/estadisticas$/);

  await page.goto('/usuario');
  await page.getByRole('link', { name: 'Sesiones' }).click();
  const rows = page.getByRole('table', { name: 'Sesiones abiertas' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/Chrome en Linux.*Ésta/);
  const ends = page.getByRole('button', { name: /^Cerrar la sesión de Chrome en Linux/ });
  await expectAccessible('the sessions');
  await ends.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('La sesión se cerró', { exact: true })).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Cerrar las otras sesiones' }).click();
  await expect(rows).toHaveCount(2);
  await context.close();
});

test('a user changes the e-mail, confirmed by the links of both addresses, and stays logged in', async ({
  page,
  request,
  logIn,
  expectAccessible,
}) => {
  const { username, password, email } = await freshSender(request);
  const next = registrationForm().email;
  await logIn(username, password);
  await page.goto('/usuario');
  await page.getByRole('link', { name: 'Cambiar email' }).click();
  await page.getByLabel('Email nuevo').fill(next);
  await page.getByLabel('Tu contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Pediste cambiar tu email a ${next}`)).toBeVisible();
  await expectAccessible('a change that waits');

  await page.goto(`/cambio-de-email/${await linkToken(request, next, 'cambio-de-email')}`);
  await page.getByRole('button', { name: 'Confirmar el cambio' }).click();
  await expect(page.getByText('Falta confirmarlo desde el otro email')).toBeVisible();
  await page.goto(`/cambio-de-email/${await linkToken(request, email, 'cambio-de-email')}`);
  await expect(page.getByRole('button', { name: 'Retirar el cambio' })).toBeVisible();
  await expectAccessible('the link of the current address');
  await page.getByRole('button', { name: 'Confirmar el cambio' }).click();
  await expect(page.getByText('El email de tu cuenta cambió')).toBeVisible();
  await page.getByRole('link', { name: 'Ir a Mi Cuenta' }).click();
  await expect(page.getByText(next)).toBeVisible();
});
