import type { Page } from '@playwright/test';
import { registrationForm } from '#test/sender-factory.ts';
import { createAuthenticator } from '#test/staff-fixture.ts';
import { expect, test } from './fixtures.ts';
import { type FreshSender, freshSender, linkToken, tokenOf } from './fresh-sender.ts';

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
  await other.evaluate(() => localStorage.clear());

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
  const { email, username, password } = registrationForm();
  const person = { username, password, email };
  const headers = async (who: FreshSender) => ({ authorization: `Bearer ${await tokenOf(request, who)}` });
  await request.post('/api/v1/client/user_invitation/', {
    headers: await headers(owner),
    data: { email, role: 'viewer' },
  });
  const token = await linkToken(request, email, 'equipo/invitacion');
  const form = { token, username, password, first_name: 'Beto', last_name: 'Sosa', phone: '11 4555 0202' };
  await request.post('/api/v2/client/invitation/accept', { data: form });
  const session = { headers: await headers(person) };
  const begun = await request.post('/api/v1/client/factor/begin', { ...session, data: { currentPassword: password } });
  const { results } = await begun.json();
  const data = { code: createAuthenticator(results.secret).code(new Date()) };
  expect((await request.post('/api/v1/client/factor/confirm', { ...session, data })).status()).toBe(200);

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
