import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { mailedPath } from '#test/e2e/mailbox-link.ts';
import { createAuthenticator, STAFF_PASSWORD, staffEmail } from '#test/fixtures/staff-fixture.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function logInToConsole(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Nueva contraseña').fill(password);
  await page.getByLabel('Repetí la contraseña').fill(password);
}

test('A person changes the password, forgets it and chooses another by mail, and an administrator resets it', async ({
  page,
  browser,
  baseURL,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 4(00|01|22)/);
  const sideways = (on: Page) => on.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
  const email = staffEmail();
  await page.goto('/consola/personal');
  await logInToConsole(page, 'admin@remito.example', 'portal2026');
  await expect(heading(page, 'Personal')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Rol', { exact: true }).selectOption('Mesa de ayuda');
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Invitado');

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    reducedMotion: 'reduce',
    locale: 'es-AR',
    viewport: { width: 360, height: 700 },
  });
  const phone = await context.newPage();
  await phone.goto(await mailedPath(page, email, /\/invitacion\/[\w-]+/));
  await phone.getByLabel('Nombre y apellido').fill('Olga Ríos');
  await phone.getByLabel('Contraseña', { exact: true }).fill(STAFF_PASSWORD);
  await phone.getByLabel('Repetí la contraseña').fill(STAFF_PASSWORD);
  await phone.keyboard.press('Enter');
  const key = (await phone.getByText('Si no podés escanearlo').locator('b').textContent()) ?? '';
  await phone.getByLabel('Código de tu aplicación').fill(createAuthenticator(key.replaceAll(' ', '')).code(new Date()));
  await phone.keyboard.press('Enter');
  const codes = phone.getByRole('list', { name: 'Códigos de respaldo' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [first = '', second = ''] = await codes.allTextContents();
  await phone.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(heading(phone, 'Colas')).toBeVisible();

  await phone.goto('/consola/sesion');
  await phone.getByLabel('Contraseña actual').fill(STAFF_PASSWORD);
  await choosePassword(phone, 'tres lomas al sur');
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('Contraseña modificada correctamente').first()).toBeVisible();
  expect(await sideways(phone)).toBeLessThanOrEqual(0);
  await phone.getByRole('button', { name: 'Abrir menú' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Salir' }).click();

  await phone.getByRole('link', { name: 'Olvidé mi contraseña' }).click();
  await expect(heading(phone, 'Recuperar contraseña')).toBeVisible();
  await phone.getByLabel('Email').fill(email);
  await phone.keyboard.press('Enter');
  await expect(phone.getByText(/le enviamos un enlace/)).toBeVisible();
  await expect(async () => {
    await phone.goto(await mailedPath(page, email, /\/contrasena\/[\w-]+/));
    await expect(phone.getByText(`Es la contraseña de ${email}.`)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await choosePassword(phone, 'cinco lomas al norte');
  await phone.getByLabel('Código de tu segundo paso').fill(first);
  expect(await sideways(phone)).toBeLessThanOrEqual(0);
  await phone.keyboard.press('Enter');
  await expect(heading(phone, 'Consola del personal')).toBeVisible();
  await logInToConsole(phone, email, 'tres lomas al sur');
  await expect(phone.getByRole('main')).toContainText('El email o la contraseña no son correctos');
  await logInToConsole(phone, email, 'cinco lomas al norte');
  await expect(phone.getByText(`Entrás como ${email}`)).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Restablecer contraseña de Olga Ríos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restablecer' }).click();
  await expect(page.getByText(/La contraseña ya no sirve/).first()).toBeVisible();
  await expectAccessible('the staff');
  await expect(async () => {
    await phone.goto(await mailedPath(page, email, /\/contrasena\/[\w-]+/));
    await expect(phone.getByText(`Es la contraseña de ${email}.`)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(phone.getByLabel('Código de tu segundo paso')).toHaveCount(0);
  await choosePassword(phone, STAFF_PASSWORD);
  await phone.keyboard.press('Enter');
  await logInToConsole(phone, email, STAFF_PASSWORD);
  await phone.getByRole('button', { name: '¿Perdiste el teléfono?' }).click();
  await phone.getByLabel('Código de respaldo').fill(second);
  await phone.keyboard.press('Enter');
  await expect(heading(phone, 'Colas')).toBeVisible();
  await context.close();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/contrasena');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expectAccessible('the request of a link');
  await page.goto('/consola/sesion');
  await expect(page.getByLabel('Contraseña actual')).toBeVisible();
  await expectAccessible('the session with the password');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});
