import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { forgetSession } from '#test/e2e/forget-session.ts';
import { type FreshSender, freshSender, linkToken, tokenOf } from '#test/e2e/fresh-sender.ts';
import { addAuthenticator } from '#test/e2e/virtual-authenticator.ts';
import { createAuthenticator, STAFF_PASSWORD, staffEmail } from '#test/fixtures/staff-fixture.ts';

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Usar una llave de acceso' });

/** Sets up an authenticator app by the API, in the session of the page. */
async function setUpApp(page: Page, { password }: FreshSender): Promise<string[]> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const headers = { authorization: `Bearer ${token}` };
  const begun = await page.request.post('/api/v1/client/factor/begin', {
    headers,
    data: { currentPassword: password },
  });
  const { results } = await begun.json();
  const data = { code: createAuthenticator(results.secret).code(new Date()) };
  const confirmed = await page.request.post('/api/v1/client/factor/confirm', { headers, data });
  return (await confirmed.json()).results.backup_codes;
}

async function enterPassword(page: Page, { username, password }: FreshSender): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Entrás como ${username}` })).toBeVisible();
}

async function addKey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre de la llave nueva').fill(name);
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Nunca');
}

test('a user adds a passkey, logs in with it on another browser, removes it, and then it no longer enters', async ({
  page,
  request,
  logIn,
  browser,
  baseURL,
  allowConsole,
  expectAccessible,
}) => {
  // The first browser's session ends with the removed passkey.
  allowConsole(/status of 4(01|09|22)/);
  const sender = await freshSender(request);
  await logIn(sender.username, sender.password);
  const [backup = ''] = await setUpApp(page, sender);
  await page.goto('/usuario/segundo-paso');
  const authenticator = await addAuthenticator(page);
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click();
  await expect(page.getByLabel('Nombre de la llave nueva')).toHaveAccessibleDescription(/Poné un nombre/);
  await addKey(page, 'Notebook');
  await expectAccessible('passkeys');
  // The same authenticator isn't added twice.
  await page.getByLabel('Nombre de la llave nueva').fill('Otra vez');
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click();
  await expect(page.getByText('Esta llave de acceso ya está en tu cuenta').first()).toBeVisible();
  await expect(page.getByLabel('Nombre de la llave nueva')).toHaveValue('Otra vez');

  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'es-AR' });
  const other = await context.newPage();
  const moved = await authenticator.moveTo(other);
  await enterPassword(other, sender);
  await passkeyButton(other).click();
  await expect(other).toHaveURL(/\/estadisticas$/);
  await other.goto('/usuario/segundo-paso');
  await expect(other.getByRole('row', { name: /Notebook/ })).not.toContainText('Nunca');

  // A counter that goes back may be that of a copy.
  await forgetSession(other);
  await moved.setCounter(0);
  await enterPassword(other, sender);
  await passkeyButton(other).click();
  await expect(other.getByText(/podría estar copiada/).first()).toBeVisible();
  await moved.setCounter(1000);
  await passkeyButton(other).click();
  await expect(other).toHaveURL(/\/estadisticas$/);

  await other.goto('/usuario/segundo-paso');
  await other.getByRole('button', { name: 'Quitar Notebook' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(other.getByRole('alertdialog')).toBeHidden();
  await expect(other.getByRole('row', { name: /Notebook/ })).toHaveCount(0);
  await forgetSession(other);
  await enterPassword(other, sender);
  await expect(passkeyButton(other)).toHaveCount(0);
  await other.getByRole('button', { name: '¿Perdiste el teléfono?' }).click();
  await other.getByLabel('Código de respaldo').fill(backup);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/estadisticas$/);
  await context.close();
});

test('a passkey that is removed, cancelled or replayed doesn’t enter, and a code still does', async ({
  page,
  request,
  logIn,
  allowConsole,
}) => {
  allowConsole(/status of 4(01|09|22)/);
  const sender = await freshSender(request);
  await logIn(sender.username, sender.password);
  const [backup = ''] = await setUpApp(page, sender);
  await page.goto('/usuario/segundo-paso');
  const authenticator = await addAuthenticator(page);
  await addKey(page, 'Notebook');
  await forgetSession(page);

  // Only the browser's own time limit ends a question that nobody answers.
  await page.route('**/api/v1/client/passkey/ask', async (route) => {
    const response = await route.fetch();
    const { results } = await response.json();
    await route.fulfill({ response, json: { results: { ...results, timeout: 1 } } });
  });
  await enterPassword(page, sender);
  await authenticator.setCancels(true);
  await passkeyButton(page).click();
  await expect(page.getByText('No se usó ninguna llave de acceso').first()).toBeVisible({ timeout: 60_000 });
  await page.unroute('**/api/v1/client/passkey/ask');
  await authenticator.setCancels(false);

  // A page of another domain can't ask for this passkey: the browser refuses before the authenticator is asked.
  await page.route('**/api/v1/client/passkey/ask', async (route) => {
    const response = await route.fetch();
    const { results } = await response.json();
    await route.fulfill({ response, json: { results: { ...results, rpId: 'remito.example' } } });
  });
  await passkeyButton(page).click();
  await expect(page.getByText('Esta dirección no admite llaves de acceso').first()).toBeVisible();
  await page.unroute('**/api/v1/client/passkey/ask');

  // The same answer again: its challenge was taken.
  const sent = page.waitForRequest('**/api/login/passkey');
  await passkeyButton(page).click();
  const answer = (await sent).postDataJSON();
  await expect(page).toHaveURL(/\/estadisticas$/);
  const token = await tokenOf(request, sender);
  const replay = await request.post('/api/login/passkey', {
    headers: { authorization: `Bearer ${token}` },
    data: answer,
  });
  expect([replay.status(), (await replay.json()).message]).toEqual([
    422,
    'El pedido de la llave de acceso venció o ya se usó. Probá de nuevo',
  ]);
  const headers = { authorization: `Bearer ${token}` };
  const code = await request.post('/api/login/code', { headers, data: { code: backup } });
  expect(code.status()).toBe(200);
});

test('a member of the staff adds a passkey and enters the console with it', async ({
  page,
  request,
  browser,
  baseURL,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 4(01|22)/);
  const email = staffEmail();
  await page.goto('/consola/personal');
  await page.getByLabel('Email').fill('admin@remito.example');
  await page.getByLabel('Contraseña', { exact: true }).fill('portal2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Personal', exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Rol', { exact: true }).selectOption('Finanzas');
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Invitado');

  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce', locale: 'es-AR' });
  const guest = await context.newPage();
  await guest.goto(`/invitacion/${await linkToken(request, email, 'invitacion')}`);
  await guest.getByLabel('Nombre y apellido').fill('Eva Luna');
  await guest.getByLabel('Contraseña', { exact: true }).fill(STAFF_PASSWORD);
  await guest.getByLabel('Repetí la contraseña').fill(STAFF_PASSWORD);
  await guest.keyboard.press('Enter');
  const key = (await guest.getByText('Si no podés escanearlo').locator('b').textContent()) ?? '';
  await guest.getByLabel('Código de tu aplicación').fill(createAuthenticator(key.replaceAll(' ', '')).code(new Date()));
  await guest.keyboard.press('Enter');
  await guest.getByRole('button', { name: 'Ya los guardé' }).click();
  await guest.getByRole('link', { name: 'Mi sesión' }).click();
  await addAuthenticator(guest);
  await addKey(guest, 'Notebook');
  await guest.getByRole('button', { name: 'Salir' }).click();
  await guest.getByLabel('Email').fill(email);
  await guest.getByLabel('Contraseña', { exact: true }).fill(STAFF_PASSWORD);
  await guest.keyboard.press('Enter');
  await passkeyButton(guest).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Mi sesión' })).toBeVisible();
  await expect(guest.getByRole('row', { name: /Notebook/ })).not.toContainText('Nunca');

  await page.reload();
  await page.getByRole('button', { name: 'Dar un código para entrar a Eva Luna' }).click();
  const dialog = page.getByRole('dialog', { name: 'Código para Eva Luna' });
  await dialog.getByRole('button', { name: 'Generar el código' }).click();
  const given = (await dialog.locator('b').textContent()) ?? '';
  await expectAccessible('a code for a colleague of the staff');
  await guest.getByRole('button', { name: 'Salir' }).click();
  await guest.getByLabel('Email').fill(email);
  await guest.getByLabel('Contraseña', { exact: true }).fill(STAFF_PASSWORD);
  await guest.keyboard.press('Enter');
  await guest.getByRole('button', { name: '¿Perdiste el teléfono?' }).click();
  await guest.getByLabel('Código de respaldo').fill(given);
  await guest.keyboard.press('Enter');
  await expect(guest.getByRole('heading', { level: 1, name: 'Mi sesión' })).toBeVisible();
  await context.close();
});
