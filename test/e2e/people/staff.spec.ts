import type { Browser, Page } from '@playwright/test';
import { COMMON_PASSWORD } from '#shared/people/access.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { mailedPath } from '#test/e2e/mailbox-link.ts';
import { createAuthenticator, STAFF_PASSWORD, staffEmail } from '#test/fixtures/staff-fixture.ts';

const invitationPath = (page: Page, email: string) => mailedPath(page, email, /\/invitacion\/[\w-]+/);

/** Opens the console in another browser. */
async function otherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce', locale: 'es-AR' });
  return context.newPage();
}

async function logInToConsole(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('A person is invited, sets up a second factor, logs in on another device, and is suspended', async ({
  page,
  browser,
  baseURL,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 4(00|01|03|22)/);
  await page.goto('/consola/personal');
  await expect(heading(page, 'Consola del personal')).toBeVisible();
  await expectAccessible('login');
  await logInToConsole(page, 'admin@remito.example', 'una contraseña equivocada');
  await expect(page.getByRole('main')).toContainText('El email o la contraseña no son correctos');
  await expect(page.getByLabel('Email')).toHaveValue('admin@remito.example');
  await logInToConsole(page, 'admin@remito.example', 'portal2026');
  await expect(heading(page, 'Personal')).toBeVisible();
  const email = staffEmail();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByLabel('Rol', { exact: true })).toHaveAccessibleDescription('Elegí un rol');
  await page.getByLabel('Rol', { exact: true }).selectOption('Mesa de ayuda');
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Invitado');
  await expectAccessible('staff');

  const guest = await otherBrowser(browser, baseURL);
  await guest.goto(await invitationPath(page, email));
  await expect(heading(guest, 'Rol: Mesa de ayuda')).toBeVisible();
  await guest.getByLabel('Nombre y apellido').fill('Ana Paz');
  await guest.getByLabel('Contraseña', { exact: true }).fill('contraseña123');
  await guest.getByLabel('Repetí la contraseña').fill('contraseña123');
  await guest.getByRole('button', { name: 'Continuar' }).click();
  await expect(guest.getByText(COMMON_PASSWORD).first()).toBeVisible();
  await expect(guest.getByLabel('Nombre y apellido')).toHaveValue('Ana Paz');
  await guest.getByLabel('Contraseña', { exact: true }).fill(STAFF_PASSWORD);
  await guest.getByLabel('Repetí la contraseña').fill(STAFF_PASSWORD);
  await guest.keyboard.press('Enter');
  await expect(guest.getByRole('img', { name: /Código QR/ })).toBeVisible();
  const key = (await guest.getByText('Si no podés escanearlo').locator('b').textContent()) ?? '';
  const authenticator = createAuthenticator(key.replaceAll(' ', ''));
  await guest.getByLabel('Código de tu aplicación').fill(authenticator.code(new Date()));
  await guest.keyboard.press('Enter');
  const codes = guest.getByRole('list', { name: 'Códigos de respaldo' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [backup = ''] = await codes.allTextContents();
  await guest.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(heading(guest, 'Colas')).toBeVisible();
  await guest.getByRole('link', { name: 'Personal' }).click();
  await expect(guest.getByRole('main')).toContainText('Con el rol Mesa de ayuda no podés administrar el personal');

  const phone = await otherBrowser(browser, baseURL);
  await phone.setViewportSize({ width: 360, height: 700 });
  await phone.goto('/consola');
  await logInToConsole(phone, email, STAFF_PASSWORD);
  await phone.getByLabel('Código de tu aplicación').fill('000000');
  await phone.keyboard.press('Enter');
  await expect(phone.getByText(/El código no es correcto/).first()).toBeVisible();
  await phone.getByRole('button', { name: '¿Perdiste el teléfono?' }).click();
  await phone.getByLabel('Código de respaldo').fill(backup);
  await phone.keyboard.press('Enter');
  await expect(heading(phone, 'Colas')).toBeVisible();
  await phone.getByRole('button', { name: 'Abrir menú' }).click();
  await phone.getByRole('dialog').getByRole('link', { name: 'Mi sesión' }).click();
  await expect(heading(phone, 'Mi sesión')).toBeVisible();
  await expect(phone.getByRole('main')).toContainText('Te quedan 9 códigos de respaldo');
  await expect(phone.getByRole('row')).toHaveCount(3);
  const sideways = () => phone.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
  expect(await sideways()).toBeLessThanOrEqual(0);

  await page.reload();
  await page.getByRole('button', { name: 'Suspender a Ana Paz' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspender' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Suspendido');
  await phone.reload();
  await expect(phone.getByRole('main')).toContainText('Tu acceso está suspendido');
  await phone.context().close();
  await guest.context().close();
});

test('The session’s page is accessible in both themes, and a logout leads to the login', async ({
  page,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 401/);
  await page.goto('/consola');
  await logInToConsole(page, 'mesa@remito.example', 'portal2026');
  await page.getByRole('link', { name: 'Mi sesión' }).click();
  await expect(heading(page, 'Mi sesión')).toBeVisible();
  await page.getByRole('button', { name: 'Configurar' }).click();
  await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(`session, ${colorScheme}`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible('session, on a phone');
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Salir' }).click();
  await expect(heading(page, 'Consola del personal')).toBeVisible();
});
