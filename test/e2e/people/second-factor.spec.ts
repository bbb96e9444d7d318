import type { Page } from '@playwright/test';
import { addColleague, secure } from '#test/e2e/colleague.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { forgetSession } from '#test/e2e/forget-session.ts';
import { type FreshSender, freshSender } from '#test/e2e/fresh-sender.ts';
import { createAuthenticator } from '#test/fixtures/staff-fixture.ts';

async function enterPassword(page: Page, { username, password }: FreshSender): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await page.keyboard.press('Enter');
}

test('a user sets up a second step, logs in on another browser with a code, and without the phone with a backup code', async ({
  page,
  request,
  logIn,
  browser,
  baseURL,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 422/);
  const sender = await freshSender(request);
  await logIn(sender.username, sender.password);
  await page.goto('/usuario');
  await page.getByRole('link', { name: 'Segundo paso' }).click();
  await page.getByRole('button', { name: 'Configurar' }).click();
  await page.getByLabel('Tu contraseña', { exact: true }).fill(sender.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible();
  await expectAccessible('the secret');
  const key = (await page.getByText('Si no podés escanearlo').locator('b').textContent()) ?? '';
  const { code } = createAuthenticator(key.replaceAll(' ', ''));
  await giveCode(page, 'Código de tu aplicación', code(new Date()));
  const codes = page.getByRole('list', { name: 'Códigos de respaldo' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [backup = ''] = await codes.allTextContents();
  await expectAccessible('the backup codes');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar' }).click();
  expect((await saved).suggestedFilename()).toBe('codigos-de-respaldo.txt');
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByText('Te quedan 10 códigos de respaldo.')).toBeVisible();
  await expectAccessible('the second step that is on');

  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'es-AR' });
  const other = await context.newPage();
  await enterPassword(other, sender);
  await expect(other.getByRole('heading', { level: 1, name: `Entrás como ${sender.username}` })).toBeVisible();
  // The code of the next half minute is accepted, too, and the one that confirmed the factor is used.
  await giveCode(other, 'Código de tu aplicación', code(new Date(Date.now() + 30_000)));
  await expect(other).toHaveURL(/\/estadisticas$/);
  await context.clearCookies();
  await forgetSession(other);

  await enterPassword(other, sender);
  await other.getByRole('button', { name: '¿Perdiste el teléfono?' }).click();
  await giveCode(other, 'Código de respaldo', backup.toUpperCase().replace('-', ' '));
  await expect(other).toHaveURL(/\/estadisticas$/);
  await other.goto('/usuario/segundo-paso');
  await expect(other.getByText('Te quedan 9 códigos de respaldo.')).toBeVisible();
  await other.getByRole('button', { name: 'Quitar', exact: true }).click();
  await giveCode(other, 'Código de tu aplicación', '000000');
  await expect(other.getByText(/El código no es correcto/).first()).toBeVisible();
  await context.close();
});

test('a person who lost phone and codes enters by a code of the owner, and sets up a new phone', async ({
  page,
  request,
  logIn,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const owner = await freshSender(request);
  const person = await addColleague(request, owner);
  await secure(request, person);

  await logIn(owner.username, owner.password);
  await page.goto('/usuario/equipo');
  await page.getByRole('button', { name: 'Acciones de Beto Sosa' }).click();
  await page.getByRole('menuitem', { name: 'Dar un código para entrar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Código para Beto Sosa' });
  await dialog.getByRole('button', { name: 'Generar el código' }).click();
  const given = (await dialog.locator('b').textContent()) ?? '';
  await expectAccessible('the code for a colleague');

  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'es-AR' });
  const other = await context.newPage();
  await enterPassword(other, person);
  await other.getByRole('button', { name: '¿Perdiste el teléfono?' }).click();
  await expect(other.getByText('pedile un código a alguien de tu empresa')).toBeVisible();
  await giveCode(other, 'Código de respaldo', given);
  await expect(other).toHaveURL(/\/estadisticas$/);
  await other.goto('/usuario/segundo-paso');
  await other.getByRole('button', { name: 'Cambiar de teléfono' }).click();
  const key = (await other.getByText('Si no podés escanearlo').locator('b').textContent()) ?? '';
  await giveCode(other, 'Código de tu aplicación', createAuthenticator(key.replaceAll(' ', '')).code(new Date()));
  await expect(other.getByRole('list', { name: 'Códigos de respaldo' }).getByRole('listitem')).toHaveCount(10);
  await context.close();
});

test('an owner requires the second step of the team, and a colleague reads the day and sets it up', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const owner = await freshSender(request);
  const colleague = await addColleague(request, owner);
  const { code } = await secure(request, owner);
  await enterPassword(page, owner);
  // The code of the next half minute: the current one confirmed the factor.
  await giveCode(page, 'Código de tu aplicación', code(new Date(Date.now() + 30_000)));
  await expect(page).toHaveURL(/\/estadisticas$/);
  await page.goto('/usuario/equipo');
  await page.getByRole('button', { name: 'Exigir el segundo paso' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Exigir el segundo paso' }).click();
  await expect(page.getByText('Falta que lo configure una persona.')).toBeVisible();

  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'es-AR' });
  const other = await context.newPage();
  await enterPassword(other, colleague);
  await expect(other.getByText('tu empresa exige el segundo paso')).toBeVisible();
  await other.getByRole('link', { name: 'Configurar el segundo paso' }).click();
  await other.getByRole('button', { name: 'Configurar' }).click();
  await other.getByLabel('Tu contraseña', { exact: true }).fill(colleague.password);
  await other.keyboard.press('Enter');
  const key = (await other.getByText('Si no podés escanearlo').locator('b').textContent()) ?? '';
  await giveCode(other, 'Código de tu aplicación', createAuthenticator(key.replaceAll(' ', '')).code(new Date()));
  await other.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(other.getByRole('link', { name: 'Configurar el segundo paso' })).toBeHidden();
  await expect(other.getByRole('button', { name: 'Quitar', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await context.close();
});
