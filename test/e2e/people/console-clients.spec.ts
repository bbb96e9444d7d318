import type { Page } from '@playwright/test';
import { isCuitCheckDigitValid } from '#shared/people/rules/cuit.ts';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { KeyboardUser } from '#test/e2e/keyboard-user.ts';
import { mailedPath } from '#test/e2e/mailbox-link.ts';
import { registrationForm } from '#test/fixtures/sender-factory.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);

test('a note about an order is written at its shipment, read at its client, and deleted, by keyboard alone', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'mesa', '/consola/colas/incidencias');
  const item = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  const label = (await item.textContent()) ?? '';
  await page.goto(`/consola/envio/${label}`);
  await expect(page.getByText('Todavía no hay notas.')).toBeVisible();
  await user.press('n');
  await user.type('Llamó el comprador:');
  await user.press('Enter');
  await user.type('vuelve el lunes');
  await user.press('Control+Enter');
  await expect(page.getByText('La nota se guardó').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'vuelve el lunes' })).toContainText('Llamó el comprador:');
  await expectAccessible('a shipment with a note');

  await page.goto('/consola/colas/incidencias');
  await expect(page.getByRole('link', { name: label })).toBeVisible();
  await user.press('j', 'Enter');
  await expect(page.getByRole('region', { name: 'Detalle' })).toContainText('vuelve el lunes');
  await user.follow(page.getByRole('link', { name: 'Ver la nota' }), label);

  const client = page.getByRole('main').locator('a[href^="/consola/clientes/"]');
  await user.follow(client, (await client.textContent()) ?? '');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByText('vuelve el lunes')).toBeVisible();
  await expectAccessible('a client with a note on a tablet');
  await noSidewaysScroll(page);
  await user.press('n');
  await user.use(page.getByRole('button', { name: /^Borrar la nota/ }));
  await user.use(page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }));
  await expect(page.getByText('La nota se borró').first()).toBeVisible();
  await expect(page.getByText('vuelve el lunes')).toHaveCount(0);
});

test('a client is created, and its owner chooses a password and enters, by keyboard alone', async ({
  page,
  browser,
  baseURL,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 422/);
  const user = await openConsoleAs(page, 'admin', '/consola/clientes');
  await expect(heading(page, 'Clientes')).toBeVisible();
  const { razon_social, nombre, apellido, telefono, email, username } = registrationForm();
  const company = `Yerbas ${username}`;
  await user.use(page.getByRole('button', { name: 'Nuevo cliente' }));
  const dialog = page.getByRole('dialog', { name: 'Nuevo cliente' });
  const write = (label: string, text: string) => user.write(dialog.getByLabel(label, { exact: true }), text);
  await write('Razón social', razon_social);
  await write('Nombre de la empresa', company);
  const numbers = `30${String(Date.now()).slice(-8)}`;
  const cuit = [...'0123456789'].map((digit) => `${numbers}${digit}`).find(isCuitCheckDigitValid);
  await write('CUIT', cuit ?? '');
  await write('Nombre', nombre);
  await write('Apellido', apellido);
  await write('Teléfono', telefono);
  await write('Email', 'demo@remito.example');
  await write('Usuario', 'demo');
  await user.press('Control+Enter');
  await expect(dialog.getByText('El nombre de usuario ya está en uso').first()).toBeVisible();
  await expect(dialog.getByLabel('Razón social')).toHaveValue(razon_social);
  await expect(dialog.getByLabel('Usuario')).toBeFocused();
  await expectAccessible('a refused new client');
  for (const [label, text, key] of [
    ['Usuario', username, 'Tab'],
    ['Email', email, 'Shift+Tab'],
  ] as const) {
    await user.to(dialog.getByLabel(label, { exact: true }), key);
    await user.press('Control+A');
    await user.type(text);
  }
  await user.press('Control+Enter');
  await expect(heading(page, company)).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Sin activar');
  await expectAccessible('a new client');

  const owner = await (await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' })).newPage();
  await owner.goto(await mailedPath(page, email, /\/password_reset\/[\w-]+/));
  const guest = new KeyboardUser(owner);
  await guest.write(owner.getByLabel('Nueva contraseña', { exact: true }), 'un mate amargo');
  await guest.write(owner.getByLabel('Repetí la contraseña'), 'un mate amargo');
  await guest.press('Enter');
  await expect(owner).toHaveURL(/\/login$/);
  await guest.write(owner.getByLabel('Usuario'), username);
  await guest.write(owner.getByLabel('Contraseña', { exact: true }), 'un mate amargo');
  await guest.press('Enter');
  await expect(owner.getByRole('dialog', { name: 'Términos y Condiciones de Transporte' })).toBeVisible();
  await owner.context().close();
});
